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
  static let extensions: Set<String> = [
    "3gp", "avi", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ts", "webm",
  ]
  /// Extensions, often of originals and previews, that only count if no file has a better one.
  static let secondaryExtensions: Set<String> = [
    "3g2", "asf", "divx", "dv", "f4v", "flv", "gif", "ivf", "m1v", "m2p", "m2t", "m2v", "mj2",
    "mk3d", "mpe", "mxf", "nut", "ogm", "ogv", "qt", "tod", "vob", "wmv",
  ]

  package enum Result: Hashable, Sendable {
    /// The path; a path from the configuration is not checked.
    case found(String)
    case missing
    case ambiguous([String])
  }

  private let paths: [String: [String]]
  /// Other files by the ID that they would have; one of them may be the video.
  let otherFiles: [String: String]
  /// Sorted video files whose names cannot be IDs (see `Identifier`) and that no ID refers to.
  let unusableNames: [String]
  /// Empty video files that are ignored because another file has the same ID, sorted.
  let emptyFiles: [String]
  /// Folders that do not exist or cannot be read, in order.
  package let unreadableFolders: [String]
  package let unresponsiveFolders: [String]

  /// Reads the folders recursively without hidden names; `named`, paths by ID, override them.
  init(folders: [String], named: [String: String], disks: TimedDiskAccess) {
    var walk = FolderWalk(disks: disks)
    for folder in folders { walk.visit(folder) }
    var found: [String: Set<String>] = [:]
    var further: [String: Set<String>] = [:]
    var other: [String: String] = [:]
    var unusable: Set<String> = []
    for path in walk.files {
      let name = (path as NSString).lastPathComponent as NSString
      let ending = name.pathExtension.lowercased()
      let id = name.deletingPathExtension
      let isFurther = Self.secondaryExtensions.contains(ending)
      guard isFurther || Self.extensions.contains(ending) else {
        other[id] = path
        continue
      }
      if !Identifier.isValid(id) {
        unusable.insert(path)
      } else if isFurther {
        further[id, default: []].insert(path)
      } else {
        found[id, default: []].insert(path)
      }
    }
    emptyFiles = Self.removeEmptyFiles(from: &found, &further, disks)
    found.merge(further) { usual, _ in usual }
    otherFiles = other
    for (id, path) in named { found[id] = [path] }
    paths = found.mapValues { $0.sorted() }
    unusableNames = unusable.subtracting(named.values).sorted()
    unreadableFolders = walk.unreadable
    unresponsiveFolders = walk.silent
  }

  /// Removes empty files if another has the same ID, since an unfinished copy hides no video.
  private static func removeEmptyFiles(
    from found: inout [String: Set<String>], _ further: inout [String: Set<String>],
    _ disks: TimedDiskAccess
  ) -> [String] {
    var removed: Set<String> = []
    for id in Set(found.keys).union(further.keys) {
      let all = (found[id] ?? []).union(further[id] ?? [])
      guard all.count > 1 else { continue }
      let empty = all.filter { path in
        (try? disks.ask(about: path) { SourceListing.isEmptyFile(path) }) ?? false
      }
      // If all are empty, one is kept, so that it is reported as the source.
      let useless = empty.count < all.count ? empty : Set(empty.sorted().dropFirst())
      removed.formUnion(useless)
      for path in useless {
        found[id]?.remove(path)
        further[id]?.remove(path)
      }
      if found[id]?.isEmpty == true { found[id] = nil }
      if further[id]?.isEmpty == true { further[id] = nil }
    }
    return removed.sorted()
  }

  /// All files that were found or named, even if their names cannot be IDs.
  var files: [String] { paths.values.joined().sorted() + unusableNames }

  /// The sorted IDs of all videos that were found or named.
  package var ids: [String] { paths.keys.sorted() }

  package func find(_ id: String) -> Result {
    guard let matches = paths[id], let first = matches.first else { return .missing }
    return matches.count == 1 ? .found(first) : .ambiguous(matches)
  }
}

/// Collects files recursively; a folder that links reach twice is read once.
private struct FolderWalk {
  let disks: TimedDiskAccess
  var files: [String] = []
  var unreadable: [String] = []
  var silent: [String] = []
  var visited: Set<[UInt64]> = []

  mutating func visit(_ folder: String) {
    let listing: SourceListing?
    do {
      listing = try disks.ask(about: folder) { SourceListing(of: folder) }
    } catch {
      return silent.append(folder)
    }
    guard let listing else { return unreadable.append(folder) }
    guard visited.insert(listing.identity).inserted else { return }
    for (name, kind) in listing.entries {
      let path = folder + "/" + name
      switch kind ?? self.kind(of: path) {
      case .folder: visit(path)
      case .file: files.append(path)
      case .nothing: break
      }
    }
  }

  /// The kind of a link's target; a target that does not respond counts as a file.
  private func kind(of path: String) -> SourceListing.Kind {
    do {
      return try disks.ask(about: path) { SourceListing.kind(of: path) }
    } catch {
      return .file
    }
  }
}

private struct SourceListing: Sendable {
  enum Kind { case file, folder, nothing }

  let identity: [UInt64]
  /// The entries sorted by name, without hidden ones; the kind is `nil` if it needs stat(2).
  let entries: [(name: String, kind: Kind?)]

  /// Reads a folder; `nil` if it does not exist or cannot be read.
  init?(of folder: String) {
    var status = stat()
    guard unsafe stat(folder, &status) == 0, let directory = unsafe opendir(folder) else {
      return nil
    }
    defer { unsafe closedir(directory) }
    identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
    var entries: [(name: String, kind: Kind?)] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      switch unsafe Int(entry.pointee.d_type) {
      case Int(DT_DIR): entries.append((name, .folder))
      case Int(DT_LNK), Int(DT_UNKNOWN): entries.append((name, nil))
      default: entries.append((name, .file))
      }
    }
    self.entries = entries.sorted { $0.name < $1.name }
  }

  static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size == 0
  }

  static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .nothing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}
