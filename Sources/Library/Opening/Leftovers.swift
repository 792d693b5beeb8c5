import Foundation

/// Files of the library folder that served on the way to a database or a key, and stayed because
/// the process that made them was killed.
enum Leftovers {
  /// Removes those whose process is gone.
  static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH else { continue }
      unsafe unlink(folder + "/" + name)
    }
  }

  /// The process that a temporary name carries; `nil` for any other name.
  static func process(of name: String) -> pid_t? {
    let form = /gazecut\.(?:sqlite|key)\.([0-9]+)-[0-9]+\.new(?:-wal|-shm|-journal)?/
    guard let match = name.wholeMatch(of: form), let process = pid_t(match.1), process > 0 else {
      return nil
    }
    return process
  }
}
