import Foundation

/// The files below a folder, in the order of their paths, each asked for its stamp once.
struct FolderListing {
  /// A file, or a folder where a file should be.
  struct Entry {
    /// From the place's folder on.
    var path: String
    var name: String
    var isFile: Bool
    /// Inode, size and time of the last change of its content.
    var stamp: String
    var bytes: Int
    /// When it was changed, in seconds since 1970.
    var changed: Double
  }

  /// How many folders lie above a file.
  let depth: Int
  private(set) var entries: [Entry] = []

  init(depth: Int) { self.depth = depth }

  /// Reads the folder.
  ///
  /// A hidden folder is a program's own; what vanishes while it is read was never there. Of a file
  /// too high up and of a folder too deep there is an entry, so that somebody is told.
  ///
  /// - Returns: the system's error for the folder itself; `nil` where it was read.
  mutating func read(_ folder: String) -> Int32? {
    let code = read(folder, below: "", depth)
    entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
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
      guard fstatat(dirfd(directory), name, &status, 0) == 0 else { continue }
      let kind = status.st_mode & S_IFMT
      if kind == S_IFDIR, levels > 0 {
        if !name.hasPrefix(".") { folders.append(name) }
      } else if kind == S_IFREG || (kind == S_IFDIR && !name.hasPrefix(".")) {
        entries.append(Self.entry(below + name, name, status, isFile: kind == S_IFREG))
      }
    }
    for name in folders { _ = read(folder + "/" + name, below: below + name + "/", levels - 1) }
    return nil
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
    _ path: String, _ name: String, _ status: stat, isFile: Bool
  ) -> Entry {
    let time = status.st_mtim
    // A folder changes with whatever lies in it, and is unfit all the same.
    let stamp =
      isFile ? "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)" : "folder"
    return Entry(
      path: path, name: name, isFile: isFile, stamp: stamp, bytes: Int(status.st_size),
      changed: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
