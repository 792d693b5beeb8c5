package import CutLists
package import EditDecisions
import Failures
import Files
import Foundation
import Library
package import Media
package import Rendering
import Settings
import Workers
package import Workspace

/// Recorded decisions of one video, in the forms of editors' programs.
package enum ExportJob {
  /// Reads what the last run decided, and the source it decided on.
  ///
  /// - Parameters:
  ///   - video: its id.
  ///   - library: the library.
  ///   - moment: a short's id, the beginning of one, or its rank; `nil` for all and the reel.
  /// - Returns: the timelines.
  /// - Throws: `CommandFailure` 66 for an unknown video, moment or source, or where nothing is
  ///   decided yet; 65 where the source is not the one that was decided on.
  package static func export(
    _ video: String, in library: LibraryFolder, moment: String?
  ) throws -> Export {
    let database = try library.database(for: .reading)
    try library.requireKnown(video, in: database)
    guard let text = try database.state(of: video).decisions else {
      throw CommandFailure(
        .notFound,
        "nothing is decided for '\(video)' yet: `gazecut run` decides and cuts; "
          + "`gazecut regenerate \(video) --dry-run --format otio` shows what it would be")
    }
    var document = try DecisionDocument(text: text)
    if let moment { document = try only(moment, of: document) }
    return try export(document, in: library, flags: [])
  }

  /// The timelines of a document.
  ///
  /// - Throws: `CommandFailure` 66 without the source, 65 where it is another one; `MediaError`.
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
        CutList($0, of: export.source, canvas: canvas)
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
        "the source of '\(decided.id)' is not the one that was decided on: "
          + "\(info.video.width)x\(info.video.height), "
          + "\(Rounding.text(info.duration, decimals: 3)) s, not \(decided.width)x"
          + "\(decided.height), \(Rounding.text(decided.duration, decimals: 3)) s; "
          + "`gazecut run` decides anew")
    }
  }

  private static func only(
    _ moment: String, of document: DecisionDocument
  ) throws -> DecisionDocument {
    let found = document.moments.filter { "\($0.rank)" == moment || $0.id == moment }
    let near = found.isEmpty ? document.moments.filter { $0.id.hasPrefix(moment) } : found
    guard let one = near.first, near.count == 1 else {
      let known = document.moments.map { "\($0.rank) (\($0.id))" }.joined(separator: ", ")
      throw CommandFailure(
        .notFound,
        "'\(moment)' is no moment of '\(document.video.id)'; there "
          + (known.isEmpty ? "is none" : "are \(known)"))
    }
    var copy = document
    copy.moments = [one]
    copy.reel = []
    return copy
  }

  /// Writes each document into a folder, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - documents: what to write.
  ///   - folder: where.
  ///   - mayReplace: whether files that are there, and say something else, are replaced.
  /// - Returns: the paths.
  /// - Throws: `CommandFailure` 73 for a file that is there, or a folder that cannot be made.
  package static func write(
    _ documents: [ExportedDocument], to folder: String, mayReplace: Bool
  ) throws -> [String] {
    try OutputFolder.make(folder)
    let files = documents.map { (path: folder + "/" + $0.name, bytes: Array($0.text.utf8)) }
    for file in files where !mayReplace {
      guard let there = try? PlainFile.bytes(of: file.path) else { continue }
      guard there == file.bytes else {
        throw CommandFailure(
          .cannotCreate, "'\(file.path)' is there and says something else; --force replaces it")
      }
    }
    for file in files { try AtomicFile.write(file.bytes, to: file.path) }
    return files.map(\.path)
  }
}

extension Export {
  /// The timelines of a document, for a source as it is and clips as they are rendered.
  package init(_ document: DecisionDocument, of info: MediaInfo, _ render: RenderSettings) {
    let reel = ReelRenderer(source: info, settings: render).size
    self.init(
      document, source: CutSource(info, video: document.video.id),
      short: PixelSize(width: render.width, height: render.height),
      reel: PixelSize(width: reel.width, height: reel.height))
  }
}

extension CutSource {
  /// A source as it was probed.
  init(_ info: MediaInfo, video id: String) {
    let video = info.video
    let isSideways = video.orientation.isSideways
    self.init(
      video: id, path: info.path, picture: PixelSize(width: video.width, height: video.height),
      stored: PixelSize(
        width: isSideways ? video.codedHeight : video.codedWidth,
        height: isSideways ? video.codedWidth : video.codedHeight),
      isTurned: video.orientation != .upright, duration: info.duration,
      frameRate: FrameRate(video.frameRate.numerator, video.frameRate.denominator),
      isVariable: video.isVariable, timecode: info.timecode, stream: video.stream,
      channels: info.sound?.channels ?? 0, sampleRate: info.sound?.sampleRate ?? 48_000)
  }
}
