import GRDB

/// The tables of a library, and the migrations that lead to them.
enum Schema {
  /// SQLite's `application_id`: "gzct".
  static let applicationID: Int32 = 0x677A_6374

  /// The migrations, oldest first: `schema.sql`, then one for each later form of the tables.
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: String(decoding: PackageResources.schema_sql, as: UTF8.self))
    }
    return migrator
  }()
}
