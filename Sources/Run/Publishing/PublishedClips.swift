import Foundation
import Library
import Media
import Support
import Workspace

/// The published clips of one video: their entries in the database, and their files.
struct PublishedClips {
  let database: LibraryDatabase
  let video: String
  let files: ClipFolder
  let notice: (String) -> Void
  private(set) var clips: [String: Clip] = [:]

  mutating func read() throws {
    for clip in try database.clips.all(of: video) { clips[clip.id] = clip }
  }

  subscript(id: String) -> Clip? { clips[id] }

  var all: some Collection<Clip> { clips.values }

  var currentReel: Clip? { all.first { $0.isReel && $0.state == .current } }

  /// Stores a clip before it is rendered, so that after a crash its file is recognised as
  /// gazecut's.
  ///
  /// The hash of a file that is already in its place is kept, because the user may edit that file
  /// before the next run.
  ///
  /// `known` is the clip that it replaces; a new highlight reel has another ID.
  mutating func begin(_ id: String, file name: String, replacing known: Clip?) throws {
    let before = files.exists(name) ? known : nil
    let clip = Clip(
      video: video, id: id, state: .current, fileName: name, bytes: -1,
      modifiedNanoseconds: before?.modifiedNanoseconds ?? 0, digest: before?.digest,
      sideFiles: known?.sideFiles ?? [:], createdAt: Date())
    try database.clips.store(clip)
    clips[id] = clip
  }

  /// Stores size, time and hash of a clip's files.
  ///
  /// If the user edited the clip, the old values are kept, so that the edit is still recognised.
  mutating func store(
    _ id: String, file name: String, _ digests: [String: String], wasRendered: Bool
  ) throws {
    guard let stamp = files.stamp(name) else { return }
    let known = clips[id]
    let isUnchangedByUser = wasRendered || known.map(files.isUnchangedByUser) ?? true
    // Read only new files; the hash of a published file is known.
    let digest =
      isUnchangedByUser && (wasRendered || known?.digest == nil)
      ? ContentDigest.hex(of: files.path(name)) : known?.digest
    let clip = Clip(
      video: video, id: id, state: .current, fileName: name,
      bytes: isUnchangedByUser ? stamp.bytes : known?.bytes ?? 0,
      modifiedNanoseconds: isUnchangedByUser ? stamp.nanoseconds : known?.modifiedNanoseconds ?? 0,
      digest: digest, sideFiles: digests, createdAt: known?.createdAt ?? Date())
    try database.clips.store(clip)
    clips[id] = clip
  }

  mutating func storeArchived(_ clip: Clip, _ note: ArchiveNote) throws {
    let retired = note.retired(clip, in: files)
    try database.clips.store(retired)
    clips[clip.id] = retired
  }

  mutating func forget(_ id: String) throws {
    try database.clips.remove(id, of: video)
    clips[id] = nil
  }

  /// Moves a clip to its folder if the order of aspect ratios has changed.
  mutating func move(_ id: String, to stem: String) throws {
    guard var clip = clips[id], clip.fileName != stem + ".mp4" else { return }
    let before = clip.stem
    for (from, to) in zip(ClipFolder.sideFiles(of: before), ClipFolder.sideFiles(of: stem)) {
      files.move(from, to: to)
      if let digest = clip.sideFiles.removeValue(forKey: from) { clip.sideFiles[to] = digest }
    }
    files.move(clip.fileName, to: stem + ".mp4")
    clip.fileName = stem + ".mp4"
    try database.clips.store(clip)
    clips[id] = clip
  }

  /// Restores an archived clip with its other files; rendering it again would give the same result.
  func restore(_ stem: String) -> Bool {
    guard files.restore(stem + ".mp4") else { return false }
    for side in ClipFolder.sideFiles(of: stem) where !files.exists(side) { _ = files.restore(side) }
    return true
  }

  func reportKeptEdit(_ name: String) {
    notice(
      "\(files.path(name)) was changed by hand and is not replaced: "
        + "delete it to let gazecut create it again")
  }

  /// Writes a file of a clip, or removes it if `text` is `nil`, unless the user edited it.
  ///
  /// Returns the hash by which the file is recognised as gazecut's own.
  func writeSideFile(_ text: String?, at name: String, beside id: String) throws -> String? {
    let clip = clips[id]
    let found = try files.digest(name)
    guard clip.isUnchangedByUser(sideFile: name, found) else {
      if text != nil { reportKeptEdit(name) }
      return clip?.sideFiles[name]
    }
    guard let text else {
      files.remove(name)
      return nil
    }
    let digest = SHA256.hex(text)
    if found != digest { try AtomicFile.write(Array(text.utf8), to: files.path(name)) }
    return digest
  }
}
