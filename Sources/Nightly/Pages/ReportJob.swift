package import Foundation
import Library
package import Media
import Report
import Selection
import Settings

/// Writes the report: an index, and a page a video; what did not change is left alone.
package struct ReportJob {
  /// Whose pages are written, besides the index.
  package enum Scope: Sendable {
    /// Those of all videos whose page is not of today's state.
    case changed
    /// That of one video.
    case video(String)
    /// Those of the videos that were worked on since.
    case since(Date)
  }

  private let library: LibraryFolder
  private let database: LibraryDatabase
  private let report: (String) -> Void

  /// Opens the library for reading.
  ///
  /// - Parameters:
  ///   - library: the library.
  ///   - report: told each video whose page is made, as it begins.
  /// - Throws: `LibraryError`.
  package init(library: LibraryFolder, report: @escaping (String) -> Void = { _ in }) throws {
    try self.init(
      library: library, database: library.database(for: .reading), report: report)
  }

  init(
    library: LibraryFolder, database: LibraryDatabase, report: @escaping (String) -> Void
  ) {
    self.library = library
    self.database = database
    self.report = report
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
    let settings = try library.settings.settings(for: nil)
    let folder = PageFolder(path: library.outputPath(settings) + "/report")
    if case .video(let video) = scope { try library.requireKnown(video, in: database) }
    let standings = try DueCheck(library: library, database: database).standings()
    let clips = Dictionary(grouping: try database.clips(), by: \.video)
    let nights = try database.nights(last: 30)
    for standing in standings where Self.covers(scope, standing) {
      guard !isCancelled() else { break }
      try write(
        standing, clips[standing.video] ?? [], nights, to: folder,
        isForced: { if case .video = scope { true } else { false } }(), isCancelled: isCancelled)
    }
    let maker = try IndexPageMaker(
      library: library, database: database, folder: folder, standings: standings,
      nights: Array(nights.prefix(14)), clips: clips)
    let stamp = maker.stamp
    if folder.stamp(of: PageFolder.indexName) != stamp {
      let least = settings.selection.minimumViewers
      try folder.write(
        maker.page(stamp: stamp).html(leastViewers: least), as: PageFolder.indexName)
    }
    folder.sweep(
      videos: Set(standings.map(\.video)),
      clips: Set(clips.values.joined().filter { $0.state == .current }.map(\.id)))
    if case .video(let video) = scope {
      let name = video + ".html"
      return folder.file(folder.stamp(of: name) == nil ? PageFolder.indexName : name)
    }
    return folder.file(PageFolder.indexName)
  }

  private static func covers(_ scope: Scope, _ standing: DueCheck.Standing) -> Bool {
    switch scope {
    case .changed: true
    case .video(let video): standing.video == video
    case .since(let date): (standing.state.lastRun ?? .distantPast) >= date
    }
  }

  private func write(
    _ standing: DueCheck.Standing, _ clips: [Clip], _ nights: [Night], to folder: PageFolder,
    isForced: Bool, isCancelled: @escaping CancellationCheck
  ) throws {
    let name = standing.video + ".html"
    guard isForced || folder.stamp(of: name) != PageStanding.stamp(standing, clips) else { return }
    report(standing.video)
    let maker = VideoPageMaker(
      library: library, database: database, folder: folder, standing: standing, nights: nights,
      clips: clips)
    let least = try library.settings.settings(for: standing.video).selection.minimumViewers
    try folder.write(maker.page(isCancelled: isCancelled).html(leastViewers: least), as: name)
  }
}
