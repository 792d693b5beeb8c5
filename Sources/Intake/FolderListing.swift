import Foundation

/// The files below a folder, each asked for its stamp once: folder by folder, and in each the
/// shortest names first, for a copy is called by a longer one (`v15 (1)`).
struct FolderListing {
  /// A file, or a folder where a file should be.
  struct Entry {
    /// From the place's folder on.
    var path: String
    var name: String
    var isFile: Bool
    /// Inode, size and time of the last change of its content.
    var stamp: String
    /// What keeps it from being read; `nil` for a file as any other.
    var hindrance: Hindrance?
    var bytes: Int
    /// When it was changed, in seconds since 1970.
    var changed: Double
  }

  /// What keeps something from being read.
  enum Hindrance: Hashable {
    /// A folder, or what a link leads to: the system's error.
    case closed(Int32)
    /// Its name is no UTF-8.
    case unnameable
    /// It is a pipe, a socket or a device.
    case noFile
  }

  /// How many folders lie above a file.
  let depth: Int
  private(set) var entries: [Entry] = []

  /// Reads the folder.
  ///
  /// A hidden folder is a program's own; what vanishes while it is read was never there. Of a file
  /// too high up and of a folder too deep there is an entry, so that somebody is told.
  ///
  /// - Returns: the system's error for the folder itself; `nil` where it was read.
  mutating func read(_ folder: String) -> Int32? {
    let code = read(folder, below: "", depth)
    entries.sort { one, other in
      let above = one.path.dropLast(one.name.count)
      let beside = other.path.dropLast(other.name.count)
      guard above == beside else { return above.utf8.lexicographicallyPrecedes(beside.utf8) }
      guard one.name.utf8.count == other.name.utf8.count else {
        return one.name.utf8.count < other.name.utf8.count
      }
      return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
    return code
  }

  private mutating func read(_ folder: String, below: String, _ levels: Int) -> Int32? {
    guard let directory = opendir(folder) else { return errno }
    defer { closedir(directory) }
    var folders: [String] = []
    while let found = readdir(directory) {
      let name = withUnsafePointer(to: &found.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      // By the bytes of its name, which may be no text.
      func ask(_ flags: Int32) -> Int32 {
        withUnsafePointer(to: &found.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) {
            fstatat(dirfd(directory), $0, &status, flags)
          }
        }
      }
      guard ask(0) == 0 else {
        let code = errno
        // What is not even a link has vanished since.
        if !name.hasPrefix("."), ask(AT_SYMLINK_NOFOLLOW) == 0 {
          entries.append(Self.entry(below + name, name, status, .closed(code)))
        }
        continue
      }
      let kind = status.st_mode & S_IFMT
      guard Self.isText(name, found) else {
        entries.append(Self.entry(below + name, name, status, .unnameable))
        continue
      }
      if kind == S_IFDIR, levels > 0 {
        if !name.hasPrefix(".") { folders.append(name) }
      } else if kind == S_IFREG || (kind == S_IFDIR && !name.hasPrefix(".")) {
        entries.append(Self.entry(below + name, name, status, isFile: kind == S_IFREG))
      } else if !name.hasPrefix(".") {
        entries.append(Self.entry(below + name, name, status, .noFile))
      }
    }
    for name in folders {
      guard let code = read(folder + "/" + name, below: below + name + "/", levels - 1),
        code != ENOENT
      else { continue }
      entries.append(Self.entry(below + name, name, stat(), .closed(code)))
    }
    return nil
  }

  /// Whether a name is UTF-8: what is not was mended, and has other bytes.
  private static func isText(_ name: String, _ found: UnsafeMutablePointer<dirent>) -> Bool {
    withUnsafePointer(to: &found.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { strcmp($0, name) == 0 }
    }
  }

  /// One file below a folder; `nil` where there is none.
  static func entry(of path: String, below folder: String) -> Entry? {
    var status = stat()
    guard stat(folder + "/" + path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return entry(path, (path as NSString).lastPathComponent, status, isFile: true)
  }

  private static func entry(
    _ path: String, _ name: String, _ status: stat, isFile: Bool = false,
    _ hindrance: Hindrance? = nil
  ) -> Entry {
    let time = status.st_mtim
    // A folder changes with whatever lies in it, and is unfit all the same.
    let stamp =
      isFile ? "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)" : "folder"
    return Entry(
      path: path, name: name, isFile: isFile,
      stamp: hindrance.map { "\(status.st_ino) \($0)" } ?? stamp, hindrance: hindrance,
      bytes: Int(status.st_size),
      changed: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
