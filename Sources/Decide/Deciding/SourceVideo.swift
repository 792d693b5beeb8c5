package import EditDecisions
import Foundation
package import Library
package import Media
package import Rendering
import Support
package import Workspace

/// The source of one video as it is on disk, or as it was when its clips were planned.
package struct SourceVideo: Codable {
  package var info: MediaInfo
  package var identity: SourceIdentity
  package var description: VideoDescription
  /// The source's subtitles; empty until they are read.
  var captions: [SubtitleCue] = []
  var captionMode = RenderSettings.Captions.off
  /// Letters of burned-in captions that cannot be drawn.
  var missingLetters = ""

  /// Examines the source, or uses the stored result if the file has not changed.
  ///
  /// `canCache` stores the result.
  package init(
    id: String, _ reader: SourceReader, library: LibraryFolder, _ database: LibraryDatabase,
    canCache: Bool
  ) throws {
    let identity = try reader.identity(of: reader.path)
    let key = "\(ClipIdentity.rendererVersion) \(identity.mark)"
    if let data = try database.videos.cached(.source, of: id, key: key),
      var known = try? JSONDecoder().decode(MediaInfo.self, from: data)
    {
      known.path = reader.path
      self.init(id: id, known, identity, library: library)
      return
    }
    let info = try reader.examine()
    try reader.requireSource(identity)
    if canCache {
      try database.videos.setCache(.source, of: id, key: key, value: JSONEncoder().encode(info))
    }
    self.init(id: id, info, identity, library: library)
  }

  init(id: String, _ info: MediaInfo, _ identity: SourceIdentity, library: LibraryFolder) {
    let path = info.path
    (self.info, self.identity) = (info, identity)
    let rate = info.video.frameRate
    description = VideoDescription(
      id: id, source: library.shown(path),
      duration: Rounding.time(info.duration), width: info.video.width,
      height: info.video.height, frameRate: FrameRate(rate.numerator, rate.denominator))
  }

  package var fingerprint: String { identity.mark }

  package var sealed: RenderJob.Source { RenderJob.Source(info: info, identity: identity) }

  /// Aspect ratio of the frame (width / height).
  package var aspect: Double { Double(info.video.width) / Double(info.video.height) }

  /// The time of the frame nearest to `time`, at most the end of the last frame.
  package func frameTime(nearest time: Double) -> Double {
    let rate = description.frameRate.value
    let last = (info.duration * rate).rounded()
    return Rounding.time(min(last, max(0, (time * rate).rounded())) / rate)
  }
}
