import CSQLite
import Foundation
import Importers
import Library
import Reporting
import TestMaterial
import LibraryFixture
import Testing
@testable import Ingest

@testable import Upkeep
@testable import Workspace

/// Repeated imports neither replace data of other viewers nor count data twice.
@Suite struct RepeatedImportTests {
  private let folder: OwnedFolder

  init() throws { folder = try OwnedFolder() }

  private var counts: [[Int]] {
    get throws { try folder.database.videos.all().map { [$0.sessions, $0.viewers] } }
  }

  @Test func newTableUnderTheSameNameReplacesNoOtherViewers() throws {
    try folder.people("export.csv", ["anna", "ben"])
    _ = try folder.take("export.csv", options: OwnedFolder.named)
    try folder.people("export.csv", ["cy", "dan"], shift: 0.1)
    let line = try folder.take("export.csv", options: OwnedFolder.named).joined()
    #expect(try counts == [[4, 4]], "\(line)")
    // Returning viewers are matched by name, not by their position in the table.
    try folder.people("export.csv", ["eve", "ben"], shift: 0.2)
    _ = try folder.take("export.csv", options: OwnedFolder.named)
    #expect(try counts == [[5, 5]])
  }

  @Test func anotherQueryOfADatabaseReplacesNoOtherViewers() throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(folder.path + "/lab.db", &handle) == SQLITE_OK)
    let sql = """
      CREATE TABLE look (day INTEGER, who TEXT, t REAL, happy REAL);
      INSERT INTO look VALUES (1, 'anna', 1, 0.1), (1, 'ben', 1, 0.2), (2, 'cy', 1, 0.3),
        (2, 'dan', 1, 0.4), (2, 'anna', 30, 0.5), (2, 'anna', 31, 0.5);
      """
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    for day in 1...2 {
      let job = try ImportJob(
        library: folder.library, format: "sqlite",
        values: [
          .video: "walk",
          .query: "SELECT who AS viewer, t AS time, happy FROM look WHERE day = \(day)",
        ])
      let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
      _ = try job.take(file: folder.path + "/lab.db", progress: progress)
    }
    // A viewer who watched on both days has both sessions.
    #expect(try counts == [[5, 4]])
  }

  private func timeline(_ name: String, _ header: String = "") throws {
    let lines = (0..<40).map {
      "{\"t\":\(Double($0) / 4),\"gaze\":{\"x\":\(Double($0 % 5) / 5),\"y\":0.5,"
        + "\"tracking\":\"SUCCESS\"}}\n"
    }
    try folder.write(
      name,
      #"{"gazecut":"timeline/1","video":"walk","picture":{"x":0,"y":0,"width":1,"height":1}"#
        + "\(header)}\n" + lines.joined())
  }

  private func take(_ name: String, _ format: String = "timeline") throws -> String {
    let job = try ImportJob(
      library: folder.library, format: format, values: format == "timeline" ? [:] : [.video: "walk"]
    )
    let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
    return try job.take(file: folder.path + "/" + name, progress: progress).lines.joined()
  }

  @Test func sameRecordingInAnyContainerIsOneSession() throws {
    try timeline("u1.jsonl")
    try timeline("u2.jsonl")
    try timeline("u3.jsonl")
    try #require(try ExternalProgram("gzip").run([folder.path + "/u3.jsonl"]).status == 0)
    let infos = (0..<40).map {
      "{\"playTime\":\(Double($0) / 4),\"gazeInfo\":{\"x\":\(Double($0 % 5) / 5),\"y\":0.5,"
        + "\"trackingState\":\"SUCCESS\"}}"
    }
    try folder.write("u4.json", "{\"watchingInfos\":[\(infos.joined(separator: ","))]}")
    for name in ["u1.jsonl", "u2.jsonl", "u3.jsonl.gz"] { _ = try take(name) }
    #expect(try counts == [[1, 1]])
    #expect(try take("u4.json", "auto").contains("already has it"))
    #expect(try counts == [[1, 1]])
  }

  @Test func sameSamplesOfTwoNamedViewersAreReported() throws {
    try timeline("a.jsonl", #","viewer":"anna","session":"s-1""#)
    try timeline("b.jsonl", #","viewer":"ben","session":"s-2""#)
    #expect(try !take("a.jsonl").contains("same samples"))
    let line = try take("b.jsonl")
    #expect(line.contains("1 session holds the same samples as another viewer's"), "\(line)")
    #expect(try counts == [[2, 1]])
    let status = try StatusReport(library: folder.library).sessions(of: "walk")
    #expect(status.contains("odd: 2 sessions hold the same samples"), "\(status)")
  }

  @Test func sessionIDOfAnotherViewerIsRejected() throws {
    try timeline("a.jsonl", #","viewer":"anna","session":"s-1""#)
    _ = try take("a.jsonl")
    try folder.write(
      "b.jsonl",
      #"{"gazecut":"timeline/1","video":"walk","viewer":"ben","session":"s-1"}"#
        + "\n{\"t\":1,\"emotion\":{\"scores\":{\"sad\":1}}}\n")
    let error = #expect(throws: ImportError.self) { _ = try take("b.jsonl") }
    #expect(error?.problem.contains("belongs to another viewer") == true)
    #expect(error.map { !"\($0)".contains("anna") && !"\($0)".contains("ben") } == true)
    #expect(try counts == [[1, 1]])
  }

  /// Two people used one device under one viewer name, so the viewer has the same seconds twice.
  @Test func sameSecondsTwiceInOneFileAreReported() throws {
    let rows = ["s-1", "s-2"].flatMap { session in
      (0..<40).map { "tablet,\(session),\(Double($0) / 4),\(session == "s-1" ? 0.2 : 0.7)" }
    }
    try folder.write("tablet.csv", (["who,s,t,happy"] + rows).joined(separator: "\n"))
    let map: [ImportOption: String] = [.map: "time=t,viewer=who,session=s,happy=happy"]
    let line = try folder.take("tablet.csv", options: map).joined()
    #expect(line.contains("the same seconds of 1 viewer is recorded more than once"), "\(line)")
    let status = try StatusReport(library: folder.library).sessions(of: "walk")
    #expect(status.contains("recorded more than once in one file"), "\(status)")
  }
}
