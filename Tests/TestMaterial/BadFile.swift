/// A bad file by its name, the format it is given as, and what the refusal must say.
package struct BadFile: CustomStringConvertible, Sendable {
  /// The file's name.
  package let name: String
  /// The format it is given as.
  package let format: String
  private let make: @Sendable () -> [UInt8]
  /// What the refusal must say.
  package let message: String

  /// The file's bytes, made anew.
  package var bytes: [UInt8] { make() }

  init(_ name: String, _ format: String, _ text: String, _ message: String) {
    self.init(name, format, make: { Array(text.utf8) }, message)
  }

  init(_ name: String, _ format: String, bytes: [UInt8], _ message: String) {
    self.init(name, format, make: { bytes }, message)
  }

  init(
    _ name: String, _ format: String, make: @escaping @Sendable () -> [UInt8], _ message: String
  ) {
    self.name = name
    self.format = format
    self.make = make
    self.message = message
  }

  /// The file's name.
  package var description: String { name }

  /// What the user says beside the file, by the names of the options; a format takes its own.
  package static let values = [
    "video": "v", "viewer": "Somebody", "picture": "0,0,844x475", "screen": "834x1194",
    "image": "1280x720", "fps": "25", "query": "SELECT * FROM t",
    "map": "time=t,x=x,y=y,gaze=normalised", "started-at": "2019-04-23T20:55:10",
  ]

  /// The values that the file's format takes; those of `values` that only confuse it left out.
  package var values: [String: String] {
    var values = Self.values
    if format != "firebase" { values["started-at"] = nil }
    if format != "table" { values["map"] = nil }
    return values
  }
}
