import EditDecisions
import Foundation
import Media
import Support

/// The links in `latest/`: `1.mp4` is the best clip, `1.jpg` its poster.
struct LatestLinks {
  let names: StableClipNames
  private var folder: String { names.files.path(StableClipNames.latest) }

  private enum LinkState: Equatable {
    case nothing
    case link(String)
    /// A file of the user.
    case foreign
  }

  /// Replaces all links of gazecut atomically by those of some clips; returns their names.
  func write(
    _ entries: [ClipIndex.Entry], saysIfNone: Bool, notice: (String) -> Void
  ) throws -> Set<String> {
    let wanted = targets(of: entries)
    guard !wanted.isEmpty else {
      remove()
      return []
    }
    guard isFolder || !isThere(folder) else {
      notice("\(folder) was not made by gazecut and is not changed")
      return []
    }
    try OutputFolders.make(folder)
    var made: Set<String> = []
    for (name, target) in wanted.sorted(by: { $0.key < $1.key }) {
      switch standing(of: name) {
      case .link(target): break
      case .foreign:
        notice("\(folder)/\(name) was not made by gazecut and is not changed")
        continue
      case .nothing, .link:
        guard try AtomicFile.link(folder + "/" + name, to: target) else {
          if saysIfNone {
            notice(
              "\(folder): this disk does not support links; index.json lists the clips by rank")
          }
          remove()
          return []
        }
      }
      made.insert(name)
    }
    remove(except: made)
    return made
  }

  /// Removes the links except `names`, and the folder if it is empty then.
  func remove(except names: Set<String> = []) {
    guard isFolder else { return }
    for name in self.names.files.names(in: folder) where !names.contains(name) {
      if case .link = standing(of: name) { AtomicFile.deleteIfExists(folder + "/" + name) }
    }
    rmdir(folder)
  }

  private func targets(of entries: [ClipIndex.Entry]) -> [String: String] {
    var targets: [String: String] = [:]
    for entry in entries where names.files.exists(entry.file) {
      for file in [entry.file, entry.poster, entry.captions, entry.record].compactMap(\.self) {
        targets["\(entry.rank).\((file as NSString).pathExtension)"] = "../" + file
      }
    }
    return targets
  }

  private func standing(of name: String) -> LinkState {
    let path = folder + "/" + name
    guard isThere(path) else { return .nothing }
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    guard let target, name.wholeMatch(of: /[0-9]+\.(mp4|jpg|srt|json)/) != nil,
      target.hasPrefix("../" + names.video + "-"), !target.dropFirst(3).contains("/")
    else { return .foreign }
    return .link(target)
  }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether `latest` is a folder; a symbolic link to a folder is the user's.
  private var isFolder: Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
