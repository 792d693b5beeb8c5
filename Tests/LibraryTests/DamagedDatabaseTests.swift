import Audience
import Foundation
import GRDB
import TestMaterial
import Testing

@testable import Library

/// A damaged database is rejected or still readable.
///
/// It never crashes the program.
@Suite struct DamagedDatabaseTests {
  /// A library with all kinds of data that runs store.
  private func whole() throws -> [UInt8] {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store((0..<30).map { session("s-\($0)", viewer: "v\($0)", count: 40) })
    _ = try library.detections.store(
      SeenDetections(
        video: "bbb", source: "yolo",
        detections: (0..<40).map {
          Detection(
            time: Double($0), label: "cat", score: 0.5,
            box: PictureBox(x: 0.1, y: 0.1, width: 0.2, height: 0.2), track: $0)
        }))
    for run in 0..<20 {
      let id = try library.runs.storeStart(at: Date())
      try library.runs.storeResult(
        id, at: Date(), counts: ["videos": run], exitCode: 0, note: "a night")
      try library.clips.store(
        Clip(
          video: "bbb", id: "bbb-\(run)", state: .current, fileName: "bbb-\(run).mp4",
          bytes: 5, modifiedNanoseconds: 7, sideFiles: ["a": "b"], createdAt: Date()))
      try library.videos.setState(
        VideoState(fingerprint: "f", decisions: "{}", lastRun: Date()), of: "video-\(run)")
    }
    try library.videos.setCache(.cuts, of: "bbb", key: "k", value: Data([1, 2, 3]))
    try library.close()
    return Array(try Data(contentsOf: URL(fileURLWithPath: folder.database)))
  }

  /// Damages the database in one of five ways: a page of noise, a page of zeros, noise after the
  /// page header, some flipped bytes, or a cut.
  private func damaged(_ whole: [UInt8], _ number: Int) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(number))
    var bytes = whole
    let pages = bytes.count / 4096
    let start = Int.random(in: 0..<pages, using: &random) * 4096
    switch number % 5 {
    case 0: for at in start..<start + 4096 { bytes[at] = .random(in: 0...255, using: &random) }
    case 1: for at in start..<start + 4096 { bytes[at] = 0 }
    case 2:
      // The header of the page stays, so that SQLite reads its cells.
      for at in start + 200..<start + 4096 { bytes[at] = .random(in: 0...255, using: &random) }
    case 3:
      for _ in 0..<30 {
        bytes[.random(in: 100..<bytes.count, using: &random)] ^=
          .random(in: 1...255, using: &random)
      }
    default: bytes.removeLast(bytes.count - start - 100)
    }
    return bytes
  }

  /// The queries of all commands.
  private func uses(_ library: LibraryDatabase) -> [() throws -> Void] {
    [
      { try library.check() }, { _ = try library.videos.all() },
      { _ = try library.videos.states() },
      { _ = try library.sessions.all(of: "bbb") }, { _ = try library.clips.all() },
      { _ = try library.runs.last(50) }, { _ = try library.detections.all(of: "bbb") },
      { _ = try library.videos.inputDigest(of: "bbb") }, { _ = try library.samplesByViewer("bbb") },
      { _ = try library.videos.cached(.cuts, of: "bbb", key: "k") },
    ]
  }

  /// `GAZECUT_TESTS_DAMAGES` sets the number of damages.
  @Test func damageIsRejectedOrHarmless() throws {
    let asked = ProcessInfo.processInfo.environment["GAZECUT_TESTS_DAMAGES"].flatMap { Int($0) }
    let count = asked ?? 250
    let whole = try whole()
    var refused = 0
    for number in 0..<count {
      let folder = try LibraryFolder()
      try folder.write(damaged(whole, number), to: folder.database)
      var found: Set<LibraryError.Kind> = []
      do {
        let library = try folder.open(.reading)
        for use in uses(library) {
          do { try use() } catch let error as LibraryError { found.insert(error.kind) }
        }
      } catch let error as LibraryError {
        found.insert(error.kind)
      }
      if !found.isEmpty { refused += 1 }
      #expect(found.isSubset(of: [.corrupt, .notALibrary]), "damage \(number): \(found)")
    }
    // The damages are severe enough for most to be detected.
    #expect(refused > count * 4 / 5, "\(refused) of \(count) were detected")
  }

  /// Whether the queries of `status --sessions`, `explain` and a run work for a video.
  private func reads(_ video: String, _ library: LibraryDatabase) -> Bool {
    do {
      _ = try library.samplesByViewer(video)
      _ = try (
        library.clips.all(of: video), library.videos.state(of: video),
        library.videos.source(of: video)
      )
      _ = try (
        library.sessions.viewersWithSeveralSessions(of: video),
        library.videos.inputDigest(of: video)
      )
      return try library.videos.contains(video) && library.videos.summary(of: video)?.sessions == 60
        && library.sessions.all(of: video).count == 60
        && library.detections.all(of: video).count == 40
    } catch {
      return false
    }
  }

  /// Replaces each page by noise.
  ///
  /// A page that belongs to one video does not affect the other.
  @Test func damageToOneVideoDoesNotAffectAnother() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    for video in ["aaa", "bbb"] {
      _ = try library.sessions.store(
        (0..<60).map {
          session(
            "\(video)-\($0)", viewer: "v\($0)", video: video, count: 260, shift: Double($0) / 100)
        })
      let box = PictureBox(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
      let boxes = (0..<40).map {
        Detection(time: Double($0), label: "cat", score: 0.5, box: box, track: $0)
      }
      _ = try library.detections.store(
        SeenDetections(video: video, source: "yolo", detections: boxes))
      try library.videos.setState(VideoState(fingerprint: video, lastRun: Date()), of: video)
    }
    try library.close()
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: folder.database)))
    var owned = ["aaa": 0, "bbb": 0]
    for start in stride(from: 4096, to: whole.count, by: 4096) {
      var bytes = whole
      for at in start..<start + 4096 { bytes[at] = UInt8(truncatingIfNeeded: at &* 31) | 1 }
      let copy = try LibraryFolder()
      try copy.write(bytes, to: copy.database)
      guard let library = try? copy.open(.reading) else { continue }
      let harmed = ["aaa", "bbb"].filter { !reads($0, library) }
      if harmed.count == 1 { owned[harmed[0], default: 0] += 1 }
    }
    // Videos share some root and index pages. All other pages belong to one video.
    let pages = whole.count / 4096
    #expect(owned.values.allSatisfy { $0 > pages / 5 }, "\(owned) of \(pages) pages")
  }

  /// SQLite detects no damage here, because only the values are wrong.
  @Test(arguments: [
    "UPDATE night SET started = 1e300", "UPDATE night SET started = 'soon'",
    "UPDATE night SET exitCode = 99999999999", "UPDATE night SET counts = x'ff'",
    "UPDATE session SET sampleCount = 9223372036854775807",
    "UPDATE session SET importedAt = 9e99", "UPDATE session SET video = x'00ff'",
    "UPDATE videoState SET lastRun = -9e99", "UPDATE videoState SET failureCount = 'many'",
    "UPDATE clip SET bytes = 'large', createdAt = 'x'", "UPDATE detections SET boxCount = 'x'",
    "ALTER TABLE night RENAME TO evening", "ALTER TABLE clip DROP COLUMN createdAt",
  ])
  func valuesThatGazecutNeverStoresAreRejected(_ statement: String) throws {
    let folder = try LibraryFolder()
    try folder.write(try whole(), to: folder.database)
    let queue = try DatabaseQueue(path: folder.database)
    try queue.writeWithoutTransaction { try $0.execute(sql: statement) }
    try queue.close()
    var found: Set<LibraryError.Kind> = []
    do {
      let library = try folder.open(.reading)
      for use in uses(library) {
        do { try use() } catch let error as LibraryError { found.insert(error.kind) }
      }
    } catch let error as LibraryError {
      found.insert(error.kind)
    }
    #expect(found.isSubset(of: [.corrupt]), "\(found)")
  }

  @Test func leftoversOfKilledImportsAreDeleted() throws {
    let folder = try LibraryFolder()
    try folder.open().close()
    // No process ID is above 2^22.
    let gone = [
      "gazecut.sqlite.9999999-7.new", "gazecut.sqlite.9999999-7.new-wal",
      "gazecut.key.9999999-7.new",
    ]
    let stay = ["gazecut.sqlite.\(getpid())-7.new", "gazecut.sqlite.copy", "mine.9999999-7.new"]
    for name in gone + stay { try folder.write([1], to: folder.path + "/" + name) }
    try folder.open().close()
    #expect(Set(folder.files) == Set(stay + ["gazecut.sqlite"]))
  }
}
