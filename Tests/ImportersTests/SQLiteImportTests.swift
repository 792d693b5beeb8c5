import Audience
import CSQLite
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct SQLiteImportTests {
  /// The bytes of a database with two viewers.
  private func database() throws -> [UInt8] {
    let path = NSTemporaryDirectory() + "gazecut-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    let sql = """
      CREATE TABLE looks (who TEXT, ms INTEGER, x REAL, y REAL, smile REAL);
      INSERT INTO looks VALUES ('a', 1500, 0.5, 0.25, 0.75), ('a', 2000, NULL, NULL, NULL),
        ('b', 1500, 0.25, 0.5, 0);
      """
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func file(_ query: String, map: String? = nil) throws -> ImportFile {
    var file = ImportFile(format: "sqlite", options: ImportOptions(video: "v"))
    try file.options.set(.query, to: query)
    if let map { try file.options.set(.map, to: map) }
    return file
  }

  @Test(arguments: [
    ("SELECT who AS viewer, ms / 1000.0 AS time, x, y, smile AS happy FROM looks", nil),
    ("SELECT * FROM looks;", "viewer=who,time=ms:ms,x=x,y=y,gaze=normalised,happy=smile"),
  ])
  func resultOfAQueryIsReadAsATable(_ query: String, _ map: String?) throws {
    let result = try file(query, map: map).read(database(), name: "lab.sqlite")
    guard case .sessions(let sessions) = result else { return #expect(Bool(false)) }
    #expect(sessions.map(\.viewer) == ["a", "b"] && sessions.map(\.session) == ["lab", "lab-2"])
    let point = PicturePoint(x: 0.5, y: 0.25)
    #expect(sessions[0].samples.map(\.time) == [1.5, 2])
    #expect(
      sessions[0].samples.map(\.gaze) == [
        .at(point, confidence: .full, movement: .unknown), .lost,
      ])
    #expect(sessions[0].samples[1].face == .lost)
  }

  @Test(arguments: [
    ("DELETE FROM looks", "--query is not one SELECT;"),
    ("SELECT 1; DROP TABLE looks", "--query is not one SELECT;"),
    ("ATTACH 'x' AS y", "--query is not one SELECT;"),
    ("SELECT * FROM nowhere", "--query failed: no such table: nowhere;"),
    ("SELECT who FROM looks", "1: there is no column 'time';"),
  ])
  func invalidQueriesAreRejected(_ query: String, _ part: String) throws {
    let rejection = try file(query).rejection(database())
    #expect(rejection.contains(part), "\(rejection)")
  }

  @Test func filesThatAreNotSQLiteAreRejected() throws {
    #expect(try file("SELECT 1").rejection("").contains("this is not an SQLite file;"))
    let damaged = try Array(database().prefix(4500))
    let map = "time=ms:ms,x=x,y=y,gaze=normalised"
    #expect(try file("SELECT * FROM looks", map: map).rejection(damaged) != "another error")
    var bare = ImportFile(format: "sqlite", options: ImportOptions(video: "v"))
    bare.options.query = nil
    #expect(try bare.rejection(database()).contains("give --query"))
  }
}
