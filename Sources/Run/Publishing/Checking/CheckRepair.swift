import Failures
import Foundation
import Library
import Workspace

/// Heals what a check found, and takes back what a person gives back.
struct CheckRepair {
  let database: LibraryDatabase
  let files: ClipFiles
  let video: String
  /// Whether faults are healed.
  let repairs: Bool
  /// Whether files that a person changed become gazecut's own.
  let adopts: Bool

  func deal(with finding: CheckFinding) throws -> String {
    switch finding.kind {
    case .missing:
      return repairs && finding.clip.map { files.retired.exists($0.fileName) } ?? false
        ? try noteRetired(finding) : "the next `gazecut run` makes it again"
    case .damaged: return try setAside(finding)
    case .unreadable:
      return "cannot be read, and is left alone: see to its rights, its folder's, or its disk"
    case .leftover: return try removeLeftover(finding)
    case .orphan: return try noteRetired(finding)
    case .changed: return try adopt(finding)
    case .foreign: return "not gazecut's; left alone"
    case .touched:
      if repairs || adopts { try noteTime(of: finding) }
      return "the same content with another time"
    }
  }

  private func setAside(_ finding: CheckFinding) throws -> String {
    guard repairs else { return "--repair sets it aside, and the next run makes it again" }
    let name = finding.name as NSString
    let (stem, ending) = ("\(name.deletingPathExtension).damaged", name.pathExtension)
    let aside = files.freeName { "\(stem)\($0 == 1 ? "" : "-\($0)").\(ending)" }
    guard rename(files.path(finding.name), files.path(aside)) == 0 else {
      throw CommandFailure(
        .inputOutputFailed,
        "cannot set '\(files.path(finding.name))' aside: \(String(cString: strerror(errno)))")
    }
    return "set aside as \(aside); the next `gazecut run` makes it again"
  }

  private func removeLeftover(_ finding: CheckFinding) throws -> String {
    guard repairs else { return "of a run that was killed; --repair removes it" }
    files.remove(finding.name)
    return "removed"
  }

  /// A retired clip that the library knows is kept for `library.keepRetired` days and then goes.
  private func noteRetired(_ finding: CheckFinding) throws -> String {
    guard repairs else { return "retired by a run that was killed; --repair notes it" }
    let name =
      finding.clip?.fileName ?? (finding.name as NSString).deletingPathExtension + ".mp4"
    let folder = files.retired
    let stamp = folder.stamp(name)
    let known = try database.clips(of: video).first { $0.fileName == name }
    var clip =
      try known
      ?? Clip(
        video: video, id: String((name as NSString).lastPathComponent.dropLast(4)),
        state: .retired, fileName: name,
        bytes: stamp?.bytes ?? 0, modifiedNanoseconds: stamp?.nanoseconds ?? 0,
        digest: ContentDigest.hex(of: folder.path(name)),
        sideFiles: ClipFiles.sideFiles(of: String(name.dropLast(4)))
          .reduce(into: [:]) { $0[$1] = try folder.digest($1) }, createdAt: Date())
    // A clip that stands in its place is not retired, whatever lies among the retired.
    guard known == nil || !files.exists(name) else {
      folder.remove(finding.name)
      return "removed: the clip itself stands in its place"
    }
    clip.state = .retired
    clip.retiredAt = clip.retiredAt ?? Date()
    try database.keep(clip)
    return "noted as retired"
  }

  private func adopt(_ finding: CheckFinding) throws -> String {
    guard finding.clip != nil else {
      return "changed by hand; `gazecut regenerate \(video) --decisions` renders what it says"
    }
    guard adopts else { return "changed by hand, and left alone; --adopt gives it back" }
    guard var clip = try clip(of: finding) else {
      return "changed by hand, and left alone"
    }
    if finding.name == clip.fileName {
      try refresh(finding)
    } else {
      clip.sideFiles[finding.name] = try files.digest(finding.name)
      try database.keep(clip)
    }
    return "gazecut's own again, as it is"
  }

  /// Notes a clip's file as it is now.
  private func refresh(_ finding: CheckFinding) throws {
    guard let stamp = files.stamp(finding.name), var clip = try clip(of: finding) else { return }
    clip.bytes = stamp.bytes
    clip.modifiedNanoseconds = stamp.nanoseconds
    clip.digest = ContentDigest.hex(of: files.path(finding.name))
    try database.keep(clip)
  }

  /// Notes the time of a file whose content was just found to be the same.
  ///
  /// It is not read again: what a person does to it meanwhile stays theirs.
  private func noteTime(of finding: CheckFinding) throws {
    guard let time = finding.nanoseconds, var clip = try clip(of: finding) else { return }
    clip.modifiedNanoseconds = time
    try database.keep(clip)
  }

  /// The clip as it is kept now: several files of one may be given back one after the other.
  private func clip(of finding: CheckFinding) throws -> Clip? {
    try database.clips(of: video).first { $0.id == finding.clip?.id }
  }
}
