import Audience
import Foundation

/// Finds the source of a video: a key of `videos:` in gazecut.yaml, or a file name without its
/// extension under the folders of `library.videos`.
///
///     let finder = SourceFinder(folders: ["lib/videos"], named: [:])
///     finder.find("bbb")   // .found("lib/videos/bbb.webm"), .missing, .ambiguous([…])
///
/// The folders are read once, when the finder is made.
package struct SourceFinder: Sendable {
  /// File name extensions of what counts as a video; others are passed over.
  package static let extensions: Set<String> = [
    "3gp", "avi", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ts", "webm",
  ]

  /// Where a video's source is.
  package enum Result: Hashable, Sendable {
    /// At this path; a path given by name was not looked for.
    case found(String)
    /// Nowhere.
    case missing
    /// At several paths, in order.
    case ambiguous([String])
  }

  /// Paths by id, each list in order.
  private let paths: [String: [String]]
  /// Video files whose names cannot be ids (see `Identifier`) and that no id names, in order.
  package let unusableNames: [String]
  /// Folders that are not there or cannot be read, in order.
  package let unreadableFolders: [String]

  /// Reads the folders.
  ///
  /// - Parameters:
  ///   - folders: searched with all folders inside; names that begin with a dot are passed over.
  ///   - named: paths by id; they win over what the folders hold.
  package init(folders: [String], named: [String: String]) {
    var walk = FolderWalk()
    for folder in folders { walk.visit(folder) }
    var found: [String: Set<String>] = [:]
    var unusable: Set<String> = []
    for path in walk.files {
      let name = (path as NSString).lastPathComponent as NSString
      guard Self.extensions.contains(name.pathExtension.lowercased()) else { continue }
      let id = name.deletingPathExtension
      if Identifier.isValid(id) {
        found[id, default: []].insert(path)
      } else {
        unusable.insert(path)
      }
    }
    for (id, path) in named { found[id] = [path] }
    paths = found.mapValues { $0.sorted() }
    unusableNames = unusable.subtracting(named.values).sorted()
    unreadableFolders = walk.unreadable
  }

  /// The ids of all videos that were found or named, in order.
  package var ids: [String] { paths.keys.sorted() }

  /// Where the source of a video is.
  package func find(_ id: String) -> Result {
    guard let matches = paths[id], let first = matches.first else { return .missing }
    return matches.count == 1 ? .found(first) : .ambiguous(matches)
  }
}

/// Collects the files under folders; a folder reached twice, by a link, is read once.
private struct FolderWalk {
  var files: [String] = []
  var unreadable: [String] = []
  private var visited: Set<[UInt64]> = []

  mutating func visit(_ folder: String) {
    var status = stat()
    guard unsafe stat(folder, &status) == 0,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else {
      unreadable.append(folder)
      return
    }
    guard visited.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted else { return }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder + "/" + name
      var isFolder: ObjCBool = false
      guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        continue
      }
      if isFolder.boolValue { visit(path) } else { files.append(path) }
    }
  }
}
