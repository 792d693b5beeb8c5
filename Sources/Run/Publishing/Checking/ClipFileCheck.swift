import Foundation
import Library
import Media
import Workspace

/// Compares the clip files of one video with the library's records.
struct ClipFileCheck {
  let video: String
  let files: ClipFolder
  let clips: [Clip]
  /// The decision document as last written; `nil` if there is none.
  let decisions: String?

  /// All differences, sorted by name.
  func findings() -> [CheckFinding] {
    (current + decided + unknown + retired).sorted {
      ($0.name, $0.kind.rawValue) < ($1.name, $1.kind.rawValue)
    }
  }

  /// Number of files that the library knows for the video.
  var known: Int { published.reduce(decisions == nil ? 0 : 1) { $0 + 1 + $1.sideFiles.count } }

  private var published: [Clip] { clips.filter(\.isPublished) }

  private var current: [CheckFinding] {
    published.flatMap { clip -> [CheckFinding] in
      let sides = clip.sideFiles.compactMap { name, digest in
        kind { try files.digest(name).map { $0 == digest } }.map {
          CheckFinding(kind: $0, name: name, clip: clip)
        }
      }
      let time = files.stamp(clip.fileName)?.nanoseconds
      let own = kind(of: clip).map {
        CheckFinding(kind: $0, name: clip.fileName, nanoseconds: time, clip: clip)
      }
      return [own].compactMap(\.self) + sides
    }
  }

  /// The finding for a small file: `isSame` compares it with its record; `nil` if it does not
  /// exist.
  private func kind(_ isSame: () throws -> Bool?) -> CheckFinding.Kind? {
    do {
      guard let isSame = try isSame() else { return .missing }
      return isSame ? nil : .changed
    } catch {
      return .unreadable
    }
  }

  private func kind(of clip: Clip) -> CheckFinding.Kind? {
    guard let stamp = files.stamp(clip.fileName) else {
      return files.isDefinitelyMissing(clip.fileName) ? .missing : .unreadable
    }
    // A folder also has a size and a time, so check that it is a file.
    guard files.isFile(clip.fileName) else { return .unreadable }
    let isTimeKept = stamp.nanoseconds == clip.modifiedNanoseconds
    guard stamp.bytes == clip.bytes else { return isTimeKept ? .damaged : .changed }
    guard let digest = clip.digest else { return isTimeKept ? nil : .changed }
    guard let found = ContentDigest.hex(of: files.path(clip.fileName)) else { return .unreadable }
    if isTimeKept { return found == digest ? nil : .damaged }
    return found == digest ? .touched : .changed
  }

  private var decided: [CheckFinding] {
    guard let decisions, let kind = kind({ try files.holds(decisions) }) else { return [] }
    return [CheckFinding(kind: kind, name: ClipFolder.documentName)]
  }

  private var unknown: [CheckFinding] {
    let ours = expectedNames
    return files.allNames(in: files.folder).compactMap { name in
      if (name as NSString).lastPathComponent.hasPrefix(TemporaryName.prefix) {
        return CheckFinding(kind: .leftover, name: name)
      }
      guard !ours.contains(name), !name.hasSuffix(ClipFolder.previewEnding),
        !name.hasPrefix("decisions.edited-")
      else { return nil }
      return CheckFinding(kind: .foreign, name: name)
    }
  }

  private var expectedNames: Set<String> {
    var names: Set<String> = [".retired"]
    for folder in ClipVariant.allFolders {
      names.insert(folder + StableClipNames.latest)
      guard StableClipNames(video: video, files: files.inside(folder)).canOverwriteIndex else {
        continue
      }
      names.insert(folder + StableClipNames.index)
    }
    if decisions != nil { names.insert(ClipFolder.documentName) }
    for clip in clips where clip.state == .current {
      names.insert(clip.fileName)
      names.formUnion(clip.sideFiles.keys)
      // If rendering was interrupted, its files belong to the next run.
      guard clip.isPlaceholder else { continue }
      names.formUnion(ClipFolder.sideFiles(of: clip.stem))
    }
    return names
  }

  private var retired: [CheckFinding] {
    let known = Set(
      clips.filter { $0.state == .retired }.flatMap { clip in
        [clip.fileName] + ClipFolder.sideFiles(of: clip.stem)
      })
    return files.allNames(in: files.retired.folder).filter { !known.contains($0) }.map { name in
      CheckFinding(kind: isOwnName(name) ? .orphan : .foreign, name: name, isRetired: true)
    }
  }

  /// Whether a name has the form of a clip's ID or is the reel's.
  private func isOwnName(_ name: String) -> Bool {
    let stem = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
    if stem + ".mp4" == ClipFolder.reelName { return true }
    guard stem.hasPrefix(video + "-") else { return false }
    let digits = stem.dropFirst(video.count + 1)
    return digits.count == 10 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
