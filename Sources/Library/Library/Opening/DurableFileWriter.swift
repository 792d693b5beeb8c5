import Foundation
import Support

/// Writes small files of the library folder with mode 0600 and flushes them to disk (fsync).
enum DurableFileWriter {
  /// A temporary name next to `path`; `StaleTemporaryFiles` removes such files after a crash.
  static func temporary(_ path: String) -> String {
    path + ".\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
  }

  /// Creates a file with mode 0600 and flushes it, but not its folder.
  static func create(_ path: String, _ text: String, _ operation: String) throws(LibraryError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw LibraryError(operation, errno: errno) }
    do throws(FileRejection) {
      defer { close(descriptor) }
      try RegularFile.write(text.utf8, to: descriptor)
      guard fsync(descriptor) == 0 else { throw FileRejection(errno: errno) }
    } catch {
      unsafe unlink(path)
      throw LibraryError(operation, error)
    }
  }

  /// Replaces a file atomically (write to a temporary file, then rename).
  static func replace(_ path: String, with text: String, _ operation: String) throws(LibraryError) {
    let temporary = temporary(path)
    try create(temporary, text, operation)
    guard unsafe rename(temporary, path) == 0 else {
      let code = errno
      unsafe unlink(temporary)
      throw LibraryError(operation, errno: code)
    }
    try flush(folder: (path as NSString).deletingLastPathComponent, operation)
  }

  /// Flushes a folder, so that new names in it survive a power failure.
  static func flush(folder: String, _ operation: String) throws(LibraryError) {
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LibraryError(operation, errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw LibraryError(operation, errno: errno) }
  }
}

/// Temporary files in the library folder that a killed process left behind.
enum StaleTemporaryFiles {
  /// Removes the temporary files of processes that no longer run.
  static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH else { continue }
      unsafe unlink(folder + "/" + name)
    }
  }

  /// The process ID in a temporary name; `nil` for any other name.
  static func process(of name: String) -> pid_t? {
    let form = /gazecut\.(?:sqlite|key|erased)\.([0-9]+)-[0-9]+\.new(?:-wal|-shm|-journal)?/
    guard let match = name.wholeMatch(of: form), let process = pid_t(match.1), process > 0 else {
      return nil
    }
    return process
  }
}
