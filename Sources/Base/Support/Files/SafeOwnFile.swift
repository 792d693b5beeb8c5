import CProcess
import Glibc

/// The reason why a file was not opened, and what to do.
package struct FileRejection: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: Int32
  /// The reason without the path of the file.
  package let description: String

  package init(errno code: Int32) {
    self.code = code
    description = code == ELOOP ? Self.link : String(cString: strerror(code))
  }

  init(_ words: String, code: Int32 = EINVAL) {
    self.code = code
    description = words
  }

  private static let link =
    "it is a symbolic link, or a folder in its path is one; put the file itself there"
}

/// Opens gazecut's own files safely in folders where other users may have placed something else.
///
/// It does not follow symbolic links, wait for pipes or devices, or truncate files.
package enum SafeOwnFile {
  /// Opens a file with flags of open(2), to which safety flags are added.
  ///
  /// - Returns: a descriptor, which the caller must close.
  /// - Throws: `FileRejection` if it is not a regular file, or if it belongs neither to the current
  ///   user nor to the owner of its folder. The same for a file to be written that has a hard link.
  package static func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0o600
  ) throws(FileRejection) -> Int32 {
    let isWritten = flags & O_ACCMODE != O_RDONLY
    let folder = folder(of: path)
    let opened = Glibc.open(path, flags | RegularFile.careful | O_NOFOLLOW, mode)
    return try RegularFile.checked(opened) { (status) throws(FileRejection) in
      var above = stat()
      guard stat(folder, &above) == 0 else { throw FileRejection(errno: errno) }
      guard status.st_nlink <= 1 || !isWritten else {
        throw FileRejection(
          "it has a second name (a hard link); remove it, and gazecut recreates it")
      }
      guard status.st_uid == geteuid() || status.st_uid == above.st_uid else {
        throw FileRejection(
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
