import CProcess
import Foundation

/// Lists files, sorted by folder; shorter names first, because a copy's is longer (`v15 (1)`).
struct FolderListing {
  /// A file, or a folder at the place of a file.
  struct Entry {
    /// Path relative to the input source's folder.
    var path: String
    var name: String
    /// Inode, size, and time of the last change of its content.
    var stamp: String
    /// Why it cannot be read; `nil` for a regular file.
    var obstacle: ReadObstacle?
    var bytes: Int
    /// Time of the last change, in seconds since 1970.
    var changed: Double
  }

  enum ReadObstacle: Hashable {
    /// A readable folder at the place of a file.
    case folder
    /// A file or link that cannot be opened, with the system's error.
    case closed(Int32)
    /// A folder above files that cannot be read, with the system's error.
    case closedFolder(Int32)
    /// Its name is not valid UTF-8.
    case unnameable
    /// It is a pipe, a socket or a device.
    case noFile
  }

  /// Number of folders above a file.
  let depth: Int
  private(set) var entries: [Entry] = []

  /// Reads the folder; returns the system's error if the folder itself cannot be read.
  ///
  /// Hidden folders belong to programs and are skipped. Files that disappear while the folder is
  /// read are ignored. A file with too few folders above it gets an entry, so that it is reported.
  /// A folder that cannot be read, or not be entered, gets an entry.
  /// The first folder that is too deep in another one gets an entry too.
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
    // Report folders in the same folder only once, since a link may lead to a large tree.
    var told: Set<Substring> = []
    entries.removeAll { entry in
      entry.obstacle == .folder && !told.insert(entry.path.dropLast(entry.name.count)).inserted
    }
    return code
  }

  private mutating func read(_ folder: String, below: String, _ levels: Int) -> Int32? {
    guard let directory = opendir(folder) else { return errno }
    defer { closedir(directory) }
    var folders: [String] = []
    var failure: Int32?
    while let found = readdir(directory) {
      let bytes = withUnsafeBytes(of: &found.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      guard name != ".", name != ".." else { continue }
      var status = stat()
      // Use the bytes of the name, which may not be valid text.
      func ask(_ flags: Int32) -> Int32 {
        fstatat(dirfd(directory), bytes.map(CChar.init(bitPattern:)) + [0], &status, flags)
      }
      let code = ask(0) == 0 ? 0 : errno
      // If not even the link exists, the file was deleted in the meantime.
      guard code == 0 || ask(AT_SYMLINK_NOFOLLOW) == 0 else {
        // A folder that may be listed, but not entered.
        if errno == EACCES { failure = EACCES }
        continue
      }
      let kind = status.st_mode & S_IFMT
      // A hidden file is still being written. Other hidden entries belong to programs.
      guard (code == 0 && kind == S_IFREG) || !name.hasPrefix(".") else { continue }
      let obstacle: ReadObstacle? =
        if code != 0 {
          .closed(code)
        } else if !name.utf8.elementsEqual(bytes) {
          .unnameable
        } else if kind == S_IFREG {
          nil
        } else {
          kind == S_IFDIR ? .folder : .noFile
        }
      if obstacle == .folder, levels > 0 {
        folders.append(name)
      } else {
        entries.append(Self.entry(below + name, name, status, obstacle))
      }
    }
    for name in folders {
      guard let code = read(folder + "/" + name, below: below + name + "/", levels - 1),
        code != ENOENT
      else { continue }
      entries.append(Self.entry(below + name, name, stat(), .closedFolder(code)))
    }
    return failure
  }

  /// The entry of one file below a folder, if it exists.
  static func entry(of path: String, below folder: String) -> Entry? {
    var status = stat()
    guard stat(folder + "/" + path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return entry(path, (path as NSString).lastPathComponent, status, nil)
  }

  private static func entry(
    _ path: String, _ name: String, _ status: stat, _ obstacle: ReadObstacle?
  ) -> Entry {
    let time = status.st_mtim
    let stamp =
      switch obstacle {
      case nil: "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
      // A folder's stamp would change with its content, but the folder stays unusable.
      case .folder: "folder"
      case .closed, .closedFolder, .unnameable, .noFile:
        obstacle.map { "\(status.st_ino) \($0)" } ?? ""
      }
    return Entry(
      path: path, name: name, stamp: stamp, obstacle: obstacle,
      bytes: Int(status.st_size),
      changed: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
