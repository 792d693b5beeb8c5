import Glibc
package import Media
import Support

/// Identifies a source file without reading all of it: by its size, and by SHA-256 digests of its
/// first and last MiB.
package struct SourceIdentity: Hashable, Sendable, Codable {
  package var size: Int
  package var head: String
  package var tail: String

  /// The fields as text, one line per field; part of the input from which clip IDs are hashed.
  var canonicalText: String { "size \(size)\nhead \(head)\ntail \(tail)" }
}

extension SourceIdentity {
  private static let span = 1 << 20

  package init(reading path: String) throws(MediaError) {
    do throws(FileRejection) {
      let file = try RegularFile.open(path)
      defer { close(file) }
      let end = Int(lseek(file, 0, SEEK_END))
      let first = try Self.part(of: file, from: 0)
      let last = try Self.part(of: file, from: max(0, end - Self.span))
      self.init(size: end, head: SHA256.hex(first), tail: SHA256.hex(last))
    } catch {
      let kind: MediaError.Kind =
        switch error.code {
        case ENOENT, ENOTDIR: .notFound
        case EACCES, EPERM: .notPermitted
        case EINVAL: .invalidData
        default: .inputOutput
        }
      let detail = kind == .notFound ? "there is no such file" : error.description
      throw MediaError(kind, operation: "read", path: path, detail: detail)
    }
  }

  private static func part(of file: Int32, from offset: Int) throws(FileRejection) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: span)
    var length = 0
    while length < span {
      let rest = span - length
      let count = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress?.advanced(by: length), rest, off_t(offset + length))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileRejection(errno: errno) }
      guard count > 0 else { break }
      length += count
    }
    return Array(bytes[..<length])
  }
}
