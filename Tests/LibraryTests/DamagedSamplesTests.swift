import Audience
import Foundation
import GRDB
import Testing

@testable import Library

/// Samples that changed on disk are rejected when read.
///
/// Importing their file again repairs them.
@Suite struct DamagedSamplesTests {
  private let folder: LibraryFolder
  private let library: LibraryDatabase
  private let sessions = [
    session("a", viewer: "anna", count: 200), session("b", viewer: "ben", count: 200, shift: 0.1),
    session("c", viewer: "ben", count: 200, shift: 0.2),
  ]

  init() throws {
    folder = try LibraryFolder()
    library = try folder.open()
    _ = try library.sessions.store(sessions)
  }

  /// Flips bits in sixty bytes of a value.
  ///
  /// `share` is their position in it.
  private func flip(_ table: String, _ column: String, row: Int64, at share: Double) throws {
    try library.queue.write { db in
      let stored = try Data.fetchOne(
        db, sql: "SELECT \(column) FROM \(table) WHERE rowid = ?", arguments: [row])
      var bytes = try #require(stored)
      let start = Int(share * Double(bytes.count - 60))
      for index in start..<start + 60 { bytes[index] ^= 0x15 }
      try db.execute(
        sql: "UPDATE \(table) SET \(column) = ? WHERE rowid = ?", arguments: [bytes, row])
    }
  }

  /// The message of a thrown error, or `nil`.
  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  /// Every byte after the header belongs to a sample.
  ///
  /// The error names the session by its label.
  @Test(arguments: [0.1, 0.25, 0.5, 0.75, 1])
  func damagedSamplesAreRejected(at share: Double) throws {
    try library.check()
    #expect(try library.samplesByViewer("bbb").count == 2)
    try flip("samples", "columns", row: 3, at: share)
    let key = try #require(try library.existingKey())
    let label = String(key.session("c", of: "bbb").prefix(10))
    #expect(try library.sessions.all(of: "bbb").map(\.label).contains(label))
    let readings: [() throws -> Void] = [
      { try library.check() }, { _ = try library.samplesByViewer("bbb") },
      { _ = try library.privacy.data(ofViewer: "ben") },
      { try library.sessions.updateReports(of: "bbb") { _, report in report } },
    ]
    for reading in readings {
      let said = message(reading) ?? "nothing"
      #expect(said.contains("session \(label) of bbb"), "\(said)")
      #expect(!said.contains("ben"))
    }
    #expect(try library.privacy.data(ofViewer: "anna")?.sessions.count == 1)
    // The named session can be removed.
    #expect(try library.sessions.remove(label, of: "bbb"))
    try library.check()
    #expect(try library.samplesByViewer("bbb").count == 2)
  }

  @Test func importingTheSameFileRepairsOnlyItsSession() throws {
    let whole = try library.samplesByViewer("bbb")
    let digest = try library.videos.inputDigest(of: "bbb")
    try library.audiences.store(
      library.sessions.viewers(of: "bbb").map { ($0, ViewerAggregate.unfit("asleep").encoded()) },
      foldedBy: "key")
    try flip("samples", "columns", row: 2, at: 0.5)
    #expect(
      try library.sessions.store(sessions).map(\.outcome) == [.unchanged, .healed, .unchanged])
    try library.check()
    #expect(try library.samplesByViewer("bbb") == whole)
    #expect(try library.videos.inputDigest(of: "bbb") == digest)
    // Only rows that were possibly aggregated from damaged samples are deleted.
    let kept = try library.queue.read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM viewerRows")
    }
    #expect(kept == 1)
    #expect(try library.sessions.store(sessions).allSatisfy { $0.outcome == .unchanged })
  }

  /// A damaged digest is repaired too.
  @Test(arguments: [
    "UPDATE session SET checksum = checksum + 1", "UPDATE session SET contentHash = 'x'",
    "UPDATE session SET recordedAt = 7", "UPDATE samples SET columns = x'02'",
    "DELETE FROM samples",
  ])
  func anyDamageOfASessionIsRepaired(_ statement: String) throws {
    let whole = try library.samplesByViewer("bbb")
    try library.queue.write { try $0.execute(sql: statement) }
    #expect(message { try library.check() } != nil)
    let outcomes = try library.sessions.store(sessions).map(\.outcome)
    #expect(outcomes.allSatisfy { [.healed, .replaced].contains($0) }, "\(outcomes)")
    try library.check()
    #expect(try library.samplesByViewer("bbb") == whole)
  }

  @Test func damagedDetectionsAndCurvesAreRepaired() throws {
    let boxes = SeenDetections(
      video: "bbb", source: "yolo",
      detections: (0..<40).map {
        Detection(
          time: Double($0), label: "cat", score: 0.5,
          box: PictureBox(x: 0.1, y: 0.1, width: 0.2, height: 0.2), track: $0)
      })
    let curve = EngagementCurve(
      source: .bunny, points: [.init(start: 0, end: 1.5, value: 12)], isShare: false, people: 9)
    _ = try library.detections.store(boxes)
    _ = try library.audiences.store(curve, of: "bbb", from: "/a/v.json")
    try library.check()
    try flip("detections", "boxes", row: 1, at: 0.5)
    try library.queue.write {
      try $0.execute(sql: "UPDATE curve SET content = replace(content, '12', '13')")
    }
    let said = message { try library.check() } ?? "nothing"
    #expect(said.contains("the boxes of yolo of bbb, the curve of bunny-heatmap of bbb"), "\(said)")
    #expect(message { _ = try library.audiences.curves(of: "bbb") } != nil)
    #expect(try library.detections.store(boxes) == .healed)
    #expect(try library.audiences.store(curve, of: "bbb", from: "/a/v.json") == .healed)
    try library.check()
    #expect(try library.audiences.curves(of: "bbb") == [curve])
    #expect(try library.detections.store(boxes) == .unchanged)
    #expect(try library.audiences.store(curve, of: "bbb", from: "/a/v.json") == .unchanged)
  }
}
