package struct SampleFile: Sendable, Equatable {
  package let path: String
  package let bytes: [UInt8]

  package init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Creates a file of lines, each with a line end.
  init(_ path: String, lines: [String]) {
    self.init(path, Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}
