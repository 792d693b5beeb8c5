import Foundation

/// What tells without reading a file that its content may be other: inode, size and times.
struct FileStamp {
  /// In one word.
  let text: String
  /// Whether the file was left alone long enough that another change would show in its times:
  /// clocks of file systems are coarse, the coarsest in use (FAT, some network file systems) by
  /// two seconds.
  let isSettled: Bool

  private static let coarsest = 2

  /// Looks at a file; `nil` where it is not there.
  init?(of path: String, now: Int = time(nil)) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let times = [status.st_mtim, status.st_ctim]
    text =
      "\(status.st_ino) \(status.st_size)"
      + times.map { " \($0.tv_sec).\($0.tv_nsec)" }.joined()
    isSettled = times.allSatisfy { $0.tv_sec + Self.coarsest < now }
  }
}
