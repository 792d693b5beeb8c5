package import CutLists
package import EditDecisions
import Library
package import Media
package import Rendering
import Settings
import Support
package import Workspace

/// Exports the decisions of a video as timelines for editing programs.
package enum ExportJob {
  /// Exports the decisions of the last run as timelines.
  ///
  /// `moment` is the ID of a clip, its beginning, or its rank; `nil` exports all moments and the
  /// reel.
  ///
  /// - Throws: `CommandFailure`: 66 for an unknown video, moment or source, or if there are no
  ///   decisions; 65 if the source has changed since.
  package static func export(
    _ video: String, in library: LibraryFolder, moment: String?
  ) throws -> Export {
    let database = try library.database(for: .reading)
    try library.requireKnown(video, in: database)
    guard let text = try database.videos.state(of: video).decisions else {
      throw CommandFailure(
        .notFound,
        "there are no decisions for '\(video)' yet: `gazecut run` makes them and renders the clips; "
          + "`gazecut regenerate \(video) --dry-run --format otio` only prints them")
    }
    var document = try DecisionDocument(text: text)
    if let moment { document = try documentWithOnly(moment, of: document) }
    return try export(document, in: library, flags: [])
  }

  /// Exports a decision document.
  ///
  /// - Throws: `CommandFailure`: 66 if the source is missing, 65 if it has changed; `MediaError`.
  package static func export(
    _ document: DecisionDocument, in library: LibraryFolder, flags: [String]
  ) throws -> Export {
    let video = document.video.id
    let info = try SourceReader(try library.source(of: video)).probe()
    try requireSame(info, document.video)
    var export = Export(
      document, of: info, try library.settings.settings(for: video, flags: flags).render)
    for shape in document.shapes {
      let canvas = PixelSize(width: shape.width, height: shape.height)
      export.lists += document.shown(in: shape).moments.map {
        EditTimeline($0, of: export.source, canvas: canvas)
      }
    }
    return export
  }

  private static func requireSame(_ info: MediaInfo, _ decided: VideoDescription) throws {
    let isSame =
      info.video.width == decided.width && info.video.height == decided.height
      && abs(info.duration - decided.duration) < 0.05
    guard isSame else {
      throw CommandFailure(
        .badData,
        "the source of '\(decided.id)' has changed since the decisions: it is now "
          + "\(info.video.width)x\(info.video.height), "
          + "\(Rounding.text(info.duration, decimals: 3)) s, and was \(decided.width)x"
          + "\(decided.height), \(Rounding.text(decided.duration, decimals: 3)) s; "
          + "`gazecut run` decides again")
    }
  }

  private static func documentWithOnly(
    _ moment: String, of document: DecisionDocument
  ) throws -> DecisionDocument {
    let found = document.moments.filter { "\($0.rank)" == moment || $0.id == moment }
    let near = found.isEmpty ? document.moments.filter { $0.id.hasPrefix(moment) } : found
    guard let one = near.first, near.count == 1 else {
      let known = document.moments.map { "\($0.rank) (\($0.id))" }.joined(separator: ", ")
      throw CommandFailure(
        .notFound,
        "'\(document.video.id)' has no moment '\(moment)'"
          + (known.isEmpty ? "" : "; its moments are \(known)"))
    }
    var copy = document
    copy.moments = [one]
    copy.reel = []
    return copy
  }

  /// Writes each document into a folder, which is created if it does not exist; returns the paths.
  ///
  /// - Throws: `CommandFailure` 73 if a file with other content exists and `mayReplace` is `false`,
  ///   or the folder cannot be created.
  package static func write(
    _ documents: [ExportFile], to folder: String, mayReplace: Bool
  ) throws -> [String] {
    try OutputFolders.make(folder)
    let files = documents.map { (path: folder + "/" + $0.name, bytes: Array($0.text.utf8)) }
    for file in files where !mayReplace {
      guard let there = try? RegularFile.bytes(of: file.path) else { continue }
      guard there == file.bytes else {
        throw CommandFailure(
          .cannotCreate, "'\(file.path)' exists with other content; --force replaces it")
      }
    }
    for file in files { try AtomicFile.write(file.bytes, to: file.path) }
    return files.map(\.path)
  }
}

extension Export {
  package init(_ document: DecisionDocument, of info: MediaInfo, _ render: RenderSettings) {
    let reel = ClipRenderer(source: info, settings: render).reelSize
    self.init(
      document, source: TimelineSource(info, video: document.video.id),
      short: PixelSize(width: render.width, height: render.height),
      reel: PixelSize(width: reel.width, height: reel.height))
  }
}

extension TimelineSource {
  init(_ info: MediaInfo, video id: String) {
    let video = info.video
    let isSideways = video.orientation.isSideways
    self.init(
      video: id, path: info.path, picture: PixelSize(width: video.width, height: video.height),
      stored: PixelSize(
        width: isSideways ? video.codedHeight : video.codedWidth,
        height: isSideways ? video.codedWidth : video.codedHeight),
      isRotated: video.orientation != .upright, duration: info.duration,
      frameRate: FrameRate(video.frameRate.numerator, video.frameRate.denominator),
      isVariable: video.isVariable, timecode: info.timecode, stream: video.stream,
      channels: info.sound?.channels ?? 0, sampleRate: info.sound?.sampleRate ?? 48_000)
  }
}
