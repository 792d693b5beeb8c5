import Importers
import Settings
import Support

/// A database query whose rows are imported; nothing is ever written to the database.
///
///     - database: "odbc:DSN=app"
///       format: seetube
///       query: SELECT … FROM review WHERE updated > :since ORDER BY updated LIMIT 1000
///       since: updated
struct DatabaseInput: InputSource {
  let query: DatabaseQuery
  package let reading: InputSourceOptions
  package let origin: String?

  /// The address, which contains no password.
  package var name: String { "\(query.address)" }

  /// Path of an SQLite file; `nil` for ODBC.
  package var root: String? { query.address.file }

  /// One item, which is queried in each run, because only the query can find new rows.
  package func items(now: Double) throws(InputSourceError) -> [InputItem] {
    let mark = SHA256.hex(reading.text + "\n" + query.text).prefix(12)
    return [
      InputItem(
        identity: "\(name)\n\(mark)", name: name, label: name, token: "\(now)",
        source: .query(query), condition: .whole)
    ]
  }

  /// The keys of a database entry, in addition to import options.
  static let keys = ["database", "format", "query", "since", "overlap", "whole"]

  /// Reads an entry whose `database` is `address`; throws `SettingsError` with its line.
  init(at address: InputSourceSetting.Value, _ setting: InputSourceSetting, in library: String)
    throws
  {
    func failure(_ key: String, _ message: String) -> SettingsError {
      let origin = setting.values[key]?.origin ?? setting.origin
      return SettingsError(origin: origin, message: "\(key): \(message)")
    }
    let overlap = setting.values["overlap"].map { Double($0.text) } ?? DatabaseQuery.overlap
    guard let overlap else { throw failure("overlap", "it is a number, 0 or more") }
    let whole = setting.values["whole"]?.text ?? "false"
    guard ["true", "false"].contains(whole) else { throw failure("whole", "it is true or false") }
    let place: DatabaseAddress
    do throws(ImportOptionError) {
      place = try DatabaseAddress(address.text, below: library)
    } catch {
      throw failure("database", "\(error)")
    }
    do throws(ImportOptionError) {
      query = try DatabaseQuery(
        place, format: setting.values["format"]?.text ?? "",
        query: setting.values["query"]?.text ?? "", since: setting.values["since"]?.text,
        overlap: overlap, returnsWholeSessions: whole == "true")
    } catch {
      throw failure("query", "\(error)")
    }
    origin = (setting.values["query"]?.origin ?? setting.origin).place
    // The entry's `query` is not the option `--query` of `gazecut import`.
    var rest = setting
    rest.values["query"] = nil
    reading = try InputSourceFactory.reading(rest, nil, in: library)
  }
}
