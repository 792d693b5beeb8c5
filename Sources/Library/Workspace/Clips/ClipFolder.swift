import CutLists
package import Foundation
package import Library
import Media
import Support

/// The folder of one video's clips; it also finds out which files the user changed.
package struct ClipFolder {
  package static let reelName = "highlights.mp4"
  package static let documentName = "decisions.json"

  /// The path: `shorts/VIDEO`.
  package let folder: String

  package init(folder: String) { self.folder = folder }
  /// The archive: `shorts/VIDEO/.retired`.
  package var retired: ClipFolder { ClipFolder(folder: path(".retired")) }

  /// Files that may accompany a clip: poster, metadata, subtitles, timelines for editing programs.
  package static func sideFiles(of stem: String) -> [String] {
    ([".jpg", ".json", ".srt"] + timelineEndings).map { stem + $0 }
  }

  package static var timelineEndings: [String] { ExportFormat.timelines.map(\.ending) }

  /// The subfolder of an aspect ratio, such as `square/`; the folder itself for an empty name.
  package func inside(_ shape: String) -> ClipFolder {
    shape.isEmpty ? self : ClipFolder(folder: path(String(shape.dropLast())))
  }

  package func path(_ name: String) -> String { folder + "/" + name }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Creates the folder with subfolders for aspect ratios, and removes leftover temporary files.
  package func prepare(_ shapes: [String] = []) throws {
    try OutputFolders.makeOwn((folder as NSString).deletingLastPathComponent)
    try OutputFolders.makeOwn(folder)
    for shape in shapes where !shape.isEmpty { try OutputFolders.makeOwn(path(shape)) }
    sweep()
  }

  package func sweep() {
    let links = ClipVariant.allFolders.map { $0 + StableClipNames.latest }
      .flatMap { latest in names(in: path(latest)).map { latest + "/" + $0 } }
    for name in allNames(in: folder) + links
    where TemporaryName.isStale((name as NSString).lastPathComponent, age: age(of: name)) {
      remove(name)
    }
  }

  package func removeEmptyFolders(except shapes: [String]) {
    for name in ClipVariant.folderNames where !shapes.contains(name + "/") {
      rmdir(retired.path(name))
      rmdir(path(name))
    }
  }

  private func age(of name: String) -> Double {
    var status = stat()
    guard lstat(path(name), &status) == 0 else { return 0 }
    return Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
  }

  /// The end of a preview's file name: `ID.preview.mp4`.
  package static let previewEnding = ".preview.mp4"

  package func removePreviews(except names: Set<String> = []) {
    for name in allNames(in: folder)
    where name.hasSuffix(Self.previewEnding) && !names.contains(name) { remove(name) }
  }

  package func names(in folder: String) -> [String] { OutputFolders.names(in: folder) }

  /// The names in a folder and in its subfolders of aspect ratios, for example `square/ID.mp4`.
  package func allNames(in folder: String) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      guard ClipVariant.folderNames.contains(name) else { return [name] }
      return names(in: folder + "/" + name).map { name + "/" + $0 }
    }
  }

  /// Size and modification time of a file; `nil` if it does not exist.
  package func stamp(_ name: String) -> (bytes: Int64, nanoseconds: Int64)? {
    var status = stat()
    guard stat(path(name), &status) == 0 else { return nil }
    let time = status.st_mtim
    return (Int64(status.st_size), Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Whether there is certainly no such file; `false` if it cannot be checked.
  package func isDefinitelyMissing(_ name: String) -> Bool {
    var status = stat()
    return stat(path(name), &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// The first unused name, counting from 1, since existing files may be the user's.
  package func firstUnusedName(_ name: (Int) -> String) -> String {
    var number = 1
    while !isDefinitelyMissing(name(number)) { number += 1 }
    return name(number)
  }

  /// Whether it exists and is not a folder or device.
  package func isFile(_ name: String) -> Bool {
    var status = stat()
    return stat(path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The content of a small file; `nil` if it does not exist.
  ///
  /// - Throws: `CommandFailure` if it cannot be read: it may be the user's and must stay.
  package func contents(_ name: String) throws -> Data? {
    do {
      return Data(try RegularFile.bytes(of: path(name)))
    } catch {
      guard error.code != ENOENT else { return nil }
      throw CommandFailure.opening(path(name), error)
    }
  }

  package func digest(_ name: String) throws -> String? {
    try contents(name).map { SHA256.hex($0) }
  }

  /// Whether the user has not changed a clip's file, by content if its modification time differs.
  package func isUnchangedByUser(_ clip: Clip) -> Bool {
    guard let stamp = stamp(clip.fileName) else { return true }
    // A clip that was recorded before rendering has no size yet, because a run was killed. Its hash
    // and time are those of the file that it was to replace.
    if clip.isPlaceholder, clip.digest == nil { return true }
    guard clip.isPlaceholder || stamp.bytes == clip.bytes else { return false }
    guard stamp.nanoseconds != clip.modifiedNanoseconds else { return true }
    return clip.digest != nil && clip.digest == ContentDigest.hex(of: path(clip.fileName))
  }

  /// Files that should exist and do not, sorted by name.
  func missing(of clips: [Clip]) -> [String] {
    clips.filter(\.isPublished).flatMap { [$0.fileName] + $0.sideFiles.keys }.filter { !exists($0) }
      .sorted()
  }

  /// Removes one of gazecut's own files; does nothing if it does not exist.
  package func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

  /// Whether the user has not changed a file that accompanies a clip; `true` if it does not exist.
  package func isUnchangedByUser(sideFile name: String, of clip: Clip?) throws -> Bool {
    try clip.isUnchangedByUser(sideFile: name, digest(name))
  }

  func moveToArchive(_ name: String) throws {
    let place = retired.path(name)
    try OutputFolders.makeOwn((place as NSString).deletingLastPathComponent)
    guard rename(path(name), place) == 0 || errno == ENOENT else {
      throw CommandFailure(
        .inputOutputFailed,
        "cannot move '\(path(name))' to .retired: " + String(cString: strerror(errno)))
    }
  }

  /// Archives a clip and accompanying files that the user did not change.
  ///
  /// The clip itself is moved last: as long as it exists, an interrupted move is repeated.
  package func moveToArchive(_ clip: Clip) throws {
    let stem = clip.stem
    for side in Self.sideFiles(of: stem) where try isUnchangedByUser(sideFile: side, of: clip) {
      try moveToArchive(side)
    }
    try moveToArchive(clip.fileName)
  }

  /// The sidecar metadata of an archived clip; `nil` if it does not exist.
  package func archivedMetadata(of clip: Clip) -> Data? {
    (try? RegularFile.bytes(of: retired.path(clip.stem + ".json"))).map { Data($0) }
  }

  /// Renames a file in the folder and in the archive, unless the new name exists.
  package func move(_ name: String, to other: String) {
    for files in [self, retired] where files.exists(name) && !files.exists(other) {
      let place = files.path(other)
      guard (try? OutputFolders.makeOwn((place as NSString).deletingLastPathComponent)) != nil
      else { continue }
      rename(files.path(name), place)
    }
  }

  package func removeRetired(_ name: String) {
    let stem = (name as NSString).deletingPathExtension
    for name in [name] + Self.sideFiles(of: stem) { retired.remove(name) }
  }

  /// Moves a file back from the archive; returns whether it existed.
  package func restore(_ name: String) -> Bool { rename(retired.path(name), path(name)) == 0 }
}

extension ClipFolder {
  /// Whether the decision document has this content; `nil` if it does not exist.
  package func holds(_ decisions: String) throws -> Bool? {
    try contents(Self.documentName).map { $0 == Self.content(decisions) }
  }

  package func write(_ decisions: String) throws {
    try AtomicFile.write(Array(Self.content(decisions)), to: path(Self.documentName))
  }

  private static func content(_ decisions: String) -> Data { Data((decisions + "\n").utf8) }
}

extension Clip {
  package var isReel: Bool { fileName == ClipFolder.reelName }
  /// Whether it is recorded but not rendered yet: it has no size.
  package var isPlaceholder: Bool { bytes < 0 }
  package var isPublished: Bool { state == .current && !isPlaceholder }
}

extension Clip? {
  /// Whether the user has not changed an accompanying file with this hash; `nil` means no file.
  package func isUnchangedByUser(sideFile name: String, _ digest: String?) -> Bool {
    guard let digest else { return true }
    guard let clip = self else { return false }
    return clip.sideFiles[name] == digest || (clip.isPlaceholder && clip.sideFiles[name] == nil)
  }
}
