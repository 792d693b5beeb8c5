import CProcess
import CutLists
package import Foundation
package import Library
import Media
import Support

/// The folder of one video's clips: what is in it, and what in it a person has changed.
package struct ClipFolder {
  /// The name of a video's reel.
  package static let reelName = "highlights.mp4"
  /// The name of what was decided of a video.
  package static let documentName = "decisions.json"

  /// `shorts/VIDEO`.
  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }
  /// Those that were retired, in `shorts/VIDEO/.retired`.
  package var retired: ClipFolder { ClipFolder(folder: path(".retired")) }

  /// What may lie beside a clip: poster, record, captions, timelines for editors' programs.
  package static func sideFiles(of stem: String) -> [String] {
    ([".jpg", ".json", ".srt"] + timelineEndings).map { stem + $0 }
  }

  /// File name extensions of timelines for editing programs.
  package static var timelineEndings: [String] { ExportFormat.timelines.map(\.ending) }

  /// The files of a shape's folder, `square/`; of none, these.
  package func inside(_ shape: String) -> ClipFolder {
    shape.isEmpty ? self : ClipFolder(folder: path(String(shape.dropLast())))
  }

  /// The path of a file of that name.
  package func path(_ name: String) -> String { folder + "/" + name }

  /// Whether a file of that name is there.
  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Makes the folder, and those of shapes in it, and sweeps away what a killed run left
  /// half-written.
  ///
  /// - Throws: `CommandFailure` 73, 74 or 77.
  package func prepare(_ shapes: [String] = []) throws {
    try OutputFolder.makeOwn((folder as NSString).deletingLastPathComponent)
    try OutputFolder.makeOwn(folder)
    for shape in shapes where !shape.isEmpty { try OutputFolder.makeOwn(path(shape)) }
    sweep()
  }

  /// Removes temporary files whose writers are gone.
  package func sweep() {
    let links = ClipVariant.allFolders.map { $0 + StableClipNames.latest }
      .flatMap { latest in names(in: path(latest)).map { latest + "/" + $0 } }
    for name in allNames(in: folder) + links
    where TemporaryName.isStale((name as NSString).lastPathComponent, age: age(of: name)) {
      remove(name)
    }
  }

  /// Removes folders of shapes in which nothing is left.
  package func removeEmptyFolders(except shapes: [String]) {
    for name in ClipVariant.folderNames where !shapes.contains(name + "/") {
      rmdir(retired.path(name))
      rmdir(path(name))
    }
  }

  /// Seconds since a file, or a link itself, was last written to.
  private func age(of name: String) -> Double {
    var status = stat()
    guard lstat(path(name), &status) == 0 else { return 0 }
    return Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
  }

  /// What the name of a preview ends with: `ID.preview.mp4`.
  package static let previewEnding = ".preview.mp4"

  /// Removes previews, in folders of shapes as well, but those in `names`.
  package func removePreviews(except names: Set<String> = []) {
    for name in allNames(in: folder)
    where name.hasSuffix(Self.previewEnding) && !names.contains(name) { remove(name) }
  }

  /// The names of files in a folder, in order.
  package func names(in folder: String) -> [String] {
    OutputFolder.names(in: folder)
  }

  /// The names in a folder, and those in its folders of shapes, as `square/ID.mp4`.
  package func allNames(in folder: String) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      guard ClipVariant.folderNames.contains(name) else { return [name] }
      return names(in: folder + "/" + name).map { name + "/" + $0 }
    }
  }

  /// Size and time of a file, as the library keeps them; `nil` when it is not there.
  package func stamp(_ name: String) -> (bytes: Int64, nanoseconds: Int64)? {
    var status = stat()
    guard stat(path(name), &status) == 0 else { return nil }
    let time = status.st_mtim
    return (Int64(status.st_size), Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Whether nothing stands under a name; what cannot be looked at may be there.
  package func isDefinitelyMissing(_ name: String) -> Bool {
    var status = stat()
    return stat(path(name), &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// The first name that nothing has, of those by the numbers from 1 on: what was set aside before,
  /// or is a person's, stays.
  package func firstUnusedName(_ name: (Int) -> String) -> String {
    var number = 1
    while !isDefinitelyMissing(name(number)) { number += 1 }
    return name(number)
  }

  /// Whether a file stands under a name, and not a folder or something else.
  package func isFile(_ name: String) -> Bool {
    var status = stat()
    return stat(path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The content of a small file; `nil` when it is not there.
  ///
  /// - Throws: `CommandFailure` where it cannot be read: whose it is is not known then, and it may
  ///   be neither written over nor passed by.
  package func contents(_ name: String) throws -> Data? {
    do {
      return Data(try RegularFile.bytes(of: path(name)))
    } catch {
      guard error.code != ENOENT else { return nil }
      throw CommandFailure.opening(path(name), error)
    }
  }

  /// SHA-256 of a small file; `nil` when it is not there.
  ///
  /// - Throws: `CocoaError` where it cannot be read.
  package func digest(_ name: String) throws -> String? {
    try contents(name).map { SHA256.hex($0) }
  }

  /// Whether a clip's file is as gazecut left it: a copy or a restored backup has other times, and
  /// is the same file.
  package func isOurs(_ clip: Clip) -> Bool {
    guard let stamp = stamp(clip.fileName) else { return true }
    // A clip noted before it was rendered has no size yet: a run was killed before it was done. Its
    // marks are those of what it was to replace.
    if clip.isBegun, clip.digest == nil { return true }
    guard clip.isBegun || stamp.bytes == clip.bytes else { return false }
    guard stamp.nanoseconds != clip.modifiedNanoseconds else { return true }
    return clip.digest != nil && clip.digest == ContentDigest.hex(of: path(clip.fileName))
  }

  /// Files that clips should have and have not, in order of their names.
  func missing(of clips: [Clip]) -> [String] {
    clips.filter(\.isPublished)
      .flatMap { [$0.fileName] + $0.sideFiles.keys }
      .filter { !exists($0) }.sorted()
  }

  /// Removes a file that is gazecut's own; one that is not there is none to remove.
  package func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

  /// Whether a file beside a clip is as gazecut left it, or not there.
  ///
  /// - Throws: `CocoaError` where it cannot be read.
  package func isOurs(sideFile name: String, of clip: Clip?) throws -> Bool {
    try clip.isOurs(sideFile: name, digest(name))
  }

  /// Moves a file to the retired ones, in the place of an older one of its name.
  func retire(_ name: String) throws {
    let place = retired.path(name)
    try OutputFolder.makeOwn((place as NSString).deletingLastPathComponent)
    guard rename(path(name), place) == 0 || errno == ENOENT else {
      throw CommandFailure(
        .inputOutputFailed,
        "cannot move '\(path(name))' to .retired: " + String(cString: strerror(errno)))
    }
  }

  /// Moves a clip and what lies beside it to the retired ones; what a person changed stays.
  ///
  /// The clip itself goes last: as long as it is there, what was cut short is done again whole.
  package func retire(_ clip: Clip) throws {
    let stem = clip.stem
    for side in Self.sideFiles(of: stem) where try isOurs(sideFile: side, of: clip) {
      try retire(side)
    }
    try retire(clip.fileName)
  }

  /// The content of a retired clip's record; `nil` where there is none.
  package func archivedMetadata(of clip: Clip) -> Data? {
    (try? RegularFile.bytes(of: retired.path(clip.stem + ".json"))).map { Data($0) }
  }

  /// Gives a file another name, here and among the retired; one that is there already stays.
  package func move(_ name: String, to other: String) {
    for files in [self, retired] where files.exists(name) && !files.exists(other) {
      let place = files.path(other)
      guard (try? OutputFolder.makeOwn((place as NSString).deletingLastPathComponent)) != nil
      else { continue }
      rename(files.path(name), place)
    }
  }

  /// Removes a retired clip and what lies beside it.
  package func removeRetired(_ name: String) {
    let stem = (name as NSString).deletingPathExtension
    for name in [name] + Self.sideFiles(of: stem) { retired.remove(name) }
  }

  /// Takes a retired file back; whether there was one.
  package func restore(_ name: String) -> Bool {
    rename(retired.path(name), path(name)) == 0
  }
}

extension ClipFolder {
  /// Whether the file of what was decided says just this; `nil` when it is not there.
  ///
  /// - Throws: `CocoaError` where it cannot be read.
  package func holds(_ decisions: String) throws -> Bool? {
    try contents(Self.documentName).map { $0 == Self.content(decisions) }
  }

  /// Writes what was decided.
  ///
  /// - Throws: `MediaError`.
  package func write(_ decisions: String) throws {
    try AtomicFile.write(Array(Self.content(decisions)), to: path(Self.documentName))
  }

  private static func content(_ decisions: String) -> Data { Data((decisions + "\n").utf8) }
}

extension Clip {
  /// Whether it is its video's reel.
  package var isReel: Bool { fileName == ClipFolder.reelName }
  /// Whether it was noted and not made yet: it has no size.
  package var isBegun: Bool { bytes < 0 }
  /// Whether it was made and is not retired.
  package var isPublished: Bool { state == .current && !isBegun }
}

extension Clip? {
  /// Whether a file beside it is as gazecut left it, by what was found there; `nil` is no file.
  package func isOurs(sideFile name: String, _ digest: String?) -> Bool {
    guard let digest else { return true }
    guard let clip = self else { return false }
    return clip.sideFiles[name] == digest || (clip.isBegun && clip.sideFiles[name] == nil)
  }
}
