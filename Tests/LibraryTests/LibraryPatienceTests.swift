import Foundation
import GRDB
import Synchronization
import Testing

@testable import Library

/// gazecut waits while another program writes to the library, up to a limit.
@Suite struct LibraryPatienceTests {
  /// Another program during a long import.
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

  /// Opens the library with a simulated clock: waiting takes no time, and `pause` gets the number
  /// of the step.
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

  @Test func writerWaitsForAnImportOfTenMinutes() throws {
    let (folder, importer) = try library()
    let steps = Steps()
    let end = Int(600 / LibraryTimeout.step)
    let library = try open(folder, steps) { if $0 == end { try? importer.finish() } }
    try importer.begin()
    try library.videos.setState(VideoState(fingerprint: "f"), of: "bbb")
    #expect(try library.videos.state(of: "bbb").fingerprint == "f")
    #expect(steps.count.load(ordering: .relaxed) == end)
    #expect(steps.notices.load(ordering: .relaxed) == 1)
  }

  @Test func readersDoNotWait() throws {
    let (folder, importer) = try library()
    let steps = Steps()
    let library = try open(folder, steps) { _ in }
    try importer.begin()
    #expect(try library.videos.all().count == 1)
    #expect(steps.count.load(ordering: .relaxed) == 0)
    try importer.finish()
  }

  @Test func waitingEndsSoonAfterCtrlC() throws {
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

  @Test func waitingEndsAtItsLimit() throws {
    let (folder, importer) = try library()
    let steps = Steps()
    let library = try open(folder, steps, seconds: 1) { _ in }
    try importer.begin()
    do throws(LibraryError) {
      try library.videos.setState(VideoState(), of: "bbb")
      Issue.record("the library was not locked")
    } catch {
      #expect(error.kind == .busy)
    }
    try importer.finish()
  }
}
