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

  private static let reelRecordName = "highlights.json"

  private let database: LibraryDatabase
  private let settings: Settings
  private let source: SourceVideo
  private let document: DecisionDocument
  /// The aspect ratios in which moments are published, the document's own first.
  private let shapes: [ClipVariant]
  private let files: ClipFolder
  private let runner: Runner
  private let notice: (String) -> Void
  package var isPinned = false
  /// Returns the still frame that a clip's job also writes; the report draws heat maps on it.
  package var still: (Moment) -> RenderJob.Still? = { _ in nil }
  private var clips: PublishedClips
  /// The new name of a file that was in the reel's place.
  private var renamedReel: String?

  /// Creates a publisher of one video; the library is read when `publish` is called.
  package init(
    _ decided: VideoDecisions, in files: ClipFolder, _ database: LibraryDatabase,
    by runner: @escaping Runner, notice: @escaping (String) -> Void
  ) {
    (settings, source, document) = (decided.settings, decided.source, decided.document)
    shapes = ClipVariant.all(settings, document)
    (self.files, self.database, self.runner, self.notice) = (files, database, runner, notice)
    clips = PublishedClips(
      database: database, video: document.video.id, files: files, notice: notice)
  }

  private var video: String { document.video.id }

  private var missingFiles: MissingFiles {
    MissingFiles(
      source: source, settings: settings, document: document, files: files, clips: clips,
      still: still)
  }

  /// The render jobs for missing files, with output in another folder; changes nothing.
  ///
  /// The folder is relative to the one that the jobs are started in.
  ///
  /// - Throws: `LibraryError`; `missingComponent` if captions need libass.
  package mutating func missing(in folder: String) throws -> [RenderJob] {
    try clips.read()
    return try missingFiles.jobs(in: folder, shapes)
  }

  /// Publishes the decisions, and adds the IDs of rendered, kept and archived clips to `result`.
  ///
  /// - Throws: `MediaError`, `LibraryError`, `CommandFailure`; finished files stay.
  package mutating func publish(_ result: inout VideoResult) async throws {
    try files.prepare(shapes.map(\.folder))
    try clips.read()
    var jobs: [RenderJob] = []
    for shape in shapes {
      for moment in shape.document.moments {
        if let job = try prepare(moment, in: shape) {
          jobs.append(job)
        } else {
          try writeClipFiles(moment, in: shape, wasRendered: false)
          result.kept.append(moment.id)
        }
      }
    }
    let reel = missingFiles.reelState
    if let job = try prepareReel(reel) { jobs.append(job) }
    try await render(jobs, &result)
    if reel == .there { try writeReelFiles(wasRendered: false) }
    try ClipVariant.name(
      shapes, of: video, files, clips: clips.all, postings: database.clips.postings(of: video),
      isPinned: isPinned, notice: notice)
    result.retired = try archiveOthers()
    // All clips are rendered, so their previews are no longer needed.
    files.removePreviews()
    files.removeEmptyFolders(except: shapes.map(\.folder))
    try publishDecisions()
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
  /// Restores or prepares a moment's clip; returns the job for what must still be rendered.
  private mutating func prepare(_ moment: Moment, in shape: ClipVariant) throws -> RenderJob? {
    let stem = shape.stem(of: moment.id)
    try clips.move(moment.id, to: stem)
    var state = try missingFiles.state(of: moment, at: stem)
    if state == .retired {
      state = clips.restore(stem) ? try missingFiles.state(of: moment, at: stem) : .missing
    }
    if state == .missing {
      try clips.begin(moment.id, file: stem + ".mp4", replacing: clips[moment.id])
    }
    return try missingFiles.job(moment, shape, state, files.path(stem))
  }

  /// Prepares the highlight reel; returns its job if it must be rendered.
  ///
  /// The reel always has the same name, so a new one replaces the old one.
  private mutating func prepareReel(_ state: MissingFiles.ReelState) throws -> RenderJob? {
    switch state {
    case .undecided, .there: return nil
    case .foreign:
      clips.reportKeptEdit(ClipFolder.reelName)
      return nil
    case .missing:
      let id = missingFiles.reelID
      let before = clips.currentReel
      if let before { try renameModifiedReel(ifNotReplaced: before) }
      if let before, before.id != id { try clips.forget(before.id) }
      try clips.begin(id, file: ClipFolder.reelName, replacing: before)
      return missingFiles.reelJob(files.path(ClipFolder.reelName))
    }
  }

  /// Renames the reel's file if it changed since an interrupted run started to replace it.
  ///
  /// It may be a file of the user, or the reel of that run.
  private mutating func renameModifiedReel(ifNotReplaced reel: Clip) throws {
    guard reel.isPlaceholder, !files.isUnchangedByUser(reel) else { return }
    let name = reel.fileName
    let other = files.firstUnusedName { "\(reel.stem)-kept-\($0).mp4" }
    files.move(name, to: other)
    guard !files.exists(name) else {
      throw CommandFailure(
        .inputOutputFailed, "cannot rename '\(files.path(name))', which you may have edited")
    }
    renamedReel = other
    notice(
      "\(files.path(name)) is not the reel that an interrupted run was replacing: it is kept as "
        + "\(other), unless the new one is identical")
  }

  /// Deletes the file that `renameModifiedReel` renamed if it equals the new reel.
  private mutating func removeDuplicateReel(_ reel: Clip?) {
    guard let name = renamedReel else { return }
    renamedReel = nil
    if let digest = reel?.digest, ContentDigest.hex(of: files.path(name)) == digest {
      files.remove(name)
    }
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
    if hasNewPoster || clips[id].isUnchangedByUser(sideFile: poster, picture) {
      if !settings.render.hasPosters { files.remove(poster) }
      digests[poster] = settings.render.hasPosters ? picture : nil
    } else {
      digests[poster] = clips[id]?.sideFiles[poster]
    }
    digests[record] = try clips.writeSideFile(
      ClipSidecar.short(moment, of: shape.document), at: record, beside: id)
    let cues = source.sidecarCaptions(from: moment.start, to: moment.end)
    digests[captions] = try clips.writeSideFile(
      cues.isEmpty ? nil : cues.srt, at: captions, beside: id)
    digests.merge(try writeExports(of: id, in: shape, named: stem, beside: id)) { $1 }
    try clips.store(id, file: stem + ".mp4", digests, wasRendered: wasRendered)
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
      digests[name] = try clips.writeSideFile(text, at: name, beside: id)
    }
    return digests
  }
}

extension Publisher {
  /// Writes the metadata of the reel, and stores the reel in the database.
  private mutating func writeReelFiles(wasRendered: Bool) throws {
    let id = missingFiles.reelID
    let map = ClipRenderer(source: source.info, settings: settings.render)
      .reelSegments(document.reel.map { $0.start..<$0.end })
    let text = ClipSidecar.reel(id: id, document, map: document.reel(showing: map))
    var digests: [String: String] = [:]
    digests[Self.reelRecordName] = try clips.writeSideFile(
      text, at: Self.reelRecordName, beside: id)
    let stem = String(ClipFolder.reelName.dropLast(4))
    digests.merge(try writeExports(of: stem, in: shapes[0], named: stem, beside: id)) { $1 }
    try clips.store(id, file: ClipFolder.reelName, digests, wasRendered: wasRendered)
    removeDuplicateReel(clips[id])
    // An older reel may be archived under the same name.
    files.removeRetired(ClipFolder.reelName)
    for clip in clips.all where clip.isReel && clip.state == .retired { try clips.forget(clip.id) }
  }

  /// Archives the clips that are no longer chosen; files that the user edited stay.
  private mutating func archiveOthers() throws -> [String] {
    var kept = Set(
      shapes.flatMap { shape in shape.document.moments.map { shape.stem(of: $0.id) + ".mp4" } })
    if !document.reel.isEmpty { kept.insert(ClipFolder.reelName) }
    let note = ArchiveNote(
      recorded: try database.videos.state(of: video).decisions, after: document)
    var retired: [String] = []
    for clip in clips.all.sorted(by: { $0.id < $1.id })
    where clip.state == .current && !kept.contains(clip.fileName) {
      guard files.exists(clip.fileName) else {
        // It was never rendered, or the user deleted it. If it is archived, a killed run moved it
        // without storing that.
        if files.retired.exists(clip.fileName) {
          try clips.storeArchived(clip, note)
        } else {
          try clips.forget(clip.id)
        }
        continue
      }
      guard files.isUnchangedByUser(clip) else {
        clips.reportKeptEdit(clip.fileName)
        continue
      }
      try files.moveToArchive(clip)
      try clips.storeArchived(clip, note)
      if !clip.isReel { retired.append(clip.id) }
    }
    return retired
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

extension DecisionDocument {
  /// The entries of the highlight reel with the exact times of its frames.
  ///
  /// Frame times differ from the chosen seconds by up to half a frame.
  func reel(showing stretches: [ReelSegment]) -> [ReelEntry] {
    zip(reel, stretches).map { entry, stretch in
      ReelEntry(moment: entry.moment, start: stretch.start, end: stretch.end, at: stretch.at)
    }
  }
}
