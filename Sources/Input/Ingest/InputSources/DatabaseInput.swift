import Importers
import Settings
import Support

/// A query of somebody's database, whose rows are taken in; nothing is ever written there.
///
///     - database: "odbc:DSN=app"
///       format: seetube
///       query: SELECT … FROM review WHERE updated > :since ORDER BY updated LIMIT 1000
///       since: updated
///
struct DatabaseInput: InputSource {
  let query: DatabaseQuery
  package let reading: InputSourceOptions
  /// Where gazecut.yaml has the query.
  package let origin: String?

  /// The address, which holds no secret.
  package var name: String { "\(query.address)" }

  /// The file of SQLite's; what ODBC reaches lies on no disk of this machine.
  package var root: String? { query.address.file }

  /// One item, which is asked every night: nobody knows before what is new.
  package func items(now: Double) throws(InputSourceError) -> [InputItem] {
    let mark = SHA256.hex(reading.text + "\n" + query.text).prefix(12)
    return [
      InputItem(
        identity: "\(name)\n\(mark)", name: name, label: name, token: "\(now)",
        source: .query(query), condition: .whole)
    ]
  }
}

extension DatabaseInput {
  /// What a database among the places has, beside options of an import.
  static let keys = ["database", "format", "query", "since", "overlap", "whole"]

  /// Reads an entry of `timelines:`.
  ///
  /// - Parameters:
  ///   - address: its `database`.
  ///   - setting: the entry.
  ///   - library: the library's folder, absolute.
  /// - Throws: `SettingsError` naming the line.
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
        overlap: overlap, givesWholeSessions: whole == "true")
    } catch {
      throw failure("query", "\(error)")
    }
    origin = (setting.values["query"]?.origin ?? setting.origin).place
    // It is the place's own word; `gazecut import` knows one of that name.
    var rest = setting
    rest.values["query"] = nil
    reading = try Places.reading(rest, nil, in: library)
  }
}
