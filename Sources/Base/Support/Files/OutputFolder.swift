import CProcess
import Foundation

/// Makes folders that results go into, and says what the system says where it cannot.
package enum OutputFolder {
  /// Makes a folder and those it lies in; one that is there is no fault.
  ///
  /// - Parameter path: the folder.
  /// - Throws: `CommandFailure` 73, 74 for a full or failing disk, or 77, naming the folder that
  ///   could not be made.
  package static func make(_ path: String) throws(CommandFailure) {
    guard !isThere(path) else { return }
    let parent = (path as NSString).deletingLastPathComponent
    if parent != path, !parent.isEmpty { try make(parent) }
    guard mkdir(path, 0o777) != 0 else { return }
    let code = errno
    // Another process was quicker.
    if code == EEXIST, isThere(path) { return }
    throw .creating(path, errno: code)
  }

  /// Makes a folder whose files gazecut replaces and removes; a symbolic link to one is refused.
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

  /// The names in a folder of gazecut's own, in order; none behind a symbolic link, where no file
  /// is gazecut's to take away.
  package static func names(in path: String) -> [String] {
    guard (try? requireNoLink(path)) != nil else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Whether a folder stands at a path.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension CommandFailure {
  /// A file of gazecut's own that cannot be opened, or is not what gazecut put there.
  package static func opening(_ path: String, _ refusal: FileRejection) -> CommandFailure {
    let known = creating(path, errno: refusal.code)
    return CommandFailure(
      known.status, "cannot use '\(path)': \(refusal.description)", scope: known.scope)
  }

  /// A file or folder that cannot be made, in the system's words.
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
