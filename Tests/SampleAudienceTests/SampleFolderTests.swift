import CSQLite
import Foundation
import SampleAudience
import Testing

/// The committed samples equal the output of `make-samples`.
@Suite struct SampleFolderTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("samples")

  private static let again = "; write them again with make-samples --formats samples"

  @Test func committedFilesEqualTheOutputOfTheGenerator() throws {
    for file in SampleFolder.files() {
      let there = try? Data(contentsOf: Self.folder.appendingPathComponent(file.path))
      #expect(there.map(Array.init) == file.bytes, "\(file.path) differs\(Self.again)")
    }
  }

  @Test func folderContainsNoOtherFiles() throws {
    let below = FileManager.default.enumerator(atPath: Self.folder.path)
    var found: Set<String> = []
    while let name = below?.nextObject() as? String {
      // `make run` works in samples/made.
      if name == "made" || name.hasPrefix("made/") || name.hasPrefix(".") { continue }
      if !(name as NSString).pathExtension.isEmpty { found.insert(name) }
    }
    let made = SampleFolder.files().map(\.path) + [SQLiteSample.name, "README.md"]
    #expect(found == Set(made))
  }

  @Test func folderIsSmallerThan2600Kilobytes() {
    let bytes = SampleFolder.files().reduce(0) { $0 + $1.bytes.count }
    #expect(bytes < 2_600_000, "\(bytes)")
  }

  /// The bytes of a database depend on the version of SQLite, but its rows do not.
  @Test func rowsOfTheDatabaseEqualThoseOfTheGenerator() throws {
    let made = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: made) }
    try SQLiteSample.write(to: made)
    let rows = try Self.rows(of: made)
    #expect(rows.count > 1000)
    let committed = try Self.rows(of: Self.folder.appendingPathComponent(SQLiteSample.name).path)
    #expect(committed == rows, "\(SQLiteSample.name) differs\(Self.again)")
  }

  @Test func readmeListsTheImportCommandOfEachSample() throws {
    let readme = try String(
      contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
    for sample in SampleImport.all {
      #expect(readme.contains("    \(sample.command)\n"), "\(sample.command)")
    }
  }

  private static func rows(of path: String) throws -> [String] {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    try #require(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    var rows: [String] = []
    for query in ["SELECT sql FROM sqlite_schema", "SELECT * FROM person", "SELECT * FROM look"] {
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      try #require(sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK)
      while sqlite3_step(statement) == SQLITE_ROW {
        let cells = (0..<sqlite3_column_count(statement)).map { index in
          sqlite3_column_text(statement, index).map { String(cString: $0) } ?? "NULL"
        }
        rows.append(cells.joined(separator: "|"))
      }
    }
    return rows
  }
}
