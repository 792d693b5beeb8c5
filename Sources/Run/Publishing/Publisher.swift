import CutLists
package import Deciding
package import EditDecisions
import Foundation
package import Library
import Media
package import Rendering
import Settings
import Support
package import Workspace

/// Publishes the decisions of one video as files.
///
/// It renders missing clips, keeps existing ones, archives those that are no longer chosen, and
/// never changes files that the user edited.
package struct Publisher {
  /// A function that runs render jobs and puts their files into place.
  ///
  /// It calls `finished` for each finished job, one at a time. If jobs fail, it throws the first
  /// error.
  package typealias Runner =
    @Sendable (_ jobs: [RenderJob], _ finished: (RenderJob) throws -> Void) async throws -> Void

  static let reelRecordName = "highlights.json"

  let database: LibraryDatabase
  let settings: Settings
  let source: SourceVideo
  let document: DecisionDocument
  /// The aspect ratios in which moments are published, the document's own first.
  let shapes: [ClipVariant]
  let files: ClipFolder
  let runner: Runner
  let notice: (String) -> Void
  package var isPinned = false
  /// Returns the still frame that a clip's job also writes; the report draws heat maps on it.
  package var still: (Moment) -> RenderJob.Still? = { _ in nil }
  var clips: [String: Clip] = [:]
  /// The new name of a file that was in the reel's place.
  var renamedReel: String?

  /// Creates a publisher of one video; the library is read when `publish` is called.
  package init(
    _ decided: VideoDecisions, in files: ClipFolder, _ database: LibraryDatabase,
    by runner: @escaping Runner, notice: @escaping (String) -> Void
  ) {
    (settings, source, document) = (decided.settings, decided.source, decided.document)
    shapes = ClipVariant.all(settings, document)
    (self.files, self.database, self.runner, self.notice) = (files, database, runner, notice)
  }

  var video: String { document.video.id }

  /// Publishes the decisions, and adds the IDs of rendered, kept and archived clips to `result`.
  ///
  /// - Throws: `MediaError`, `LibraryError`, `CommandFailure`; finished files stay.
  package mutating func publish(_ result: inout VideoResult) async throws {
    try files.prepare(shapes.map(\.folder))
    try readClips()
    var jobs: [RenderJob] = []
    for shape in shapes {
      for moment in shape.document.moments {
        if let job = try begun(moment, in: shape) {
          jobs.append(job)
        } else {
          try writeClipFiles(moment, in: shape, wasRendered: false)
          result.kept.append(moment.id)
        }
      }
    }
    let reel = reelState()
    if let job = try begun(reel) { jobs.append(job) }
    try await render(jobs, &result)
    if reel == .there { try writeReelFiles(wasRendered: false) }
    try ClipVariant.name(
      shapes, of: video, files, clips: clips.values, postings: database.clips.postings(of: video),
      isPinned: isPinned, notice: notice)
    result.retired = try archiveOthers()
    // All clips are rendered, so their previews are no longer needed.
    files.removePreviews()
    files.removeEmptyFolders(except: shapes.map(\.folder))
    try publishDecisions()
  }

  mutating func readClips() throws {
    for clip in try database.clips.all(of: video) { clips[clip.id] = clip }
  }

  /// Runs the jobs, and completes each clip as soon as it is rendered.
  private mutating func render(_ jobs: [RenderJob], _ result: inout VideoResult) async throws {
    let moments = shapes.flatMap { shape in
      shape.document.moments.map { (moment: $0, shape: shape) }
    }.keyed(by: \.moment.id)
    var done: [RenderJob.Kind: Set<String>] = [:]
    try await runner(jobs) { job in
      if job.kind == .reel {
        try writeReelFiles(wasRendered: true)
      } else if let shown = moments[job.id] {
        try writeClipFiles(
          shown.moment, in: shown.shape, wasRendered: job.kind == .short,
          hasNewPoster: job.poster != nil)
      }
      done[job.kind, default: []].insert(job.id)
    }
    let kept = Set(result.kept).union(done[.poster] ?? [])
    let ids = shapes.flatMap { $0.document.moments.map(\.id) }
    result.rendered = ids.filter { done[.short]?.contains($0) ?? false }
    result.kept = ids.filter(kept.contains)
    result.reelRendered = done[.reel] != nil
  }
}

extension Publisher {
  /// Writes the files that belong to a clip, and stores the clip in the database.
  private mutating func writeClipFiles(
    _ moment: Moment, in shape: ClipVariant, wasRendered: Bool, hasNewPoster: Bool = false
  ) throws {
    let id = moment.id
    let stem = shape.stem(of: id)
    var digests: [String: String] = [:]
    let (poster, record, captions) = (stem + ".jpg", stem + ".json", stem + ".srt")
    let picture = try files.digest(poster)
    if hasNewPoster || clips[id].isOurs(sideFile: poster, picture) {
      if !settings.render.hasPosters { files.remove(poster) }
      digests[poster] = settings.render.hasPosters ? picture : nil
    } else {
      digests[poster] = clips[id]?.sideFiles[poster]
    }
    digests[record] = try writeSideFile(
      ClipSidecar.short(moment, of: shape.document), at: record, beside: clips[id])
    let cues = source.sidecarCaptions(from: moment.start, to: moment.end)
    digests[captions] = try writeSideFile(
      cues.isEmpty ? nil : cues.srt, at: captions, beside: clips[id])
    digests.merge(try writeExports(of: id, in: shape, named: stem, beside: id)) { $1 }
    try storeClip(id, file: stem + ".mp4", digests, wasRendered: wasRendered)
  }

  /// Writes timelines for editing programs, or removes old ones; returns the hashes of the files.
  private func writeExports(
    of list: String, in shape: ClipVariant, named stem: String, beside id: String
  ) throws -> [String: String] {
    let list =
      settings.exports.isEmpty
      ? nil
      : Export(shape.document, of: source.info, shape.settings.render).lists.first {
        $0.name == list
      }
    var digests: [String: String] = [:]
    for format in ExportFormat.timelines {
      let name = stem + format.ending
      let text = list.flatMap { settings.exports.contains(format) ? format.text($0) : nil }
      guard text != nil || clips[id]?.sideFiles[name] != nil else { continue }
      digests[name] = try writeSideFile(text, at: name, beside: clips[id])
    }
    return digests
  }

  /// Stores a clip before it is rendered, so that after a crash its file is recognised as
  /// gazecut's.
  ///
  /// The hash of a file that is already in its place is kept, because the user may edit that file
  /// before the next run.
  mutating func begin(_ id: String, file name: String) throws {
    let before = files.exists(name) ? clips[id] : nil
    let clip = Clip(
      video: video, id: id, state: .current, fileName: name, bytes: -1,
      modifiedNanoseconds: before?.modifiedNanoseconds ?? 0, digest: before?.digest,
      sideFiles: clips[id]?.sideFiles ?? [:], createdAt: Date())
    try database.clips.store(clip)
    clips[id] = clip
  }

  /// Stores size, time and hash of a clip's files.
  ///
  /// If the user edited the clip, the old values are kept, so that the edit is still recognised.
  private mutating func storeClip(
    _ id: String, file name: String, _ digests: [String: String], wasRendered: Bool
  ) throws {
    guard let stamp = files.stamp(name) else { return }
    let known = clips[id]
    let isOurs = wasRendered || known.map(files.isOurs) ?? true
    // Read only new files; the hash of a published file is known.
    let digest =
      isOurs && (wasRendered || known?.digest == nil)
      ? ContentDigest.hex(of: files.path(name)) : known?.digest
    let clip = Clip(
      video: video, id: id, state: .current, fileName: name,
      bytes: isOurs ? stamp.bytes : known?.bytes ?? 0,
      modifiedNanoseconds: isOurs ? stamp.nanoseconds : known?.modifiedNanoseconds ?? 0,
      digest: digest, sideFiles: digests, createdAt: known?.createdAt ?? Date())
    try database.clips.store(clip)
    clips[id] = clip
  }

  /// Notifies the user that an edited file is not changed.
  func leave(_ name: String) {
    notice(
      "\(files.path(name)) was changed by hand and is left as it is: "
        + "delete it to let gazecut create it again")
  }

  /// Writes a file of a clip, or removes it if `text` is `nil`, unless the user edited it.
  ///
  /// Returns the hash by which the file is recognised as gazecut's own.
  private func writeSideFile(_ text: String?, at name: String, beside clip: Clip?) throws -> String?
  {
    let found = try files.digest(name)
    guard clip.isOurs(sideFile: name, found) else {
      if text != nil { leave(name) }
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

extension Publisher {
  /// Writes the metadata of the reel, and stores the reel in the database.
  private mutating func writeReelFiles(wasRendered: Bool) throws {
    let id = reelID
    let map = ReelRenderer(source: source.info, settings: settings.render)
      .map(document.reel.map { $0.start..<$0.end })
    let text = ClipSidecar.reel(id: id, document, map: document.reel(showing: map))
    var digests: [String: String] = [:]
    digests[Self.reelRecordName] = try writeSideFile(
      text, at: Self.reelRecordName, beside: clips[id])
    let stem = String(ClipFolder.reelName.dropLast(4))
    digests.merge(try writeExports(of: stem, in: shapes[0], named: stem, beside: id)) { $1 }
    try storeClip(id, file: ClipFolder.reelName, digests, wasRendered: wasRendered)
    removeDuplicateReel(clips[id])
    // An older reel may be archived under the same name.
    files.removeRetired(ClipFolder.reelName)
    for clip in clips.values where clip.isReel && clip.state == .retired {
      try forget(clip.id)
    }
  }

  mutating func forget(_ id: String) throws {
    try database.clips.remove(id, of: video)
    clips[id] = nil
  }

  /// Archives the clips that are no longer chosen; files that the user edited stay.
  private mutating func archiveOthers() throws -> [String] {
    var kept = Set(
      shapes.flatMap { shape in shape.document.moments.map { shape.stem(of: $0.id) + ".mp4" } })
    if !document.reel.isEmpty { kept.insert(ClipFolder.reelName) }
    let note = ArchiveNote(
      recorded: try database.videos.state(of: video).decisions, after: document)
    var retired: [String] = []
    for clip in clips.values.sorted(by: { $0.id < $1.id })
    where clip.state == .current && !kept.contains(clip.fileName) {
      guard files.exists(clip.fileName) else {
        // It was never rendered, or the user deleted it. If it is archived, a killed run moved it
        // without storing that.
        if files.retired.exists(clip.fileName) {
          try storeArchived(clip, note)
        } else {
          try forget(clip.id)
        }
        continue
      }
      guard files.isOurs(clip) else {
        leave(clip.fileName)
        continue
      }
      try files.moveToArchive(clip)
      try storeArchived(clip, note)
      if !clip.isReel { retired.append(clip.id) }
    }
    return retired
  }

  private mutating func storeArchived(_ clip: Clip, _ note: ArchiveNote) throws {
    let retired = note.retired(clip, in: files)
    try database.clips.store(retired)
    clips[clip.id] = retired
  }

  /// Writes the decision document; one that the user edited is renamed first.
  private func publishDecisions() throws {
    let (name, text) = (ClipFolder.documentName, document.json)
    guard try files.holds(text) != true else { return }
    let recorded = try database.videos.state(of: video).decisions
    if try files.holds(recorded ?? "") == false {
      let aside = try renameEdited(name)
      notice("\(files.path(name)) was changed by hand; it is kept as \(aside)")
    }
    try files.write(text)
  }

  private func renameEdited(_ name: String) throws -> String {
    let aside = files.firstUnusedName { "decisions.edited-\($0).json" }
    guard rename(files.path(name), files.path(aside)) == 0 else {
      throw CommandFailure(
        .inputOutputFailed,
        "cannot keep the edited '\(files.path(name))' as \(aside): "
          + String(cString: strerror(errno)))
    }
    return aside
  }
}
