import Foundation
import Importers
import Support

/// A folder whose files are imported; they are never moved or changed.
package struct WatchedFolder: InputSource {
  package let name: String
  let folder: String
  let pattern: PathPattern
  package let reading: InputSourceOptions
  package let origin: String?
  /// A hash of the options, so that with other options files are imported again.
  private let mark: String

  init(
    name: String, folder: String, pattern: PathPattern, reading: InputSourceOptions,
    origin: String? = nil
  ) {
    self.name = name
    self.folder = folder
    self.pattern = pattern
    self.reading = reading
    self.origin = origin
    mark = String(SHA256.hex(reading.text + "\n" + pattern.text).prefix(12))
  }

  package var root: String? { folder }

  package func items(now: Double) throws(InputSourceError) -> [InputItem] {
    var listing = FolderListing(depth: pattern.depth)
    if let code = listing.read(folder) {
      throw InputSourceError(
        code == ENOENT
          ? "there is no folder '\(folder)'; create it, or correct timelines: in gazecut.yaml"
          : "the folder '\(folder)' cannot be read: \(String(cString: strerror(code)))")
    }
    return listing.entries.compactMap { item($0, now) }
  }

  /// The item for an absolute path, if it is a file of this folder that matches the pattern.
  package func item(at path: String, now: Double) -> InputItem? {
    guard path.hasPrefix(folder + "/") else { return nil }
    let below = String(path.dropFirst(folder.count + 1))
    guard pattern.match(below) != nil,
      let entry = FolderListing.entry(of: below, below: folder), let item = item(entry, now),
      case .changed = item.condition
    else { return nil }
    return item
  }

  private func item(_ entry: FolderListing.Entry, _ now: Double) -> InputItem? {
    let mayBeLeftOut =
      switch entry.obstacle {
      case nil: true
      case .folder, .closedFolder, .unnameable: false
      // The name of a folder has no extension.
      case .closed, .noFile: entry.name.contains(".")
      }
    guard !mayBeLeftOut || !pattern.excludesByExtension(entry.name) else { return nil }
    let path = "\(name)/\(entry.path)"
    let match: PathMatch? =
      switch entry.obstacle {
      case nil: pattern.match(entry.path)
      case .closedFolder: pattern.matchFolder(entry.path)
      default: nil
      }
    // Names that are not valid text may look the same.
    let isOwn = entry.obstacle == nil || entry.obstacle == .folder
    var item = InputItem(
      identity: "\(path)\n\(mark)" + (isOwn ? "" : entry.stamp), name: path,
      label: "\(name)/" + (match?.label ?? "…"), token: entry.stamp,
      source: .file("\(folder)/\(entry.path)"),
      condition: .changed(secondsAgo: now - entry.changed))
    do {
      if let condition = obstacle(entry) {
        item.condition = condition
        item.words.video = match?.fields[.video]
      } else if let match {
        item.words = try match.words()
      } else {
        item.condition = .unfit(
          "its path does not match the pattern '\(pattern.text)' of '\(name)'; move it, or change "
            + "the pattern. A pattern with an extension, for example {video}/{viewer}.jsonl, ignores "
            + "other files")
      }
    } catch {
      item.condition = .unfit(error.reason)
    }
    return item
  }

  /// The reason why an entry cannot be read, independent of its path.
  private func obstacle(_ entry: FolderListing.Entry) -> InputItem.Condition? {
    switch entry.obstacle {
    case .closed(ENOENT): .closed("it is a symbolic link to a file that does not exist")
    case .closed(let code): .closed("it cannot be read: \(String(cString: strerror(code)))")
    case .closedFolder(let code):
      .closedFolder(
        "the folder cannot be read: \(String(cString: strerror(code))); allow the user who runs "
          + "gazecut to read and enter it, or move it away")
    case .unnameable: .unfit("its name is not UTF-8 text; rename it")
    case .noFile: .unfit("it is not a regular file")
    case .folder:
      .unfit(
        "it is a folder, but '\(pattern.text)' expects a file; use a pattern with one "
          + "more level, for example '\(pattern.patternWithParentFolder)'")
    case nil:
      UnfinishedFileCheck.reason(name: entry.name, bytes: entry.bytes)
        .map(InputItem.Condition.unfinished)
    }
  }
}

/// Detects files that are still being written.
enum UnfinishedFileCheck {
  private static let endings = [
    ".part", ".partial", ".tmp", ".crdownload", ".opdownload", ".filepart", ".download", ".swp",
    "~",
  ]

  /// The reason why a file looks incomplete; `nil` if it looks complete.
  static func reason(name: String, bytes: Int) -> String? {
    if name.hasPrefix(".") { return "it is hidden, like a file that is still being written" }
    if endings.contains(where: name.lowercased().hasSuffix) {
      return "its name ends like that of an unfinished file"
    }
    return bytes == 0 ? "it is empty" : nil
  }
}
