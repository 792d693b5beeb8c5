import EditDecisions
import Foundation
import Library
import LibraryFixture
import Media
import Testing
import Workspace
@testable import Reporting

/// Which pages a report writes and which files it keeps.
///
/// Nothing is rendered.
@Suite struct ReportJobTests {
  /// A named pipe in place of a page is replaced, without opening it.
  @Test(.timeLimit(.minutes(1)), arguments: ["index.html", "walk.html"])
  func namedPipeInPlaceOfAPageIsReplaced(name: String) throws {
    let folder = try OwnedFolder()
    try folder.watch(6)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/report", withIntermediateDirectories: true)
    #expect(mkfifo(folder.path + "/report/" + name, 0o600) == 0)
    try report(folder).write()
    #expect(try text(folder, name).contains("<html"))
  }

  /// A video whose source is missing still has an audience.
  @Test func videoWithoutItsSourceIsNotReportedAsUnwatched() throws {
    let folder = try OwnedFolder()
    try folder.watch(6)
    try report(folder).write()
    let page = try text(folder, "walk.html")
    #expect(page.contains("Not readable now: ") && !page.contains("nobody watched"))
    #expect(page.contains("Nothing is shown over time: the video is not readable now."))
  }

  /// An incomplete page would count as up to date.
  @Test func interruptedPageIsNotWritten() throws {
    let folder = try OwnedFolder()
    try folder.watch(6)
    let job = try report(folder)
    let status = try #require(job.due().first)
    let error = #expect(throws: MediaError.self) {
      try job.write(status, isCancelled: { true })
    }
    #expect(error?.kind == .interrupted)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/report/walk.html"))
  }

  /// The page plays the source from its path.
  @Test func movingTheSourceUpdatesThePages() throws {
    let folder = try OwnedFolder()
    try folder.write("videos/walk.mp4", "pictures")
    try folder.publish()
    let job = try report(folder)
    let status = try #require(job.due().first)
    let seen = try #require(status.currentSource)
    try folder.database.videos.setSources(["walk": seen])
    try folder.database.videos.setState(
      VideoState(fingerprint: status.fingerprint, decisions: "{}"), of: "walk")
    try report(folder).write()
    #expect(try report(folder).due().isEmpty)
    try folder.write("videos/more/walk.mp4", "pictures")
    try FileManager.default.removeItem(atPath: folder.path + "/videos/walk.mp4")
    try report(folder).write()
    for name in ["walk.html", "index.html"] {
      #expect(try text(folder, name).contains("videos/more/walk.mp4"), "\(name)")
    }
  }

  /// IDs may contain several dots in a row.
  @Test(arguments: ["walk", "a.b", "a..b", "trip."])
  func reportKeepsStillsOfExistingClipsOnly(video: String) throws {
    let folder = try OwnedFolder()
    var clip = try folder.publish()
    (clip.video, clip.id) = (video, "\(video)-0123456789")
    try folder.database.clips.store(clip)
    for name in ["\(clip.id).12500.jpg", "\(video)-9876543210.12500.jpg"] {
      try folder.write("report/stills/\(name)", "a picture")
    }
    try report(folder).write()
    let stills = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/report/stills")
    #expect(stills == ["\(clip.id).12500.jpg"])
  }

  /// An engagement curve does not make the score of three viewers publishable.
  @Test(arguments: [(3, false), (5, true)])
  func scoreOfFewViewersIsInNeitherPage(viewers: Int, mayPublish: Bool) throws {
    let folder = try OwnedFolder()
    try folder.publish()
    var why = MomentReasons(viewers: viewers)
    why.curve = EngagementCurveFigures(source: "a platform's count", rise: 0.4, step: 1)
    try folder.decide(why, score: 0.83)
    try report(folder).write()
    #expect(try text(folder, "index.html").contains(">0.83<") == mayPublish)
    #expect(try text(folder, "walk.html").contains("<dd>0.83</dd>") == mayPublish)
  }

  /// One video may have a lower minimum of viewers than the others.
  @Test func indexReportsTheSmallestMinimumOfViewers() throws {
    let folder = try OwnedFolder()
    try folder.watch(3)
    try folder.write("gazecut.yaml", "videos:\n  walk: {selection.minimumViewers: 2}\n")
    let library = try LibraryFolder.find(
      configuration: folder.path, environment: [:], directory: folder.path,
      readers: folder.library.readers)
    try ReportJob(library: library, database: folder.database).write()
    let index = try text(folder, "index.html")
    #expect(index.contains("data-key=\"3\">3</td>"))
    #expect(index.contains("fewer than 2 people"))
  }

  @Test(arguments: [(Int32(66), "failed (exit 66)"), (143, "stopped (exit 143)"), (0, "done")])
  func indexReportsHowARunEnded(code: Int32, words: String) throws {
    let folder = try OwnedFolder()
    try folder.watch(6)
    let run = try folder.database.runs.storeStart(at: Date())
    try folder.database.runs.storeResult(run, at: Date(), counts: [:], exitCode: code, note: nil)
    try report(folder).write()
    #expect(try text(folder, "index.html").contains(words))
  }

  private func report(_ folder: OwnedFolder) throws -> ReportJob {
    try ReportJob(library: folder.library, database: folder.database)
  }

  private func text(_ folder: OwnedFolder, _ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/report/" + name, encoding: .utf8)
  }
}
