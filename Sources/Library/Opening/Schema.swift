import Foundation
import GRDB

/// The tables, and how the library of an earlier release becomes one of this.
enum Schema {
  /// SQLite's `application_id`: "gzct".
  static let applicationID: Int32 = 0x677A_6374
  /// The version this build writes (`user_version`).
  static var version: Int { steps.last?.version ?? 0 }
  /// Versions that are brought up to this one; others were in no release.
  static var known: [Int] { steps.map(\.version) }

  /// Takes the steps that are missing; the caller holds a transaction.
  static func migrate(_ db: Database, from earlier: Int, to last: Int = version) throws {
    for step in steps where step.version > earlier && step.version <= last {
      try db.execute(sql: String(decoding: step.sql, as: UTF8.self))
    }
    try db.execute(sql: "PRAGMA user_version = \(last)")
  }

  /// What makes a library of each version of that before, or of nothing: the files of `Schema`,
  /// beside this one.
  private static let steps: [(version: Int, sql: [UInt8])] = [
    (10, PackageResources.version10_sql), (17, PackageResources.version17_sql),
    (18, PackageResources.version18_sql), (19, PackageResources.version19_sql),
    (20, PackageResources.version20_sql), (21, PackageResources.version21_sql),
    (22, PackageResources.version22_sql),
  ]
}
