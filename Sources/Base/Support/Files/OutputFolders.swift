import CProcess
import Foundation

/// Creates folders for results, with the system's error messages.
package enum OutputFolders {
  /// Creates a folder with its parents, unless it exists.
  ///
  /// - Throws: `CommandFailure` 73, 74 if the disk is full or fails, or 77, with the folder's path.
  package static func make(_ path: String) throws(CommandFailure) {
    guard !isThere(path) else { return }
    let parent = (path as NSString).deletingLastPathComponent
    if parent != path, !parent.isEmpty { try make(parent) }
    guard mkdir(path, 0o777) != 0 else { return }
    let code = errno
    // Another process created it first.
    if code == EEXIST, isThere(path) { return }
    throw .creating(path, errno: code)
  }

  /// Creates a folder in which gazecut replaces and removes files; rejects a symbolic link.
  ///
  /// - Throws: `CommandFailure` as `make`, and 73 for a link.
  package static func makeOwn(_ path: String) throws(CommandFailure) {
    try requireNoLink(path)
    try make(path)
  }

  /// - Throws: `CommandFailure` 73 if a symbolic link is there.
  package static func requireNoLink(_ path: String) throws(CommandFailure) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw CommandFailure(
      .cannotCreate,
      "cannot use '\(path)': it is a symbolic link, which gazecut does not follow; put a folder "
        + "there, or set library.output to the place of all outputs", scope: .run)
  }

  /// The sorted names in a folder of gazecut; empty for a link: nothing behind it may be removed.
  package static func names(in path: String) -> [String] {
    guard (try? requireNoLink(path)) != nil else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension CommandFailure {
  /// The failure if one of gazecut's own files cannot be opened, or was replaced.
  package static func opening(_ path: String, _ refusal: FileRejection) -> CommandFailure {
    let known = creating(path, errno: refusal.code)
    return CommandFailure(
      known.status, "cannot use '\(path)': \(refusal.description)", scope: known.scope)
  }

  /// The failure if a file or folder cannot be created, with the system's message.
  package static func creating(_ path: String, errno code: Int32) -> CommandFailure {
    let status: ExitStatus =
      switch code {
      case EACCES, EPERM: .noPermission
      case ENOSPC, EDQUOT, EIO: .inputOutputFailed
      default: .cannotCreate
      }
    let why =
      code == EEXIST || code == ENOTDIR
      ? "a file of that name is there" : String(cString: strerror(code))
    return CommandFailure(
      status, "cannot create '\(path)': \(why)",
      scope: [ENOSPC, EDQUOT, EROFS].contains(code) ? .run : .video)
  }
}
