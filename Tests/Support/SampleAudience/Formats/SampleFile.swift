/// A file of the samples folder.
package struct SampleFile: Sendable, Equatable {
  /// Where it lies below the folder.
  package let path: String
  /// What it holds.
  package let bytes: [UInt8]

  /// Makes a file.
  package init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Makes a file of lines, each with its end.
  init(_ path: String, lines: [String]) {
    self.init(path, Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}
