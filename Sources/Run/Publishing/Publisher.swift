import CutLists
package import Deciding
package import EditDecisions
import Failures
import Files
import Foundation
package import Library
import Media
package import Rendering
import Settings
package import Workspace

/// Puts one video's decisions into files.
///
/// It renders what is missing, keeps what is there, retires what is no longer decided, and never
/// touches what a person changed.
package struct Publisher {
  /// Brings the files of jobs to where they are to be.
  ///
  /// `finished` is called for each as it is there, here and one after the other; what the first
  /// one to fail threw is thrown.
  package typealias Runner =
    @Sendable (_ jobs: [RenderJob], _ finished: (RenderJob) throws -> Void) async throws -> Void

  static let reelRecordName = "highlights.json"

  let database: LibraryDatabase
  let settings: Settings
  /// Its source, as it was probed.
  let source: SourceVideo
  let document: DecisionDocument
  /// The shapes in which its moments are published, the document's own first.
  let shapes: [ClipShape]
  let files: ClipFiles
  /// Brings what is missing.
  let runner: Runner
  let notice: (String) -> Void
  /// Whether the decisions are a person's, and stay until they are taken back.
  package var isPinned = false
  /// The still that is made along with a moment's clip.
  package var still: (Moment) -> RenderJob.Still? = { _ in nil }
  var clips: [String: Clip] = [:]
  /// What lay where the reel is to be, by the name that it has now.
  var keptAside: String?

  /// A publisher of one video, which reads the library when it is asked to do something.
  package init(
    _ decided: DecidedVideo, in files: ClipFiles, _ database: LibraryDatabase,
    by runner: @escaping Runner, notice: @escaping (String) -> Void
  ) {
    (settings, source, document) = (decided.settings, decided.source, decided.document)
    shapes = ClipShape.all(settings, document)
    (self.files, self.database, self.runner, self.notice) = (files, database, runner, notice)
  }

  var video: String { document.video.id }

  /// Publishes.
  ///
  /// - Parameter result: is told what was rendered, kept and retired.
  /// - Throws: `MediaError`, `LibraryError`, `CommandFailure`; what was finished until then stays.
  package mutating func publish(_ result: inout VideoResult) async throws {
    try files.prepare(shapes.map(\.folder))
    try readClips()
    var jobs: [RenderJob] = []
    for shape in shapes {
      for moment in shape.document.moments {
        if let job = try begun(moment, in: shape) {
          jobs.append(job)
        } else {
          try complete(moment, in: shape, wasRendered: false)
          result.kept.append(moment.id)
        }
      }
    }
    let reel = reelStanding()
    if let job = try begun(reel) { jobs.append(job) }
    try await render(jobs, &result)
    if reel == .there { try completeReel(wasRendered: false) }
    try ClipShape.name(
      shapes, of: video, files, clips: clips.values, postings: database.postings(of: video),
      isPinned: isPinned, notice: notice)
    result.retired = try retireTheRest()
    // Previews stand in for clips that are not rendered yet; these now are.
    files.removePreviews()
    files.removeEmptyFolders(except: shapes.map(\.folder))
    try publishDecisions()
  }

  mutating func readClips() throws {
    for clip in try database.clips(of: video) { clips[clip.id] = clip }
  }

  /// Renders what is missing, and completes each as soon as it is there.
  private mutating func render(_ jobs: [RenderJob], _ result: inout VideoResult) async throws {
    let moments = shapes.flatMap { shape in
      shape.document.moments.map { (moment: $0, shape: shape) }
    }.keyed(by: \.moment.id)
    var done: [RenderJob.Kind: Set<String>] = [:]
    try await runner(jobs) { job in
      if job.kind == .reel {
        try completeReel(wasRendered: true)
      } else if let shown = moments[job.id] {
        try complete(
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
  /// Puts beside a short what belongs there, and notes it.
  private mutating func complete(
    _ moment: Moment, in shape: ClipShape, wasRendered: Bool, hasNewPoster: Bool = false
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
    digests[record] = try put(
      ClipRecord.short(moment, of: shape.document), at: record, beside: clips[id])
    let cues = source.captionsBeside(from: moment.start, to: moment.end)
    digests[captions] = try put(cues.isEmpty ? nil : cues.srt, at: captions, beside: clips[id])
    digests.merge(try writeExports(of: id, in: shape, named: stem, beside: id)) { $1 }
    try finish(id, file: stem + ".mp4", digests, wasRendered: wasRendered)
  }

  /// Writes timelines for editors' programs, or takes them away; the digests that mark them ours.
  private func writeExports(
    of list: String, in shape: ClipShape, named stem: String, beside id: String
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
      digests[name] = try put(text, at: name, beside: clips[id])
    }
    return digests
  }

  /// Notes a clip before it is made, so that a run killed in between knows it for its own.
  ///
  /// What lies there under its name keeps its marks: a person may change that before the next run.
  mutating func begin(_ id: String, file name: String) throws {
    let before = files.exists(name) ? clips[id] : nil
    let clip = Clip(
      video: video, id: id, state: .current, fileName: name, bytes: -1,
      modifiedNanoseconds: before?.modifiedNanoseconds ?? 0, digest: before?.digest,
      sideFiles: clips[id]?.sideFiles ?? [:], createdAt: Date())
    try database.keep(clip)
    clips[id] = clip
  }

  /// Notes what a clip's files look like; one that a person changed keeps its old marks, so that
  /// it stays known as changed.
  private mutating func finish(
    _ id: String, file name: String, _ digests: [String: String], wasRendered: Bool
  ) throws {
    guard let stamp = files.stamp(name) else { return }
    let known = clips[id]
    let isOurs = wasRendered || known.map(files.isOurs) ?? true
    // What was published is known by its content; reading it again is for what is new only.
    let digest =
      isOurs && (wasRendered || known?.digest == nil)
      ? ContentDigest.hex(of: files.path(name)) : known?.digest
    let clip = Clip(
      video: video, id: id, state: .current, fileName: name,
      bytes: isOurs ? stamp.bytes : known?.bytes ?? 0,
      modifiedNanoseconds: isOurs ? stamp.nanoseconds : known?.modifiedNanoseconds ?? 0,
      digest: digest, sideFiles: digests, createdAt: known?.createdAt ?? Date())
    try database.keep(clip)
    clips[id] = clip
  }

  /// Tells of a file that a person changed.
  func leave(_ name: String) {
    notice(
      "\(files.path(name)) was changed by hand and is left as it is: "
        + "delete it to have gazecut's own")
  }

  /// Writes a file beside a clip, or takes it away where there is nothing to write, unless a person
  /// changed it; the digest that marks it as ours.
  private func put(_ text: String?, at name: String, beside clip: Clip?) throws -> String? {
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
  /// Puts the reel's record beside it, and notes it.
  private mutating func completeReel(wasRendered: Bool) throws {
    let id = reelID
    let map = ReelRenderer(source: source.info, settings: settings.render)
      .map(document.reel.map { $0.start..<$0.end })
    let text = ClipRecord.reel(id: id, document, map: document.reel(showing: map))
    var digests: [String: String] = [:]
    digests[Self.reelRecordName] = try put(text, at: Self.reelRecordName, beside: clips[id])
    let stem = String(ClipFiles.reelName.dropLast(4))
    digests.merge(try writeExports(of: stem, in: shapes[0], named: stem, beside: id)) { $1 }
    try finish(id, file: ClipFiles.reelName, digests, wasRendered: wasRendered)
    settleAside(clips[id])
    // One of a time with no moment since lies among the retired under the one name reels have.
    files.removeRetired(ClipFiles.reelName)
    for clip in clips.values where clip.isReel && clip.state == .retired {
      try forget(clip.id)
    }
  }

  mutating func forget(_ id: String) throws {
    try database.removeClip(id, of: video)
    clips[id] = nil
  }

  /// Moves what is no longer decided to .retired; what a person changed stays.
  private mutating func retireTheRest() throws -> [String] {
    var kept = Set(
      shapes.flatMap { shape in shape.document.moments.map { shape.stem(of: $0.id) + ".mp4" } })
    if !document.reel.isEmpty { kept.insert(ClipFiles.reelName) }
    let note = RetirementNote(recorded: try database.state(of: video).decisions, after: document)
    var retired: [String] = []
    for clip in clips.values.sorted(by: { $0.id < $1.id })
    where clip.state == .current && !kept.contains(clip.fileName) {
      guard files.exists(clip.fileName) else {
        // Never finished, or taken away by hand: there is nothing to retire. One that lies among
        // the retired was moved by a run that was killed before it could note so.
        if files.retired.exists(clip.fileName) {
          try noteRetired(clip, note)
        } else {
          try forget(clip.id)
        }
        continue
      }
      guard files.isOurs(clip) else {
        leave(clip.fileName)
        continue
      }
      try files.retire(clip)
      try noteRetired(clip, note)
      if !clip.isReel { retired.append(clip.id) }
    }
    return retired
  }

  private mutating func noteRetired(_ clip: Clip, _ note: RetirementNote) throws {
    let retired = note.retired(clip, in: files)
    try database.keep(retired)
    clips[clip.id] = retired
  }

  /// The document as a dry run prints it; one that a person edited in place is put aside.
  private func publishDecisions() throws {
    let (name, text) = (ClipFiles.documentName, document.json)
    guard try files.holds(text) != true else { return }
    let recorded = try database.state(of: video).decisions
    if try files.holds(recorded ?? "") == false {
      let aside = try putAside(name)
      notice("\(files.path(name)) was changed by hand; it is kept as \(aside)")
    }
    try files.write(text)
  }

  private func putAside(_ name: String) throws -> String {
    let aside = files.freeName { "decisions.edited-\($0).json" }
    guard rename(files.path(name), files.path(aside)) == 0 else {
      throw CommandFailure(
        .inputOutputFailed,
        "cannot keep the edited '\(files.path(name))' as \(aside): "
          + String(cString: strerror(errno)))
    }
    return aside
  }
}
