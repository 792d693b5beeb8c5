import Audience
import Foundation
import GRDB
import Testing

@testable import Library

@Suite struct LibraryDatabasePartsTests {
  private struct Stop: Error {}

  /// A session of two and a bit parts: small values, so that it costs little.
  private func long() -> SampleColumns {
    let count = 2 * SampleColumns.partLength + 10
    let kinds = Emotion.allCases.count
    let columns = SampleColumns(
      milliseconds: (0..<count).map { Int32($0) }, x: (0..<count).map { Int16($0 % 8192) },
      y: Array(repeating: 4096, count: count), states: Array(repeating: 3, count: count),
      told: Array(repeating: 0, count: count), scores: Array(repeating: 0, count: count * kinds))
    return columns ?? SampleColumns()
  }

  @Test func aLongSessionIsStoredInPartsAndComesBackWhole() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    var stored = session()
    stored.samples = long()
    #expect(stored.samples.count > 1_000_000)
    #expect(try library.store([stored]).map(\.outcome) == [.added])
    let parts = try library.queue.read {
      try Int.fetchOne($0, sql: "SELECT MAX(part) FROM samplePart")
    }
    #expect(parts == 2)
    #expect(try library.all(of: "bbb") == [stored.samples])
    #expect(try library.store([stored]).map(\.outcome) == [.unchanged])
    #expect(try library.sessions(of: "bbb").map(\.samples) == [stored.samples.count])
    // What is removed leaves no part behind.
    _ = try library.remove(video: "bbb")
    #expect(
      try library.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM samplePart") } == 0)
  }

  @Test func whatPartsThrowIsThrownOnAndNothingIsStored() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let heads = [session("a"), session("b", viewer: "ben")]
    #expect(throws: Stop.self) {
      _ = try library.store(heads) { index, take in
        guard index == 0 else { throw Stop() }
        try take(heads[0].samples)
      }
    }
    #expect(try library.videos().isEmpty)
    #expect(try library.store(heads).map(\.outcome) == [.added, .added])
  }

  @Test func reportsAreKeptAndGivenToOldSessions() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    var told = session()
    _ = try library.store([told])
    #expect(try library.sessions(of: "bbb").map(\.report) == [nil])
    told.report = "{}"
    #expect(try library.store([told]).map(\.outcome) == [.unchanged])
    #expect(try library.sessions(of: "bbb").map(\.report) == ["{}"])
  }

  /// A library of the first version, as its published step made it.
  @Test func aLibraryOfTheFirstVersionIsBroughtUpToDate() throws {
    let folder = try LibraryFolder()
    let stored = session()
    let library = try folder.open()
    _ = try library.store([stored])
    try library.queue.write { db in
      try db.execute(
        sql: """
          DROP TABLE curve;
          DROP TABLE otherName;
          DROP INDEX sessionBeginning;
          ALTER TABLE session DROP COLUMN beginning;
          DROP TABLE intake;
          DROP TABLE samplePart;
          DROP TABLE boxPart;
          ALTER TABLE session DROP COLUMN report;
          ALTER TABLE session DROP COLUMN told;
          DROP INDEX sessionFile;
          DROP INDEX sessionSamples;
          DROP INDEX sessionName;
          ALTER TABLE session DROP COLUMN samplesHash;
          ALTER TABLE session DROP COLUMN nameMark;
          ALTER TABLE session DROP COLUMN fileMark;
          ALTER TABLE session DROP COLUMN fileLabel;
          ALTER TABLE session DROP COLUMN isNamedByFile;
          ALTER TABLE clip DROP COLUMN digest;
          ALTER TABLE clip DROP COLUMN retirement;
          ALTER TABLE videoState DROP COLUMN pinViewers;
          ALTER TABLE videoState DROP COLUMN tried;
          DROP TABLE forgotten;
          DROP TABLE sourceSeen;
          DROP TABLE inputDigest;
          DROP TRIGGER inputDigestSessionAdded;
          DROP TRIGGER inputDigestSessionGone;
          DROP TRIGGER inputDigestSessionOther;
          DROP TRIGGER inputDigestBoxesAdded;
          DROP TRIGGER inputDigestBoxesGone;
          DROP TRIGGER inputDigestBoxesOther;
          DROP TABLE label;
          DROP INDEX sessionInput;
          DROP TABLE frozenMark;
          DROP TABLE frozenBlock;
          DROP TABLE frozen;
          DROP TRIGGER viewerRowsOfLess;
          DROP TABLE viewerRows;
          DROP TABLE audienceBlock;
          DROP TABLE audience;
          INSERT INTO cache (video, kind, key, value)
            VALUES ('bbb', 'audienceTimeline', 'k', x'00');
          PRAGMA user_version = 1;
          """)
    }
    try library.close()
    #expect(folder.refusal(.reading) == .olderVersion)
    let newer = try folder.open()
    #expect(try newer.all(of: "bbb") == [stored.samples])
    #expect(try newer.sessions(of: "bbb").map(\.report) == [nil])
    #expect(try newer.sessions(of: "bbb").map(\.told) == [nil])
    // What was folded is folded anew, and that there was something is known.
    #expect(try newer.audience(of: "bbb", key: "k") == .older)
    #expect(
      try newer.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM cache") } == 0)
    #expect(try newer.store([stored]).map(\.outcome) == [.unchanged])
    try newer.close()
    #expect(try folder.open(.reading).videos().count == 1)
  }
}
