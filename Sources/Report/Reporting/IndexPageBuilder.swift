import EditDecisions
import Foundation
import Ingest
import Library
import Selection
import Settings
import Support
import Workspace

struct IndexPageBuilder {
  private let job: ReportJob
  private let settings: PerVideoSettings
  private let viewers: [String: Int]
  private let finder: SourceFinder
  private let intake: String?
  private let ids: [String]
  private let leastViewers: Int

  init(_ job: ReportJob) throws {
    self.job = job
    viewers = try job.database.videos.all().keyed(by: \.id, \.viewers)
    intake = try IntakeStatus(job.database).sentence
    let common = try job.library.settings.settings(for: nil)
    finder = job.library.sourceFinder(common)
    ids = Set(job.videoStatuses.map(\.video)).union(finder.ids).sorted()
    let settings = try PerVideoSettings(ids, job.library.settings)
    self.settings = settings
    leastViewers =
      ids.map { settings[$0].settings.selection.minimumViewers }.min()
      ?? common.selection.minimumViewers
  }

  /// A hash of everything that the index is made from.
  ///
  /// If the existing page has the same stamp, the documents of thousands of videos need not be
  /// read.
  var stamp: String {
    let videos = ids.map { id in "\(id) \(viewers[id] ?? 0) \(least(id)) \(hasPage(id))" }
    let nights = nights.map { "\($0.began) \($0.seconds ?? -1) \($0.counts) \($0.ending)" }
    let parts =
      [name, "\(remarks)", intake ?? "", "\(leastViewers)"]
      + job.videoStatuses.map(job.stamp) + videos + nights
    return SHA256.hex(parts.joined(separator: "\u{0}"))
  }

  private var name: String { (job.library.path as NSString).lastPathComponent }
  private var nights: [IndexPage.RunRow] { job.nights.prefix(14).map(Self.night) }

  private var remarks: [String] {
    [UnusableFileNames(finder, in: job.library).sentence].compactMap { $0 }
  }

  private func least(_ id: String) -> Int { settings[id].settings.selection.minimumViewers }

  private func hasPage(_ id: String) -> Bool {
    FileManager.default.fileExists(atPath: job.folder.file(ReportFolder.page(of: id)))
  }

  /// Creates the page; `stamp` is the property `stamp`, passed because it is expensive.
  func page(stamp: String) -> IndexPage {
    let known = job.videoStatuses.keyed(by: \.video)
    var page = IndexPage()
    page.library = name
    page.stamp = stamp
    page.leastViewers = leastViewers
    page.nights = nights
    page.videos = ids.map { video($0, known[$0], viewers[$0] ?? 0) }
    page.remarks = remarks
    page.intake = intake
    return page
  }

  private func video(
    _ id: String, _ standing: DueVideos.ProcessingStatus?, _ viewers: Int
  ) -> IndexPage.Video {
    let disclosure = MinimumGroupRule(settings[id].settings.selection)
    let (best, clips) = standing.map(clips) ?? (nil, [])
    return IndexPage.Video(
      id: id, standing: standing.map(PageStatus.of) ?? ProcessingStatus(),
      page: hasPage(id) ? ReportFolder.page(of: id) : nil,
      viewers: disclosure.figure(viewers, of: viewers), best: best, clips: clips,
      lastRun: standing?.state.lastRun.map(PageDates.time) ?? "")
  }

  /// The best score, and the clips, best first.
  private func clips(_ standing: DueVideos.ProcessingStatus) -> (Double?, [IndexPage.Clip]) {
    guard let document = try? standing.state.document else { return (nil, []) }
    let video = standing.video
    let files = job.clips(of: video).filter(\.isPublished).keyed(by: \.id)
    let moments = document.moments.sorted { $0.rank < $1.rank }
    let strip = moments.map { moment in
      let file = files[moment.id]
      let isPosted = !job.postings(of: video).of(moment).isEmpty
      return IndexPage.Clip(
        rank: moment.rank, seconds: moment.end - moment.start,
        poster: file.flatMap(PageClips.poster).map { "../shorts/\(video)/\($0)" },
        status: file == nil ? .missing : isPosted ? .published : .ready)
    }
    return (moments.compactMap { PageClips.told($0, least(video)).score }.max(), strip)
  }

  private static func night(_ night: RunRecord) -> IndexPage.RunRow {
    let ending =
      switch night.exitCode {
      case nil: "did not finish"
      case 0: "done"
      case 3: "done, but not all of it"
      // A signal gives an exit code of 128 plus its number.
      case let code? where code > 128: "stopped (exit \(code))"
      case let code?: "failed (exit \(code))"
      }
    return IndexPage.RunRow(
      began: PageDates.time(night.started),
      seconds: night.finished.map { $0.timeIntervalSince(night.started) },
      counts: ["videos", "rendered", "failed"].map { night.counts[$0] ?? 0 }, ending: ending)
  }
}
