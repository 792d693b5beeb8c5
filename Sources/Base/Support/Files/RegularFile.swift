import CProcess
import Glibc

/// Reads regular files only, and rejects folders, pipes, sockets and devices.
package enum RegularFile {
  /// Flags of open(2) that avoid waiting for a pipe and taking a controlling terminal.
  static let careful = O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  /// Default limit in bytes.
  package static let usualLimit = 1 << 28

  /// Opens a file for reading; follows symbolic links.
  package static func open(_ path: String) throws(FileRejection) -> Int32 {
    try checked(Glibc.open(path, O_RDONLY | careful))
  }

  /// Returns the result of open(2) if it is a regular file that passes `check`, else closes it.
  static func checked(
    _ descriptor: Int32, _ check: (stat) throws(FileRejection) -> Void = { _ in }
  ) throws(FileRejection) -> Int32 {
    guard descriptor >= 0 else { throw FileRejection(errno: errno) }
    do throws(FileRejection) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileRejection(errno: errno) }
      let kind =
        switch status.st_mode & S_IFMT {
        case S_IFREG: ""
        case S_IFDIR: "a folder"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
      guard kind.isEmpty else { throw FileRejection("it is \(kind), not a regular file") }
      try check(status)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The content of a file of at most `limit` bytes; follows symbolic links.
  package static func bytes(
    of path: String, atMost limit: Int = usualLimit
  ) throws(FileRejection) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try bytes(from: descriptor, atMost: limit)
  }

  package static func bytes(
    from descriptor: Int32, atMost limit: Int
  ) throws(FileRejection) -> [UInt8] {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileRejection(errno: errno) }
      guard count > 0 else { return all }
      guard all.count + count <= limit else {
        throw FileRejection("it has more than \(limit) bytes", code: EFBIG)
      }
      all += part[..<count]
    }
  }

  /// Writes all bytes; repeats partial and interrupted writes.
  package static func write(
    _ bytes: some Collection<UInt8>, to descriptor: Int32
  ) throws(FileRejection) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw FileRejection(errno: errno) }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
