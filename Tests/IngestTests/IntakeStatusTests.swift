import Foundation
import Library
import LibraryFixture
import Testing
@testable import Ingest

/// What `status` prints about files that were not imported.
@Suite struct IntakeStatusTests {
  private func record(
    _ file: Int, _ state: String, _ label: String, _ reason: String, line: Int? = nil
  ) -> ImportLogEntry {
    var record = ImportLogEntry(identity: "\(file)", token: "1", state: state, label: label)
    (record.reason, record.line) = (reason, line)
    return record
  }

  @Test func filesWithTheSameProblemShareOneLine() throws {
    let folder = try OwnedFolder()
    let many = (1...30).map { record($0, "waiting", "timelines/walk/*", "it is empty") }
    let few = [
      record(31, "blocked", "timelines/…", "it is a symbolic link to a file that does not exist"),
      record(32, "refused", "timelines/walk/* (sha256 01)", "no time", line: 7),
      record(33, "refused", "timelines/walk/* (sha256 02)", "no time", line: 9),
    ]
    try folder.database.intake.store(many + few)
    let status = try IntakeStatus(folder.database)
    #expect(status.troubles.count == 33)
    let lines = status.lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  (") }
    #expect(lines.count == 3, "\(lines)")
    for line in [
      "  timelines/walk/* and 29 others: waiting: it is empty",
      "  timelines/…: waiting: it is a symbolic link to a file that does not exist",
      "  timelines/walk/* (sha256 01):7 and 1 other: rejected: no time",
    ] {
      #expect(lines.contains(line), "\(lines)")
    }
  }

  /// The last line counts the files that are not listed.
  @Test func onlyTheFirstProblemsAreListed() throws {
    let folder = try OwnedFolder()
    let records = (0..<50).map { file in
      record(file, "refused", "timelines/walk/*", "no time in row \(file / 2)")
    }
    try folder.database.intake.store(records)
    let lines = try IntakeStatus(folder.database).lines
    #expect(lines.count == 22 && lines[20] == "  and 10 more", "\(lines)")
  }

  @Test func unreadableFilesAreCountedSeparately() throws {
    let folder = try OwnedFolder()
    try folder.database.intake.store([record(1, "blocked", "timelines/…", "it leads nowhere")])
    try folder.database.intake.setLastResult(at: .init(timeIntervalSince1970: 0), counts: [:])
    let sentence = try #require(try IntakeStatus(folder.database).sentence)
    #expect(sentence.contains("1 waiting (1 unreadable), 0 rejected"), "\(sentence)")
  }
}
