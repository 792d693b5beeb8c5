import CProcess
import Glibc

/// Why a file was not opened, and what to do about it.
package struct FileRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  package let code: Int32
  /// What is wrong, without the file's path.
  package let description: String

  /// A system call that failed.
  package init(errno code: Int32) {
    self.code = code
    description = code == ELOOP ? Self.link : String(cString: strerror(code))
  }

  /// A file that is there and is not used.
  init(_ words: String, code: Int32 = EINVAL) {
    self.code = code
    description = words
  }

  private static let link = "it is a symbolic link, or lies behind one; put the file itself there"
}

/// Opens files that gazecut itself wrote, in folders where others may have put something else.
///
/// A symbolic link is not followed, a pipe or device is not waited for, and nothing is truncated.
package enum OwnFile {
  /// Opens a file of gazecut's own.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - flags: of open(2), such as `O_RDWR | O_CREAT`; those that keep off links and pipes are
  ///     added.
  ///   - mode: permissions of a file that is created.
  /// - Returns: a descriptor, which the caller closes.
  /// - Throws: `FileRefusal` for what is not a regular file, belongs neither to this user nor to
  ///   the owner of its folder, or is to be written and has a second name (a hard link).
  package static func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0o600
  ) throws(FileRefusal) -> Int32 {
    let descriptor = Glibc.open(path, flags | PlainFile.careful | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw FileRefusal(errno: errno) }
    do throws(FileRefusal) {
      try require(descriptor, in: folder(of: path), isWritten: flags & O_ACCMODE != O_RDONLY)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func require(
    _ descriptor: Int32, in folder: String, isWritten: Bool
  ) throws(FileRefusal) {
    var (status, above) = (stat(), stat())
    guard fstat(descriptor, &status) == 0, stat(folder, &above) == 0 else {
      throw FileRefusal(errno: errno)
    }
    try PlainFile.requireRegular(status)
    guard status.st_nlink <= 1 || !isWritten else {
      throw FileRefusal("it has a second name (a hard link); remove it, gazecut makes it again")
    }
    guard status.st_uid == geteuid() || status.st_uid == above.st_uid else {
      throw FileRefusal(
        "it belongs to user \(status.st_uid), who is neither this user nor the owner of the folder",
        code: EPERM)
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// Reads regular files, whatever else may lie under their names.
package enum PlainFile {
  /// Flags of open(2) with which a pipe is not waited for and a terminal not taken.
  static let careful = O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  /// Bytes that are read of a file at most, unless the caller allows others.
  package static let usualLimit = 1 << 28

  /// Opens a file to read it; links are followed.
  ///
  /// - Throws: `FileRefusal` for a folder, pipe, socket or device.
  package static func open(_ path: String) throws(FileRefusal) -> Int32 {
    let descriptor = Glibc.open(path, O_RDONLY | careful)
    guard descriptor >= 0 else { throw FileRefusal(errno: errno) }
    do throws(FileRefusal) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileRefusal(errno: errno) }
      try requireRegular(status)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The content of a file; links are followed.
  ///
  /// - Throws: `FileRefusal`, also for a file of more bytes than `limit`.
  package static func bytes(
    of path: String, atMost limit: Int = usualLimit
  ) throws(FileRefusal) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try bytes(from: descriptor, atMost: limit)
  }

  /// What is left to read of an open file.
  package static func bytes(
    from descriptor: Int32, atMost limit: Int
  ) throws(FileRefusal) -> [UInt8] {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileRefusal(errno: errno) }
      guard count > 0 else { return all }
      guard all.count + count <= limit else {
        throw FileRefusal("it has more than \(limit) bytes", code: EFBIG)
      }
      all += part[..<count]
    }
  }

  /// Writes all bytes; a write may stop early or be interrupted.
  package static func write(
    _ bytes: some Collection<UInt8>, to descriptor: Int32
  ) throws(FileRefusal) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw FileRefusal(errno: errno) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  static func requireRegular(_ status: stat) throws(FileRefusal) {
    let kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: ""
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    guard kind.isEmpty else { throw FileRefusal("it is \(kind), not a regular file") }
  }
}
