import Foundation
import GRDB
import Synchronization
import Testing

@testable import Library

/// A call waits while another program writes, as long as an import may take.
@Suite struct LibraryPatienceTests {
  /// Another program in the middle of a long import.
  private final class Importer: Sendable {
    private let queue: DatabaseQueue
    init(_ folder: LibraryFolder) throws {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      queue = try DatabaseQueue(path: folder.database, configuration: configuration)
    }
    func begin() throws {
      try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }
    func finish() throws {
      try queue.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    }
  }

  private final class Steps: Sendable {
    let count = Atomic<Int>(0)
    let notices = Atomic<Int>(0)
  }

  private func library() throws -> (LibraryFolder, Importer) {
    let folder = try LibraryFolder()
    let first = try folder.open()
    _ = try first.sessions.store([session()])
    try first.close()
    return (folder, try Importer(folder))
  }

  /// Opens with a clock of its own: a step takes no time, and at `end` the importer is done.
  private func open(
    _ folder: LibraryFolder, _ steps: Steps, seconds: Double = LibraryTimeout.longest,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    _ pause: @escaping @Sendable (Int) -> Void
  ) throws -> LibraryDatabase {
    var patience = LibraryTimeout(seconds: seconds, isCancelled: isCancelled) {
      steps.notices.add(1, ordering: .relaxed)
    }
    patience.pause = { _ in pause(steps.count.add(1, ordering: .relaxed).newValue) }
    return try LibraryDatabase.open(folder: folder.path, for: .writing, patience: patience)
  }

  @Test func anImportOfManyMinutesIsWaitedFor() throws {
    let (folder, importer) = try library()
    let steps = Steps()
    // Six hundred seconds; ten were the limit once.
    let end = Int(600 / LibraryTimeout.step)
    let library = try open(folder, steps) { if $0 == end { try? importer.finish() } }
    try importer.begin()
    try library.videos.setState(VideoState(fingerprint: "f"), of: "bbb")
    #expect(try library.videos.state(of: "bbb").fingerprint == "f")
    #expect(steps.count.load(ordering: .relaxed) == end)
    #expect(steps.notices.load(ordering: .relaxed) == 1)
  }

  @Test func readersNeedNotWait() throws {
    let (folder, importer) = try library()
    let steps = Steps()
    let library = try open(folder, steps) { _ in }
    try importer.begin()
    #expect(try library.videos.all().count == 1)
    #expect(steps.count.load(ordering: .relaxed) == 0)
    try importer.finish()
  }

  @Test func ctrlCIsObeyed() throws {
    let (folder, importer) = try library()
    let steps = Steps()
    let library = try open(
      folder, steps, isCancelled: { steps.count.load(ordering: .relaxed) >= 100 }, { _ in })
    try importer.begin()
    #expect(throws: LibraryError.self) { try library.videos.setState(VideoState(), of: "bbb") }
    let rest = Int(LibraryTimeout.lastSeconds / LibraryTimeout.step)
    #expect(steps.count.load(ordering: .relaxed) == 100 + rest)
    try importer.finish()
  }

  @Test func theLimitHolds() throws {
    let (folder, importer) = try library()
    let steps = Steps()
    let library = try open(folder, steps, seconds: 1) { _ in }
    try importer.begin()
    do throws(LibraryError) {
      try library.videos.setState(VideoState(), of: "bbb")
      Issue.record("nobody held the library")
    } catch {
      #expect(error.kind == .busy)
    }
    try importer.finish()
  }
}
