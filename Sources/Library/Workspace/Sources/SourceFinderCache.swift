package import Settings
import Synchronization

/// Caches one finder per source folder, so that each folder is read once for all videos.
package final class SourceFinderCache: Sendable {
  private let library: LibraryFolder
  private let known = Mutex<[String: SourceFinder]>([:])

  package init(_ library: LibraryFolder) { self.library = library }

  package func finder(_ settings: Settings) -> SourceFinder {
    known.withLock { known in
      let folder = settings.library.videos
      let finder = known[folder] ?? library.sourceFinder(settings)
      known[folder] = finder
      return finder
    }
  }
}
