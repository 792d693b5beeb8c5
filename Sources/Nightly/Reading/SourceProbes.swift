import Media
import Synchronization

/// What sources of a library are, each asked for once: many files may be about one video.
final class SourceProbes: Sendable {
  private let library: LibraryFolder
  private let known = Mutex<[String: MediaInfo?]>([:])

  init(_ library: LibraryFolder) { self.library = library }

  /// What a video's source is; `nil` where there is none that can be read.
  subscript(video: String) -> MediaInfo? {
    if let known = known.withLock({ $0[video] }) { return known }
    let path = try? library.source(of: video)
    let info = path.flatMap { try? SourceReader($0).probe() }
    known.withLock { $0[video] = .some(info) }
    return info
  }
}
