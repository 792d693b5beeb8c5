import Foundation

/// The files below a folder, each asked for its stamp once: folder by folder, and in each the
/// shortest names first, for a copy is called by a longer one (`v15 (1)`).
struct FolderListing {
  /// A file, or a folder where a file should be.
  struct Entry {
    /// From the place's folder on.
    var path: String
    var name: String
    /// Inode, size and time of the last change of its content.
    var stamp: String
    /// What keeps it from being read; `nil` for a file as any other.
    var hindrance: ReadObstacle?
    var bytes: Int
    /// When it was changed, in seconds since 1970.
    var changed: Double
  }

  /// What keeps something from being read.
  enum ReadObstacle: Hashable {
    /// A folder that can be read, and stands where a file should.
    case folder
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
  /// too high up and of the first folder too deep in another there is an entry, so that somebody is
  /// told.
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
    // A folder of folders, as a link may lead to one, is one mistake, however many it holds.
    var told: Set<Substring> = []
    entries.removeAll { entry in
      entry.hindrance == .folder
        && !told.insert(entry.path.dropLast(entry.name.count)).inserted
    }
    return code
  }

  private mutating func read(_ folder: String, below: String, _ levels: Int) -> Int32? {
    guard let directory = opendir(folder) else { return errno }
    defer { closedir(directory) }
    var folders: [String] = []
    while let found = readdir(directory) {
      let bytes = withUnsafeBytes(of: &found.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      guard name != ".", name != ".." else { continue }
      var status = stat()
      // By the bytes of its name, which may be no text.
      func ask(_ flags: Int32) -> Int32 {
        fstatat(dirfd(directory), bytes.map(CChar.init(bitPattern:)) + [0], &status, flags)
      }
      let code = ask(0) == 0 ? 0 : errno
      // What is not even a link has missingItems since.
      guard code == 0 || ask(AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      let kind = status.st_mode & S_IFMT
      // A hidden file is being written; what else is hidden is a program's own.
      guard (code == 0 && kind == S_IFREG) || !name.hasPrefix(".") else { continue }
      let hindrance: ReadObstacle? =
        if code != 0 {
          .closed(code)
        } else if !name.utf8.elementsEqual(bytes) {
          .unnameable
        } else if kind == S_IFREG {
          nil
        } else {
          kind == S_IFDIR ? .folder : .noFile
        }
      if hindrance == .folder, levels > 0 {
        folders.append(name)
      } else {
        entries.append(Self.entry(below + name, name, status, hindrance))
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

  /// One file below a folder; `nil` where there is none.
  static func entry(of path: String, below folder: String) -> Entry? {
    var status = stat()
    guard stat(folder + "/" + path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return entry(path, (path as NSString).lastPathComponent, status, nil)
  }

  private static func entry(
    _ path: String, _ name: String, _ status: stat, _ hindrance: ReadObstacle?
  ) -> Entry {
    let time = status.st_mtim
    let stamp =
      switch hindrance {
      case nil: "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
      // It changes with whatever lies in it, and is unfit all the same.
      case .folder: "folder"
      case .closed, .unnameable, .noFile: hindrance.map { "\(status.st_ino) \($0)" } ?? ""
      }
    return Entry(
      path: path, name: name, stamp: stamp, hindrance: hindrance, bytes: Int(status.st_size),
      changed: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
