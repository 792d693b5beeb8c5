import CProcess
import Glibc

/// Safe access to a folder that other users may change at any time.
///
/// Names are resolved relative to the open folder, without following symbolic links and without
/// leaving the folder. It uses openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS, and opens
/// component by component on kernels before 5.6. So replacing a folder with a link meanwhile has no
/// effect.
package final class SharedFolder: Sendable {
  package let path: String
  private let descriptor: Int32

  /// Opens the folder; symbolic links in its path are followed.
  package init(_ path: String) throws(FileRejection) {
    self.path = path
    descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileRejection(errno: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func open(_ name: String, _ flags: Int32, _ mode: Int32 = 0) throws(FileRejection)
    -> Int32
  {
    let found = gazecut_open_beneath(descriptor, name, flags | O_CLOEXEC, mode)
    guard found >= 0 else {
      // openat2(2) returns EXDEV for a name that leads out of the folder.
      guard errno != EXDEV else { throw FileRejection("the name leads out of its folder") }
      throw FileRejection(errno: errno)
    }
    return found
  }

  /// Opens a regular file for reading; the caller must close the descriptor.
  ///
  /// - Throws: `FileRejection`, also for a hard link, which another user could change it through.
  package func open(_ name: String) throws(FileRejection) -> Int32 {
    let file = try open(name, O_RDONLY | RegularFile.careful)
    return try RegularFile.checked(file) { (status) throws(FileRejection) in
      guard status.st_nlink <= 1 else { throw FileRejection("it has a second name (a hard link)") }
    }
  }

  package func bytes(
    of name: String, atMost limit: Int = RegularFile.usualLimit
  ) throws(FileRejection) -> [UInt8] {
    let file = try open(name)
    defer { close(file) }
    return try RegularFile.bytes(from: file, atMost: limit)
  }

  /// Whether a file, folder or link with this name exists, even a broken link.
  package func has(_ name: String) -> Bool {
    guard let file = try? open(name, O_PATH | O_NOFOLLOW) else { return errno == ELOOP }
    close(file)
    return true
  }

  /// The sorted names in a subfolder; empty if there is no such folder.
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

  /// Creates a subfolder, unless it exists; throws if something else has its name.
  package func makeFolder(_ name: String) throws(FileRejection) {
    try inParent(of: name) { (parent, last) throws(FileRejection) in
      guard mkdirat(parent, last, 0o777) == 0 || errno == EEXIST else {
        throw FileRejection(errno: errno)
      }
    }
    close(try open(name, O_RDONLY | O_DIRECTORY))
  }

  /// Writes a file atomically: under a temporary name in the same folder, then renamed.
  ///
  /// - Throws: `FileRejection`; then the old file is unchanged.
  package func write(
    _ bytes: some Collection<UInt8>, to name: String, as temporary: String
  ) throws(FileRejection) {
    try inParent(of: name) { (parent, last) throws(FileRejection) in
      unlinkat(parent, temporary, 0)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = gazecut_open_beneath(parent, temporary, flags | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw FileRejection(errno: errno) }
      do throws(FileRejection) {
        defer { close(file) }
        try RegularFile.write(bytes, to: file)
        guard fsync(file) == 0 else { throw FileRejection(errno: errno) }
        guard renameat(parent, temporary, parent, last) == 0, fsync(parent) == 0 else {
          throw FileRejection(errno: errno)
        }
      } catch {
        unlinkat(parent, temporary, 0)
        throw error
      }
    }
  }

  /// Removes a file, a link or an empty folder; does nothing if there is none.
  package func remove(_ name: String) {
    try? inParent(of: name) { (parent, last) throws(FileRejection) in
      if unlinkat(parent, last, 0) != 0 { unlinkat(parent, last, AT_REMOVEDIR) }
    }
  }

  /// Removes a file or link, or a folder with its content.
  package func removeAll(_ name: String) {
    for inner in names(in: name) { removeAll(name + "/" + inner) }
    remove(name)
  }

  /// Seconds since a file, or the link itself, was last modified; 0 if it does not exist.
  package func age(of name: String) -> Double {
    guard let file = try? open(name, O_PATH | O_NOFOLLOW) else { return 0 }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return 0 }
    return Double(time(nil) - status.st_mtim.tv_sec)
  }

  /// Locks a file exclusively, creating it; `nil` while another process holds the lock.
  package func lock(_ name: String) throws(FileRejection) -> FileLock? {
    FileLock(
      owning: try open(name, O_RDWR | O_CREAT | O_NOFOLLOW | RegularFile.careful, 0o644))
  }

  /// Calls `body` with the open parent folder of a name, and the last component.
  private func inParent(
    of name: String, _ body: (Int32, String) throws(FileRejection) -> Void
  ) throws(FileRejection) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, !["", ".", ".."].contains(last) else {
      throw FileRejection("'\(name)' is not the name of a file")
    }
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/")
    let parent = try open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(parent) }
    try body(parent, last)
  }
}
