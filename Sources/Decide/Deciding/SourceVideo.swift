package import EditDecisions
import Foundation
package import Library
package import Media
package import Rendering
import Support
package import Workspace

/// The source of one video, as it is on disk now; or as it was when its clips were planned.
package struct SourceVideo: Codable {
  package var info: MediaInfo
  /// What tells it from another file.
  package var identity: SourceIdentity
  /// What documents say of it.
  package var description: VideoDescription
  /// What the source says in text; empty until it is read, and where it says nothing.
  var captions: [SubtitleCue] = []
  /// What is done with them.
  var captionMode = RenderSettings.Captions.off
  /// Letters of the captions that cannot be drawn, where captions are written into the picture.
  var missingLetters = ""

  /// Examines the source, or takes what was kept of it: a file that is the same is not decoded
  /// again to find out what it is.
  ///
  /// - Parameters:
  ///   - id: the video's id.
  ///   - reader: of its source.
  ///   - library: the library, which sources inside it are named from.
  ///   - database: the library's.
  ///   - mayKeep: whether what it is is kept.
  /// - Throws: as `SourceReader.examine`; `LibraryError`.
  package init(
    id: String, _ reader: SourceReader, library: LibraryFolder, _ database: LibraryDatabase,
    mayKeep: Bool
  ) throws {
    let identity = try reader.identity(of: reader.path)
    let key = "\(ClipIdentity.rendererVersion) \(identity.mark)"
    if let data = try database.cached(.source, of: id, key: key),
      var known = try? JSONDecoder().decode(MediaInfo.self, from: data)
    {
      known.path = reader.path
      self.init(id: id, known, identity, library: library)
      return
    }
    let info = try reader.examine()
    try reader.requireSource(identity)
    if mayKeep {
      try database.setCache(.source, of: id, key: key, value: JSONEncoder().encode(info))
    }
    self.init(id: id, info, identity, library: library)
  }

  /// A source of which is known what it is.
  init(
    id: String, _ info: MediaInfo, _ identity: SourceIdentity, library: LibraryFolder
  ) {
    let path = info.path
    self.info = info
    self.identity = identity
    let rate = info.video.frameRate
    description = VideoDescription(
      id: id, source: library.shown(path),
      duration: Rounding.time(info.duration), width: info.video.width,
      height: info.video.height, frameRate: FrameRate(rate.numerator, rate.denominator))
  }

  /// The identity in one word, for keys.
  package var fingerprint: String { identity.mark }

  /// What a sealed job needs of it.
  package var sealed: RenderJob.Source { RenderJob.Source(info: info, identity: identity) }

  /// Width of the picture divided by its height.
  package var aspect: Double { Double(info.video.width) / Double(info.video.height) }

  /// The time of the presented frame nearest to `time`, at most the end of the last one.
  package func frameTime(nearest time: Double) -> Double {
    let rate = description.frameRate.value
    let last = (info.duration * rate).rounded()
    return Rounding.time(min(last, max(0, (time * rate).rounded())) / rate)
  }
}
