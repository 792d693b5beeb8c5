internal import Glibc

/// Files that are whole or not there: temporary name in the same folder, flush, rename, flush.
package enum AtomicFile {
  /// Writes bytes to a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole content.
  ///   - path: the file; its folder must exist.
  ///   - mode: permissions of the file, whatever the umask; without any, who may read is the
  ///     umask's matter.
  /// - Throws: `outOfSpace`, `notPermitted`, `notFound` (no such folder) and others; then what was
  ///   at `path` before is still there, untouched.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32? = nil
  ) throws(MediaError) {
    try replace(path) { temporary throws(MediaError) in
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = unsafe open(temporary, flags, mode ?? 0o644)
      guard descriptor >= 0 else { throw .system(errno, "create", path) }
      var failure = writeAll(bytes, to: descriptor)
      if failure == 0, let mode, fchmod(descriptor, mode) != 0 { failure = errno }
      let closed = close(descriptor)
      if failure != 0 { throw .system(failure, "write", path) }
      if closed != 0 { throw .system(errno, "close", path) }
    }
  }

  /// Puts a file in place that `make` writes under a temporary name.
  ///
  /// - Parameters:
  ///   - path: the file; its folder must exist.
  ///   - make: writes, closes and checks the file at the path it is given (the same extension).
  /// - Returns: what `make` returns.
  /// - Throws: what `make` throws, and `outOfSpace`, `notPermitted` and others; the temporary file
  ///   is removed.
  package static func replace<Result>(
    _ path: String, _ make: (_ temporary: String) throws(MediaError) -> Result
  ) throws(MediaError) -> Result {
    let (folder, name) = split(path)
    let temporary = folder + "/" + TemporaryName.of(name)
    // The name is this process's: what lies there is left over, or a link that somebody laid.
    _ = unsafe unlink(temporary)
    do throws(MediaError) {
      let result = try make(temporary)
      try move(flushed: temporary, to: path, in: folder)
      return result
    } catch {
      _ = unsafe unlink(temporary)
      guard error.path == temporary else { throw error }
      // The name that the caller knows says more.
      var renamed = error
      renamed.path = path
      throw renamed
    }
  }

  /// Puts a file in place that something outside of Media writes under a temporary name.
  ///
  /// - Parameters:
  ///   - path: the file; its folder must exist.
  ///   - make: writes the file at the path it is given.
  /// - Throws: what `make` throws; as `replace`.
  package static func create(_ path: String, _ make: (_ temporary: String) throws -> Void) throws {
    var failure: (any Error)?
    do {
      try replace(path) { temporary throws(MediaError) in
        do {
          try make(temporary)
        } catch {
          failure = error
          throw MediaError(.inputOutput, operation: "write", path: path)
        }
      }
    } catch {
      throw failure ?? error
    }
  }

  private static func move(
    flushed temporary: String, to path: String, in folder: String
  ) throws(MediaError) {
    try flush(temporary, reportingAs: path)
    guard unsafe rename(temporary, path) == 0 else { throw .system(errno, "rename", path) }
    try flush(folder, reportingAs: folder)
  }

  /// Puts a symbolic link in place, whole or not at all.
  ///
  /// - Parameters:
  ///   - path: the link; its folder must exist, and what is there already is replaced.
  ///   - target: what it leads to, as it stands in the link.
  /// - Returns: `false` where the file system holds no links.
  /// - Throws: `outOfSpace`, `notPermitted` and others; then what was at `path` is still there.
  package static func link(_ path: String, to target: String) throws(MediaError) -> Bool {
    let (folder, name) = split(path)
    let temporary = folder + "/" + TemporaryName.of(name)
    _ = unsafe unlink(temporary)
    guard unsafe symlink(target, temporary) == 0 else {
      let code = errno
      guard ![EPERM, EOPNOTSUPP, ENOSYS].contains(code) else { return false }
      throw .system(code, "link", path)
    }
    guard unsafe rename(temporary, path) == 0 else {
      let code = errno
      _ = unsafe unlink(temporary)
      throw .system(code, "rename", path)
    }
    try flush(folder, reportingAs: folder)
    return true
  }

  /// Removes a file that only served on the way; one that is not there is no fault.
  package static func discard(_ path: String) { _ = unsafe unlink(path) }

  /// Bytes of a file; 0 for one that is not there.
  package static func size(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Folder and name of a path.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  /// Makes what was written to a file, or into a folder, survive a power cut.
  private static func flush(_ path: String, reportingAs name: String) throws(MediaError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "open", name) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(errno, "flush", name) }
  }

  /// Writes everything; answers 0 or the errno.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let count = unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        if count > 0 { offset += count }
        if count < 0, errno != EINTR { return errno }
        if count == 0 { return ENOSPC }
      }
      return 0
    }
  }
}
