internal import Foundation
internal import Hashing
package import Media

/// What tells one source file from another without reading it all: its size, and SHA-256 digests
/// of its first and last MiB.
package struct SourceIdentity: Hashable, Sendable, Codable {
  /// Bytes.
  package var size: Int
  /// SHA-256 of the first MiB (or of the whole, if it is smaller), in hex.
  package var head: String
  /// SHA-256 of the last MiB (or of the whole, if it is smaller), in hex.
  package var tail: String

  private static let span = 1 << 20

  /// Makes an identity that was read before.
  package init(size: Int, head: String, tail: String) {
    self.size = size
    self.head = head
    self.tail = tail
  }

  /// Reads the identity of a file.
  ///
  /// - Throws: `notFound`, `notPermitted` or `inputOutput`.
  package init(reading path: String) throws(MediaError) {
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      let end = Int(try handle.seekToEnd())
      try handle.seek(toOffset: 0)
      let first = try handle.read(upToCount: Self.span) ?? Data()
      try handle.seek(toOffset: UInt64(max(0, end - Self.span)))
      let last = try handle.read(upToCount: Self.span) ?? Data()
      self.init(size: end, head: SHA256.hex(first), tail: SHA256.hex(last))
    } catch {
      throw Self.mediaError(error, path)
    }
  }

  private static func mediaError(_ error: any Error, _ path: String) -> MediaError {
    let code = (error as? CocoaError)?.code
    let kind: MediaError.Kind =
      switch code {
      case .fileNoSuchFile, .fileReadNoSuchFile: .notFound
      case .fileReadNoPermission: .notPermitted
      default: .inputOutput
      }
    // The system's words where it has some: Foundation's own are "error 256".
    let system = (error as? CocoaError)?.underlying as? POSIXError
    let detail =
      kind == .notFound
      ? "there is no such file"
      : system.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
    return MediaError(kind, operation: "read", path: path, detail: detail)
  }

  /// One line per field, for ids.
  var canonicalText: String { "size \(size)\nhead \(head)\ntail \(tail)" }
}
