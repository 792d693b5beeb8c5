import Foundation
import Library
import Support
import Workspace

/// Repairs what a check found, and takes over edited files if the user wants that (`--adopt`).
struct CheckRepair {
  let database: LibraryDatabase
  let files: ClipFolder
  let video: String
  let repairs: Bool
  /// Whether files that the user edited become gazecut's own (`--adopt`).
  let adopts: Bool

  /// Handles one finding; returns a text that says what was done or can be done.
  func handleFinding(with finding: CheckFinding) throws -> String {
    switch finding.kind {
    case .missing:
      return repairs && finding.clip.map { files.retired.exists($0.fileName) } ?? false
        ? try registerArchived(finding) : "the next `gazecut run` creates it again"
    case .damaged: return try renameDamaged(finding)
    case .unreadable:
      return "cannot be read, and is not changed: check its permissions, its folder and the disk"
    case .leftover: return try removeLeftover(finding)
    case .orphan: return try registerArchived(finding)
    case .changed: return try adopt(finding)
    case .foreign: return "not made by gazecut; not changed"
    case .touched:
      if repairs || adopts { try storeTime(of: finding) }
      return "the same content with another modification time"
    }
  }

  private func renameDamaged(_ finding: CheckFinding) throws -> String {
    guard repairs else { return "--repair renames it, and the next run creates it again" }
    let name = finding.name as NSString
    let (stem, ending) = ("\(name.deletingPathExtension).damaged", name.pathExtension)
    let aside = files.firstUnusedName { "\(stem)\($0 == 1 ? "" : "-\($0)").\(ending)" }
    guard rename(files.path(finding.name), files.path(aside)) == 0 else {
      throw CommandFailure(
        .inputOutputFailed,
        "cannot rename '\(files.path(finding.name))' to \(aside): \(String(cString: strerror(errno)))"
      )
    }
    return "renamed to \(aside); the next `gazecut run` creates it again"
  }

  private func removeLeftover(_ finding: CheckFinding) throws -> String {
    guard repairs else { return "temporary file of a killed run; --repair removes it" }
    files.remove(finding.name)
    return "removed"
  }

  /// Registers an archived file as a clip, so that it is deleted after `library.keepRetired` days.
  private func registerArchived(_ finding: CheckFinding) throws -> String {
    guard repairs else { return "archived by a killed run; --repair registers it" }
    let name = finding.clip?.fileName ?? (finding.name as NSString).deletingPathExtension + ".mp4"
    let folder = files.retired
    let stamp = folder.stamp(name)
    let known = try database.clips.all(of: video).first { $0.fileName == name }
    var clip =
      try known
      ?? Clip(
        video: video, id: String((name as NSString).lastPathComponent.dropLast(4)), state: .retired,
        fileName: name, bytes: stamp?.bytes ?? 0, modifiedNanoseconds: stamp?.nanoseconds ?? 0,
        digest: ContentDigest.hex(of: folder.path(name)),
        sideFiles: ClipFolder.sideFiles(of: String(name.dropLast(4)))
          .reduce(into: [:]) { $0[$1] = try folder.digest($1) }, createdAt: Date())
    // If the clip's own file exists, the clip is not archived, so the archived copy is removed.
    guard known == nil || !files.exists(name) else {
      folder.remove(finding.name)
      return "removed: the clip itself is in the video's folder"
    }
    clip.state = .retired
    clip.retiredAt = clip.retiredAt ?? Date()
    try database.clips.store(clip)
    return "registered as archived"
  }

  private func adopt(_ finding: CheckFinding) throws -> String {
    guard finding.clip != nil else {
      return
        "edited by hand; `gazecut regenerate \(video) --decisions` renders the edited decisions"
    }
    guard adopts else { return "edited by hand, and not changed; --adopt accepts it" }
    guard var clip = try clip(of: finding) else { return "edited by hand, and not changed" }
    if finding.name != clip.fileName {
      clip.sideFiles[finding.name] = try files.digest(finding.name)
    } else if let stamp = files.stamp(finding.name) {
      (clip.bytes, clip.modifiedNanoseconds) = (stamp.bytes, stamp.nanoseconds)
      clip.digest = ContentDigest.hex(of: files.path(finding.name))
    }
    try database.clips.store(clip)
    return "accepted as it is"
  }

  /// Stores the modification time of a file whose content was found to be the same.
  ///
  /// The file is not read again, so that a change made meanwhile still counts as the user's.
  private func storeTime(of finding: CheckFinding) throws {
    guard let time = finding.nanoseconds, var clip = try clip(of: finding) else { return }
    clip.modifiedNanoseconds = time
    try database.clips.store(clip)
  }

  /// The clip as stored now; it may have changed since the finding, if several of its files are
  /// adopted.
  private func clip(of finding: CheckFinding) throws -> Clip? {
    try database.clips.all(of: video).first { $0.id == finding.clip?.id }
  }
}
