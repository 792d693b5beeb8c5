internal import Glibc

/// Files that are whole or not there: temporary name in the same folder, flush, rename, flush.
public enum AtomicFile {
  /// What temporary names begin with; whatever bears such a name may be swept away.
  public static let temporaryPrefix = ".tmp-"

  /// Writes bytes to a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole content.
  ///   - path: the file; its folder must exist.
  ///   - mode: permissions of the file, before the umask.
  /// - Throws: `outOfSpace`, `notPermitted`, `notFound` (no such folder) and others; then what was
  ///   at `path` before is still there, untouched.
  public static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644
  ) throws(MediaError) {
    try replace(path) { temporary throws(MediaError) in
      let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw .system(errno, "create", path) }
      let failure = writeAll(bytes, to: descriptor)
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
  public static func replace<Result>(
    _ path: String, _ make: (_ temporary: String) throws(MediaError) -> Result
  ) throws(MediaError) -> Result {
    let (folder, name) = split(path)
    let temporary = folder + "/" + temporaryPrefix + "\(getpid())-" + name
    do throws(MediaError) {
      let result = try make(temporary)
      try flush(temporary, reportingAs: path)
      guard unsafe rename(temporary, path) == 0 else { throw .system(errno, "rename", path) }
      try flush(folder, reportingAs: folder)
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

  /// Removes a file that only served on the way; one that is not there is no fault.
  public static func discard(_ path: String) { _ = unsafe unlink(path) }

  /// Bytes of a file; 0 for one that is not there.
  public static func size(_ path: String) -> Int {
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
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
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
