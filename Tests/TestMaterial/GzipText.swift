import CZlib
package import Foundation

package enum GzipText {
  /// The bytes of a file, decompressed if it is gzip.
  ///
  /// - Throws: `CocoaError` if it cannot be opened or is truncated.
  package static func bytes(of file: URL) throws -> [UInt8] {
    guard let handle = gzopen(file.path, "rb") else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: file.path])
    }
    defer { gzclose(handle) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = gzread(handle, &buffer, UInt32(buffer.count))
      guard count >= 0 else {
        throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: file.path])
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<Int(count)]
    }
  }

  /// Calls `row` with the comma-separated fields of each line after the header.
  package static func rows(of file: URL, _ row: ([ArraySlice<UInt8>]) -> Void) throws {
    let bytes = try bytes(of: file)
    let newline = UInt8(ascii: "\n")
    let comma = UInt8(ascii: ",")
    var isHeader = true
    for line in bytes.split(separator: newline) {
      if !isHeader { row(line.split(separator: comma, omittingEmptySubsequences: false)) }
      isHeader = false
    }
  }

  /// Parses a decimal number; NaN for other text.
  ///
  /// The general parser is too slow for a million numbers.
  package static func number(_ field: ArraySlice<UInt8>) -> Double {
    var sum = 0.0
    var scale = 0.0
    var sign = 1.0
    for byte in field where byte != UInt8(ascii: "\r") {
      switch byte {
      case UInt8(ascii: "-"): sign = -1
      case UInt8(ascii: "."): scale = 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        sum = sum * 10 + Double(byte - UInt8(ascii: "0"))
        scale *= 10
      default: return .nan
      }
    }
    return field.isEmpty ? .nan : sign * sum / max(1, scale)
  }
}
