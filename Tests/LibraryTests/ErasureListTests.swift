import Foundation
import GRDB
import Testing

@testable import Library

/// Erased viewers stay erased after a backup is restored.
@Suite struct ErasureListTests {
  private let folder: LibraryFolder

  init() throws {
    folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session("s-2", viewer: "ben", shift: 0.1)])
    try library.backup(to: folder.path + "/before.sqlite")
    _ = try library.privacy.forget(["anna"])
    try library.close()
  }

  private func restore() throws {
    try FileManager.default.removeItem(atPath: folder.database)
    try FileManager.default.moveItem(
      atPath: folder.path + "/before.sqlite", toPath: folder.database)
  }

  private var list: String { folder.path + "/gazecut.erased" }

  @Test func restoredBackupDoesNotContainErasedViewers() throws {
    try restore()
    let library = try folder.open()
    #expect(try library.videos.all().map(\.viewers) == [1])
    #expect(try library.privacy.data(ofViewer: "anna")?.sessions.isEmpty == true)
    #expect(try library.sessions.store([session()]).map(\.outcome) == [.erased])
  }

  @Test func readmittedViewerStaysAfterReopening() throws {
    let library = try folder.open()
    let anna = session("s-9", shift: 0.2)
    _ = try library.sessions.store([anna], readmits: true) { _, take in try take(anna.samples) }
    try library.close()
    let again = try folder.open()
    #expect(try again.videos.all().map(\.viewers) == [2])
    #expect(try String(contentsOfFile: list, encoding: .utf8).isEmpty)
  }

  /// Samples and list entries of all viewers change in one transaction.
  @Test func severalViewersAreForgottenInOneTransaction() throws {
    let library = try folder.open()
    _ = try library.sessions.store([session("s-3", viewer: "cy", shift: 0.2)])
    try library.queue.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER third BEFORE INSERT ON forgotten
          WHEN (SELECT COUNT(*) FROM forgotten) = 2 BEGIN SELECT RAISE(ABORT, 'full'); END
          """)
    }
    #expect(throws: LibraryError.self) { try library.privacy.forget(["ben", "cy"]) }
    #expect(try library.videos.all().map(\.viewers) == [2])
    try library.queue.write { try $0.execute(sql: "DROP TRIGGER third") }
    #expect(try library.privacy.forget(["ben", "nobody", "cy"]) == ["bbb"])
    #expect(try library.videos.all().isEmpty)
    #expect(try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").count == 3)
  }

  @Test func lostErasureListIsWrittenAgain() throws {
    let before = try String(contentsOfFile: list, encoding: .utf8)
    #expect(before.split(separator: "\n").count == 1)
    try FileManager.default.removeItem(atPath: list)
    try folder.open().close()
    #expect(try String(contentsOfFile: list, encoding: .utf8) == before)
    let mode = try FileManager.default.attributesOfItem(atPath: list)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func interruptedErasureIsCompletedWhenOpening() throws {
    // The state after a crash between writing the list and committing the transaction.
    try restore()
    let library = try folder.open()
    #expect(try library.videos.all().map(\.viewers) == [1])
    try library.close()
    #expect(try folder.open().videos.all().map(\.viewers) == [1])
  }

  @Test func invalidErasureListIsRejected() throws {
    try Data("anna\n".utf8).write(to: URL(fileURLWithPath: list))
    #expect(folder.rejection() == .corrupt)
    #expect(folder.rejection(.reading) == nil)
  }
}
