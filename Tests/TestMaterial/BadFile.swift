/// An invalid file: its name, the format it is imported as, and the expected error message.
package struct BadFile: CustomStringConvertible, Sendable {
  package let name: String
  package let format: String
  private let make: @Sendable () -> [UInt8]
  package let message: String

  /// The content, generated for each call.
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

  package var description: String { name }

  /// Values of all options by name; a format uses its own.
  package static let values = [
    "video": "v", "viewer": "Somebody", "picture": "0,0,844x475", "screen": "834x1194",
    "image": "1280x720", "fps": "25", "query": "SELECT * FROM t",
    "map": "time=t,x=x,y=y,gaze=normalised", "started-at": "2019-04-23T20:55:10",
  ]

  /// The options that the file's format uses.
  package var values: [String: String] {
    var values = Self.values
    if format != "firebase" { values["started-at"] = nil }
    if format != "table" { values["map"] = nil }
    return values
  }
}
