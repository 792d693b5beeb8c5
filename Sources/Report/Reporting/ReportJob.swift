import EditDecisions
package import Library
package import Media
import Selection
import Settings
import Support
package import Workspace

/// Writes the report: an index, and one page per video; unchanged pages are not written.
package struct ReportJob: Sendable {
  let library: LibraryFolder
  let database: LibraryDatabase
  private let report: @Sendable (String) -> Void
  let folder: ReportFolder
  let videoStatuses: [DueVideos.ProcessingStatus]
  private let clips: [String: [Clip]]
  private let postings: [String: [PublicationNote]]
  /// The last runs, newest first.
  let nights: [RunRecord]
  /// Minimum group size for published figures, by video.
  private let least: [String: Int]
  private let lazyComparison = LazyValue<LibraryComparison>()

  /// Opens a library; `report` is called with each video after its page was written.
  package init(
    library: LibraryFolder, database: LibraryDatabase? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    let database = try database ?? library.database(for: .reading)
    (self.library, self.database, self.report) = (library, database, report)
    folder = ReportFolder(of: library, try library.settings.settings(for: nil))
    videoStatuses = try DueVideos(library: library, database: database).videoStatuses()
    clips = Dictionary(grouping: try database.clips.all(), by: \.video)
    postings = Dictionary(grouping: try database.clips.postings(), by: \.video)
    nights = try database.runs.last(30)
    let settings = try PerVideoSettings(videoStatuses.map(\.video), library.settings)
    least = videoStatuses.keyed(by: \.video) {
      settings[$0.video].settings.selection.minimumViewers
    }
  }

  /// The clips of a video, current and archived.
  func clips(of video: String) -> [Clip] { clips[video] ?? [] }
  func postings(of video: String) -> [PublicationNote] { postings[video] ?? [] }

  /// Compares moments with those of the library.
  var comparison: LibraryComparison {
    lazyComparison.value {
      let rates = videoStatuses.map { standing in
        // Decisions that cannot be read are left out.
        let moments = (try? standing.state.document)?.moments ?? []
        return moments.filter { $0.why.viewers >= least[standing.video, default: .max] }
          .compactMap(\.why.reactingShare)
      }
      return LibraryComparison(rates)
    }
  }

  /// A hash of everything that a video's page is made from.
  func stamp(of standing: DueVideos.ProcessingStatus) -> String {
    let video = standing.video
    return PageStatus.stamp(standing, clips(of: video), postings(of: video))
  }

  /// Writes the index and the page of a video, or all pages that are out of date if it is `nil`.
  ///
  /// It returns the path of the video's page, or of the index.
  /// `isCancelled` is called between pages, and while still images are made. Throws
  /// `CommandFailure` 66 for an unknown video, and 73, 74 or 77 if pages cannot be written.
  @discardableResult
  package func write(
    _ video: String? = nil, isCancelled: @escaping CancellationCheck = { false }
  ) throws -> String {
    if let video { try library.requireKnown(video, in: database) }
    for standing in due(video) where !isCancelled() {
      do {
        try write(standing, isCancelled: isCancelled)
      } catch {
        guard isCancelled() else { throw error }
      }
    }
    return try writeIndex(video)
  }

  package func due(_ video: String? = nil) -> [DueVideos.ProcessingStatus] {
    videoStatuses.filter { standing in
      if let video { return standing.video == video }
      return folder.stamp(of: ReportFolder.page(of: standing.video)) != stamp(of: standing)
    }
  }

  /// Writes a video's page; throws `interrupted` if it was cancelled before the page was complete.
  package func write(
    _ standing: DueVideos.ProcessingStatus, isCancelled: @escaping CancellationCheck
  ) throws {
    defer { report(standing.video) }
    let page = try VideoPageBuilder(job: self, standing: standing).page(isCancelled: isCancelled)
    // An incomplete page must not be written: its stamp would prevent a complete one.
    guard !isCancelled() else {
      throw MediaError(.interrupted, operation: "write the page of", path: standing.video)
    }
    try folder.write(page.html(), as: ReportFolder.page(of: standing.video))
  }

  /// Writes the index, and deletes pages and still images of removed videos and clips.
  @discardableResult
  package func writeIndex(_ video: String? = nil) throws -> String {
    let maker = try IndexPageBuilder(self)
    let stamp = maker.stamp
    if folder.stamp(of: ReportFolder.indexName) != stamp {
      try folder.write(maker.page(stamp: stamp).html(), as: ReportFolder.indexName)
    }
    folder.sweep(
      videos: Set(videoStatuses.map(\.video)),
      clips: Set(clips.values.joined().filter { $0.state == .current }.map(\.id)))
    guard let video, folder.stamp(of: ReportFolder.page(of: video)) != nil
    else { return folder.file(ReportFolder.indexName) }
    return folder.file(ReportFolder.page(of: video))
  }
}
