package import Settings
import Synchronization

/// Finders of a library's sources, by the folder that settings name: each folder is read once, as
/// many as there are videos.
package final class SourceFinderCache: Sendable {
  private let library: LibraryFolder
  private let known = Mutex<[String: SourceFinder]>([:])

  package init(_ library: LibraryFolder) { self.library = library }

  /// The finder of the folder where some settings have sources.
  package func finder(_ settings: Settings) -> SourceFinder {
    known.withLock { known in
      let folder = settings.library.videos
      let finder = known[folder] ?? library.sourceFinder(settings)
      known[folder] = finder
      return finder
    }
  }
}
