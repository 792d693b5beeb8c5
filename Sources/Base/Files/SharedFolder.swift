import CProcess
import Glibc

/// A folder that others may write to at any time.
///
/// Every name is resolved from the open folder on, without following links and without leaving it
/// (openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS; component by component on kernels
/// before 5.6). A folder that is exchanged for a link in between changes nothing.
package final class SharedFolder: Sendable {
  /// Its path, for messages.
  package let path: String
  private let descriptor: Int32

  /// Opens the folder; links on the way to it are the caller's, and are followed.
  package init(_ path: String) throws(FileRefusal) {
    self.path = path
    descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileRefusal(errno: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func open(_ name: String, _ flags: Int32, _ mode: Int32 = 0) throws(FileRefusal) -> Int32
  {
    let found = gazecut_open_beneath(descriptor, name, flags | O_CLOEXEC, mode)
    guard found >= 0 else {
      // What openat2(2) says of a name that leads out of the folder.
      guard errno != EXDEV else { throw FileRefusal("the name leads out of the folder") }
      throw FileRefusal(errno: errno)
    }
    return found
  }

  /// Opens a regular file to read it.
  ///
  /// - Returns: a descriptor, which the caller closes.
  /// - Throws: `FileRefusal`, also for a file with a second name (a hard link), which whoever made
  ///   that name can go on changing.
  package func open(_ name: String) throws(FileRefusal) -> Int32 {
    let file = try open(name, O_RDONLY | PlainFile.careful)
    return try PlainFile.checked(file) { (status) throws(FileRefusal) in
      guard status.st_nlink <= 1 else { throw FileRefusal("it has a second name (a hard link)") }
    }
  }

  /// The content of a file.
  package func bytes(
    of name: String, atMost limit: Int = PlainFile.usualLimit
  ) throws(FileRefusal) -> [UInt8] {
    let file = try open(name)
    defer { close(file) }
    return try PlainFile.bytes(from: file, atMost: limit)
  }

  /// Whether something lies under a name, even a link that leads nowhere.
  package func has(_ name: String) -> Bool {
    guard let file = try? open(name, O_PATH | O_NOFOLLOW) else { return errno == ELOOP }
    close(file)
    return true
  }

  /// The names in one of its folders, in order; none where there is no such folder.
  package func names(in name: String) -> [String] {
    guard let folder = try? open(name, O_RDONLY | O_DIRECTORY), let stream = fdopendir(folder)
    else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes one of its folders, unless it is there; what is there and is no folder is refused.
  package func makeFolder(_ name: String) throws(FileRefusal) {
    try inParent(of: name) { (parent, last) throws(FileRefusal) in
      guard mkdirat(parent, last, 0o777) == 0 || errno == EEXIST else {
        throw FileRefusal(errno: errno)
      }
    }
    close(try open(name, O_RDONLY | O_DIRECTORY))
  }

  /// Puts a file in the place of what is there, whole or not at all.
  ///
  /// - Parameters:
  ///   - bytes: the whole content.
  ///   - name: of the file; its folder must exist.
  ///   - temporary: the name, in the same folder, under which it is written.
  /// - Throws: `FileRefusal`; then what was there before is still there.
  package func write(
    _ bytes: some Collection<UInt8>, to name: String, as temporary: String
  ) throws(FileRefusal) {
    try inParent(of: name) { (parent, last) throws(FileRefusal) in
      unlinkat(parent, temporary, 0)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = gazecut_open_beneath(parent, temporary, flags | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw FileRefusal(errno: errno) }
      do throws(FileRefusal) {
        defer { close(file) }
        try PlainFile.write(bytes, to: file)
        guard fsync(file) == 0 else { throw FileRefusal(errno: errno) }
        guard renameat(parent, temporary, parent, last) == 0, fsync(parent) == 0 else {
          throw FileRefusal(errno: errno)
        }
      } catch {
        unlinkat(parent, temporary, 0)
        throw error
      }
    }
  }

  /// Removes a file or link, or an empty folder; one that is not there is no fault.
  package func remove(_ name: String) {
    try? inParent(of: name) { (parent, last) throws(FileRefusal) in
      if unlinkat(parent, last, 0) != 0 { unlinkat(parent, last, AT_REMOVEDIR) }
    }
  }

  /// Removes a file or link, or a folder with all that is in it.
  package func removeAll(_ name: String) {
    for inner in names(in: name) { removeAll(name + "/" + inner) }
    remove(name)
  }

  /// Seconds since a file, or a link itself, was last written to; 0 for one that is not there.
  package func age(of name: String) -> Double {
    guard let file = try? open(name, O_PATH | O_NOFOLLOW) else { return 0 }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return 0 }
    return Double(time(nil) - status.st_mtim.tv_sec)
  }

  /// Takes the lock of a file, which is made where it is not there.
  ///
  /// - Returns: a descriptor, which the caller closes; `nil` while another process holds the lock.
  package func lock(_ name: String) throws(FileRefusal) -> Int32? {
    let file = try open(name, O_RDWR | O_CREAT | O_NOFOLLOW | PlainFile.careful, 0o644)
    // A file system that knows no locks holds nobody off.
    guard gazecut_flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return file }
    close(file)
    return nil
  }

  /// Does something in the folder that a name lies in.
  private func inParent(
    of name: String, _ body: (Int32, String) throws(FileRefusal) -> Void
  ) throws(FileRefusal) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, !["", ".", ".."].contains(last) else {
      throw FileRefusal("'\(name)' is not the name of a file")
    }
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/")
    let parent = try open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(parent) }
    try body(parent, last)
  }
}
