import CProcess
import Glibc

/// Why a file was not opened, and what to do about it.
package struct FileRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  package let code: Int32
  /// What is wrong, without the file's path.
  package let description: String

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
    let isWritten = flags & O_ACCMODE != O_RDONLY
    let folder = folder(of: path)
    let opened = Glibc.open(path, flags | PlainFile.careful | O_NOFOLLOW, mode)
    return try PlainFile.checked(opened) { (status) throws(FileRefusal) in
      var above = stat()
      guard stat(folder, &above) == 0 else { throw FileRefusal(errno: errno) }
      guard status.st_nlink <= 1 || !isWritten else {
        throw FileRefusal("it has a second name (a hard link); remove it, gazecut makes it again")
      }
      guard status.st_uid == geteuid() || status.st_uid == above.st_uid else {
        throw FileRefusal(
          "it belongs to user \(status.st_uid), who is neither this user nor the owner of the "
            + "folder", code: EPERM)
      }
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
