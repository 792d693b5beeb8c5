import Foundation
package import Library
package import Media
import Settings
package import Workspace

/// Writes the report: an index, and a page a video; what did not change is left alone.
package struct ReportJob: Sendable {
  /// Whose pages are written, besides the index.
  package enum Scope: Sendable {
    /// Those of all videos whose page is not of today's state.
    case changed
    case video(String)
  }

  private let library: LibraryFolder
  private let database: LibraryDatabase
  private let report: @Sendable (String) -> Void
  private let folder: PageFolder
  private let standings: [DueVideos.Standing]
  private let clips: [String: [Clip]]
  private let postings: [String: [Posting]]
  private let nights: [Night]
  /// Fewest viewers of whom figures are told, by video.
  private let least: [String: Int]
  private let comparison = Later<LibraryComparison>()

  /// Looks at a library.
  ///
  /// - Parameters:
  ///   - library: the library.
  ///   - database: the library's, where it is open.
  ///   - report: told each video whose page was made.
  /// - Throws: errors of the settings and of the library.
  package init(
    library: LibraryFolder, database: LibraryDatabase? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    let database = try database ?? library.database(for: .reading)
    (self.library, self.database, self.report) = (library, database, report)
    folder = PageFolder(of: library, try library.settings.settings(for: nil))
    standings = try DueVideos(library: library, database: database).standings()
    clips = Dictionary(grouping: try database.clips(), by: \.video)
    postings = Dictionary(grouping: try database.postings(), by: \.video)
    nights = try database.nights(last: 30)
    let settings = try PerVideoSettings(standings.map(\.video), library.settings)
    least = Dictionary(
      uniqueKeysWithValues: standings.map {
        ($0.video, settings[$0.video].settings.selection.minimumViewers)
      })
  }

  /// Writes the pages.
  ///
  /// - Parameters:
  ///   - scope: whose.
  ///   - isCancelled: asked between pages, and while stills are made.
  /// - Returns: the page to open: that of the one video, else the index.
  /// - Throws: `CommandFailure` 66 for an unknown video, 73, 74, 77 where pages cannot be written;
  ///   errors of the library.
  @discardableResult
  package func write(
    _ scope: Scope, isCancelled: @escaping CancellationCheck = { false }
  ) throws -> String {
    if case .video(let video) = scope { try library.requireKnown(video, in: database) }
    for standing in due(scope) where !isCancelled() {
      do {
        try write(standing, isCancelled: isCancelled)
      } catch {
        guard isCancelled() else { throw error }
      }
    }
    return try writeIndex(scope)
  }

  /// The videos whose pages are to be written.
  package func due(_ scope: Scope) -> [DueVideos.Standing] {
    standings.filter { standing in
      if case .video(let video) = scope { return standing.video == video }
      let stamp = PageStatus.stamp(
        standing, clips[standing.video] ?? [], postings[standing.video] ?? [])
      return folder.stamp(of: PageFolder.page(of: standing.video)) != stamp
    }
  }

  /// Writes a video's page.
  ///
  /// - Throws: as `write(_:isCancelled:)`; `interrupted` where it was stopped before the page was
  ///   whole.
  package func write(
    _ standing: DueVideos.Standing, isCancelled: @escaping CancellationCheck
  ) throws {
    defer { report(standing.video) }
    let maker = VideoPageBuilder(
      library: library, database: database, folder: folder, standing: standing,
      nights: nights, clips: clips[standing.video] ?? [],
      postings: postings[standing.video] ?? [],
      comparison: comparison.value { LibraryComparison(standings, least) })
    let page = try maker.page(isCancelled: isCancelled)
    // What could not be read any more is missing, and by its stamp it would never be read again.
    guard !isCancelled() else {
      throw MediaError(.interrupted, operation: "write the page of", path: standing.video)
    }
    try folder.write(page.html(), as: PageFolder.page(of: standing.video))
  }

  /// Writes the index, and takes away what belongs to no video and no clip any more.
  @discardableResult
  package func writeIndex(_ scope: Scope) throws -> String {
    let maker = try IndexPageBuilder(
      library: library, database: database, folder: folder, standings: standings,
      nights: Array(nights.prefix(14)), clips: clips, postings: postings)
    let stamp = maker.stamp
    if folder.stamp(of: PageFolder.indexName) != stamp {
      try folder.write(maker.page(stamp: stamp).html(), as: PageFolder.indexName)
    }
    folder.sweep(
      videos: Set(standings.map(\.video)),
      clips: Set(clips.values.joined().filter { $0.state == .current }.map(\.id)))
    guard case .video(let video) = scope, folder.stamp(of: PageFolder.page(of: video)) != nil else {
      return folder.file(PageFolder.indexName)
    }
    return folder.file(PageFolder.page(of: video))
  }
}
