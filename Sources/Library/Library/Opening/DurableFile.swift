import Foundation

/// Small files of the library folder that its owner alone may read and that survive a power cut.
enum DurableFile {
  /// A name to make a file under, which `Leftovers` knows.
  static func temporary(_ path: String) -> String {
    path + ".\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
  }

  /// Makes a file, mode 0600, and flushes it; its folder is not.
  static func create(
    _ path: String, _ text: String, _ operation: String
  ) throws(LibraryError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw LibraryError(operation, errno: errno) }
    let code = write(Array(text.utf8), to: descriptor)
    close(descriptor)
    guard code == 0 else {
      unsafe unlink(path)
      throw LibraryError(operation, errno: code)
    }
  }

  /// Writes all bytes, as a write may stop early or be interrupted, and flushes them; 0 or errno.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { return errno }
      rest = rest.dropFirst(max(0, count))
    }
    return fsync(descriptor) == 0 ? 0 : errno
  }

  /// Puts a file in the place of what is there, whole or not at all.
  static func replace(
    _ path: String, with text: String, _ operation: String
  ) throws(LibraryError) {
    let temporary = temporary(path)
    try create(temporary, text, operation)
    guard unsafe rename(temporary, path) == 0 else {
      let code = errno
      unsafe unlink(temporary)
      throw LibraryError(operation, errno: code)
    }
    try flush(folder: (path as NSString).deletingLastPathComponent, operation)
  }

  /// Makes names in a folder survive a power cut.
  static func flush(folder: String, _ operation: String) throws(LibraryError) {
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LibraryError(operation, errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw LibraryError(operation, errno: errno) }
  }
}
