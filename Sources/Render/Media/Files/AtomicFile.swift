import Glibc
import Support

/// Writes files atomically: into a temporary file in the same folder, then fsync, rename, and fsync
/// of the folder.
package enum AtomicFile {
  /// Writes the whole content of a file, whose folder must exist.
  ///
  /// `mode` applies regardless of the umask; if `nil`, the umask applies to 0644.
  ///
  /// - Throws: `outOfSpace`, `notPermitted`, `notFound` (the folder does not exist) and others. An
  ///   earlier file at `path` is then unchanged.
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

  /// Creates or replaces a file, whose folder must exist, and returns the result of `make`.
  ///
  /// `make` writes, closes and checks the file at the temporary path, which has the same extension.
  ///
  /// - Throws: errors of `make`, `outOfSpace`, `notPermitted` and others. The temporary file is
  ///   then removed.
  package static func replace<Result>(
    _ path: String, _ make: (_ temporary: String) throws(MediaError) -> Result
  ) throws(MediaError) -> Result {
    let (folder, name) = split(path)
    let temporary = folder + "/" + TemporaryName.of(name)
    // The name contains this process's ID, so any file there is left over or was planted as a link.
    _ = unsafe unlink(temporary)
    do throws(MediaError) {
      let result = try make(temporary)
      try flush(temporary, reportingAs: path)
      guard unsafe rename(temporary, path) == 0 else { throw .system(errno, "rename", path) }
      try flush(folder, reportingAs: folder)
      return result
    } catch {
      _ = unsafe unlink(temporary)
      guard error.path == temporary else { throw error }
      // Report the path that the caller passed, not the temporary one.
      var renamed = error
      renamed.path = path
      throw renamed
    }
  }

  /// As `replace`, for a `make` that throws any error.
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

  /// Creates or replaces a symbolic link whose text is `target`, atomically.
  ///
  /// - Returns: `false` if the file system does not support symbolic links.
  /// - Throws: `outOfSpace`, `notPermitted` and others. An earlier file at `path` is then
  ///   unchanged.
  package static func link(_ path: String, to target: String) throws(MediaError) -> Bool {
    let (folder, name) = split(path)
    let temporary = folder + "/" + TemporaryName.of(name)
    _ = unsafe unlink(temporary)
    guard unsafe symlink(target, temporary) == 0 else {
      let code = errno
      guard ![EPERM, EOPNOTSUPP, ENOSYS].contains(code) else { return false }
      throw .system(code, "create the link", path)
    }
    guard unsafe rename(temporary, path) == 0 else {
      let code = errno
      _ = unsafe unlink(temporary)
      throw .system(code, "rename", path)
    }
    try flush(folder, reportingAs: folder)
    return true
  }

  package static func deleteIfExists(_ path: String) { _ = unsafe unlink(path) }

  /// Size of a file in bytes; 0 if the file does not exist.
  package static func size(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  /// Calls fsync(2) on a file or folder, so that its content survives a power failure.
  private static func flush(_ path: String, reportingAs name: String) throws(MediaError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "open", name) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(errno, "flush", name) }
  }

  /// Writes all bytes; returns 0, or the `errno` of the failure.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    do throws(FileRejection) {
      try RegularFile.write(bytes, to: descriptor)
      return 0
    } catch {
      return error.code
    }
  }
}
