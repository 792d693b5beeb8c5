import EditDecisions
import Foundation
import Library
import Report
import Selection
import Settings

/// Gathers all that the index shows.
struct IndexPageMaker {
  let library: LibraryFolder
  let database: LibraryDatabase
  let folder: PageFolder
  let standings: [DueCheck.Standing]
  let nights: [Night]
  let clips: [String: [Clip]]

  /// The page.
  ///
  /// - Throws: errors of the library and of the configuration.
  func page() throws -> IndexPage {
    let settings = try library.settings.settings(for: nil)
    let summaries = Dictionary(
      try database.videos().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let finder = library.sourceFinder(settings)
    let known = Dictionary(
      standings.map { ($0.video, $0) }, uniquingKeysWith: { first, _ in first })
    var page = IndexPage()
    page.library = (library.path as NSString).lastPathComponent
    page.nights = nights.map(Self.night)
    page.videos = try Set(known.keys).union(finder.ids).sorted().map { id in
      try video(id, known[id], summaries[id]?.viewers ?? 0)
    }
    page.remarks = UnusableName(finder, in: library).lines.prefix(1).map {
      "\($0.prefix { $0 != ":" }): `gazecut status` has the lines."
    }
    return page
  }

  private func video(
    _ id: String, _ standing: DueCheck.Standing?, _ viewers: Int
  ) throws -> IndexPage.Video {
    let disclosure = Disclosure(try library.settings.settings(for: id).selection)
    let (best, posters) = standing.map(posters) ?? (nil, [])
    let name = id + ".html"
    return IndexPage.Video(
      id: id, standing: standing.map(PageStanding.of) ?? Standing(),
      page: FileManager.default.fileExists(atPath: folder.file(name)) ? name : nil,
      viewers: disclosure.figure(viewers, of: viewers), best: best, posters: posters,
      lastRun: standing?.state.lastRun.map(PageWords.time) ?? "")
  }

  /// The best score, and the posters in the order of rank.
  private func posters(_ standing: DueCheck.Standing) -> (Double?, [IndexPage.Poster]) {
    guard let text = standing.state.decisions,
      let document = try? DecisionDocument(json: Data(text.utf8))
    else { return (nil, []) }
    let current = (clips[standing.video] ?? []).filter { $0.state == .current && $0.bytes >= 0 }
    let files = Dictionary(
      current.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let moments = document.moments.sorted { $0.rank < $1.rank }
    let posters = moments.compactMap { moment in
      files[moment.id].flatMap(PageClips.poster).map {
        IndexPage.Poster(
          file: "../shorts/\(standing.video)/\($0)",
          name: PageWords.span(moment.start, moment.end))
      }
    }
    return (moments.map(\.score).max(), posters)
  }

  private static func night(_ night: Night) -> IndexPage.Night {
    let ending =
      switch night.exitCode {
      case nil: "did not finish"
      case 0: "done"
      case 3: "done, some videos failed"
      case let code?: "stopped (exit \(code))"
      }
    return IndexPage.Night(
      began: PageWords.time(night.started),
      seconds: night.finished.map { $0.timeIntervalSince(night.started) },
      counts: ["videos", "rendered", "failed"].map { night.counts[$0] ?? 0 }, ending: ending)
  }
}
