import Foundation
import Library
import Media
import Workspace

/// Compares the files of one video's clips with what the library knows of them.
struct VideoCheck {
  let video: String
  let files: ClipFiles
  let clips: [Clip]
  /// The document as it was written last; `nil` where nothing was decided.
  let decisions: String?

  /// All that is not as it was published, in order of the names.
  func findings() -> [CheckFinding] {
    (current + decided + unknown + retired).sorted {
      ($0.name, $0.kind.rawValue) < ($1.name, $1.kind.rawValue)
    }
  }

  /// How many files the library knows here.
  var known: Int {
    published.reduce(decisions == nil ? 0 : 1) { $0 + 1 + $1.sideFiles.count }
  }

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

  /// What is wrong with a small file: `isSame` says whether it is as it was published, and has no
  /// answer where it is not there.
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
      return files.isAbsent(clip.fileName) ? .missing : .unreadable
    }
    // A folder has a size and a time as well.
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
    return [CheckFinding(kind: kind, name: ClipFiles.documentName)]
  }

  private var unknown: [CheckFinding] {
    let ours = expectedNames
    return files.allNames(in: files.folder).compactMap { name in
      if (name as NSString).lastPathComponent.hasPrefix(TemporaryName.prefix) {
        return CheckFinding(kind: .leftover, name: name)
      }
      guard !ours.contains(name), !name.hasSuffix(ClipFiles.previewEnding),
        !name.hasPrefix("decisions.edited-")
      else { return nil }
      return CheckFinding(kind: .foreign, name: name)
    }
  }

  /// What may stand in the video's folder.
  private var expectedNames: Set<String> {
    var names: Set<String> = [".retired"]
    for folder in ClipShape.allFolders {
      names.insert(folder + ClipNames.latest)
      guard ClipNames(video: video, files: files.inside(folder)).isIndexOurs else { continue }
      names.insert(folder + ClipNames.index)
    }
    if decisions != nil { names.insert(ClipFiles.documentName) }
    for clip in clips where clip.state == .current {
      names.insert(clip.fileName)
      names.formUnion(clip.sideFiles.keys)
      // What stands there of a clip whose rendering was never finished is the next run's.
      guard clip.isBegun else { continue }
      names.formUnion(ClipFiles.sideFiles(of: clip.stem))
    }
    return names
  }

  private var retired: [CheckFinding] {
    let known = Set(
      clips.filter { $0.state == .retired }.flatMap { clip in
        [clip.fileName] + ClipFiles.sideFiles(of: clip.stem)
      })
    return files.allNames(in: files.retired.folder).filter { !known.contains($0) }.map { name in
      CheckFinding(kind: isOwnName(name) ? .orphan : .foreign, name: name, isRetired: true)
    }
  }

  /// Whether gazecut gives such names: a clip's id, or the reel's.
  private func isOwnName(_ name: String) -> Bool {
    let stem = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
    if stem + ".mp4" == ClipFiles.reelName { return true }
    guard stem.hasPrefix(video + "-") else { return false }
    let digits = stem.dropFirst(video.count + 1)
    return digits.count == 10 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
