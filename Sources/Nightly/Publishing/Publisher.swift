import EditDecisions
import Foundation
import Library
import Media
import Rendering
import Settings

/// Puts one video's decisions into files.
///
/// It renders what is missing, keeps what is there, retires what is no longer decided, and never
/// touches what a person changed.
struct Publisher {
  static let reelName = "highlights.mp4"
  static let reelRecordName = "highlights.json"

  let settings: Settings
  let database: LibraryDatabase
  let source: SourceVideo
  let document: DecisionDocument
  let files: ClipFiles
  let isCancelled: CancellationCheck
  let progress: @Sendable (String, Int, Int) -> Void
  let notice: (String) -> Void
  var clips: [String: Clip] = [:]

  init(
    folder: String, settings: Settings, database: LibraryDatabase, source: SourceVideo,
    document: DecisionDocument, isCancelled: @escaping CancellationCheck,
    progress: @escaping @Sendable (String, Int, Int) -> Void, notice: @escaping (String) -> Void
  ) {
    self.settings = settings
    self.database = database
    self.source = source
    self.document = document
    self.isCancelled = isCancelled
    self.progress = progress
    self.notice = notice
    files = ClipFiles(folder: folder)
  }

  var video: String { document.video.id }
  private var renderer: ClipRenderer {
    ClipRenderer(source: source.info, settings: settings.render, video: document.video.id)
  }

  /// Publishes.
  ///
  /// - Parameter result: is told what was rendered, kept and retired.
  /// - Throws: `MediaError`, `LibraryError`, `CommandFailure`; what was finished until then stays.
  mutating func publish(_ result: inout WorkerResult) throws {
    try files.prepare()
    for clip in try database.clips(of: video) { clips[clip.id] = clip }
    for (index, moment) in document.moments.enumerated() {
      let step = "clip \(index + 1) of \(document.moments.count)"
      if try publish(moment, step) {
        result.rendered.append(moment.id)
      } else {
        result.kept.append(moment.id)
      }
    }
    result.reelRendered = try publishReel()
    result.retired = try retireTheRest()
    try publishDecisions()
    try sweepRetired()
  }
}

extension Publisher {
  /// One short with its poster and record.
  ///
  /// - Returns: whether the short was rendered; not when it was there already.
  private mutating func publish(_ moment: Moment, _ step: String) throws -> Bool {
    let id = moment.id
    let name = id + ".mp4"
    let isThere = files.exists(name) || restore(id)
    if !isThere {
      try begin(id, file: name)
      let report = progress
      let made = try renderer.render(
        from: moment.start, to: moment.end, framing: moment.framing, captions: source.captions,
        to: files.path(name), progress: { report(step, $0, $1) }, isCancelled: isCancelled)
      noteDamage(made, in: name)
    }
    var digests: [String: String] = [:]
    let poster = id + ".jpg"
    if files.isOurs(sideFile: poster, of: clips[id]) {
      if !isThere || !files.exists(poster) {
        try renderer.renderPoster(
          at: (moment.coreStart + moment.coreEnd) / 2, from: moment.start, to: moment.end,
          framing: moment.framing, to: files.path(poster), isCancelled: isCancelled)
      }
      digests[poster] = files.digest(poster)
    } else {
      digests[poster] = clips[id]?.sideFiles[poster]
    }
    let record = id + ".json"
    let text = ClipRecord.short(moment, of: document)
    digests[record] = try write(text, to: record, beside: clips[id])
    let cues = source.captions.retimed(from: moment.start, to: moment.end)
    if settings.render.captions == .beside, !cues.isEmpty {
      digests[id + ".srt"] = try write(cues.srt, to: id + ".srt", beside: clips[id])
    }
    try finish(id, file: name, digests, wasRendered: !isThere)
    return !isThere
  }

  /// A clip of a damaged source is whole, but somebody should look at it.
  private func noteDamage(_ made: RenderedFile, in name: String) {
    guard made.damaged > 0 else { return }
    notice(
      "\(name): the source is damaged there: \(made.damaged) of its pictures could not be read "
        + "in full; look at the clip")
  }

  /// Takes a retired short back with what lies beside it: rendering is a pure function.
  private func restore(_ id: String) -> Bool {
    guard files.restore(id + ".mp4") else { return false }
    for side in ClipFiles.sideFiles(of: id) where !files.exists(side) { _ = files.restore(side) }
    return true
  }

  /// Notes a clip before it is made, so that a run killed in between knows it for its own.
  private mutating func begin(_ id: String, file name: String) throws {
    let clip = Clip(
      video: video, id: id, state: .current, fileName: name, bytes: -1, modifiedNanoseconds: 0,
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
    let clip = Clip(
      video: video, id: id, state: .current, fileName: name,
      bytes: isOurs ? stamp.bytes : known?.bytes ?? 0,
      modifiedNanoseconds: isOurs ? stamp.nanoseconds : known?.modifiedNanoseconds ?? 0,
      sideFiles: digests, createdAt: known?.createdAt ?? Date())
    try database.keep(clip)
    clips[id] = clip
  }

  /// Writes a record unless a person changed it.
  ///
  /// - Returns: the digest by which gazecut knows the file for its own.
  private func write(_ text: String, to name: String, beside clip: Clip?) throws -> String? {
    guard files.isOurs(sideFile: name, of: clip) else {
      notice("\(files.path(name)) was changed by hand and is left as it is")
      return clip?.sideFiles[name]
    }
    let digest = Digest.text(text)
    if files.digest(name) != digest {
      try AtomicFile.write(Array(text.utf8), to: files.path(name))
    }
    return digest
  }
}

extension Publisher {
  /// The reel; it has one name, so a new one takes the old one's place.
  ///
  /// - Returns: whether it was rendered.
  private mutating func publishReel() throws -> Bool {
    guard !document.reel.isEmpty else { return false }
    let stretches = document.reel.map { $0.start..<$0.end }
    let id = ClipIdentity.reel(
      video: video, source: source.identity, stretches: stretches, settings: settings.render)
    let before = clips.values.first { $0.fileName == Self.reelName && $0.state == .current }
    let isForeign = before.map { !files.isOurs($0) } ?? files.exists(Self.reelName)
    if isForeign {
      notice("\(files.path(Self.reelName)) was changed by hand and is left as it is")
      return false
    }
    let isThere = before?.id == id && before?.bytes ?? -1 >= 0 && files.exists(Self.reelName)
    if !isThere {
      if let before, before.id != id { try forget(before.id) }
      clips[id] = before
      try begin(id, file: Self.reelName)
      let report = progress
      let (made, _) = try ReelRenderer(
        source: source.info, settings: settings.render, video: document.video.id
      ).render(
        stretches, to: files.path(Self.reelName), progress: { report("reel", $0, $1) },
        isCancelled: isCancelled)
      noteDamage(made, in: Self.reelName)
    }
    let text = ClipRecord.reel(id: id, document)
    var digests: [String: String] = [:]
    digests[Self.reelRecordName] = try write(text, to: Self.reelRecordName, beside: clips[id])
    try finish(id, file: Self.reelName, digests, wasRendered: !isThere)
    return !isThere
  }

  private mutating func forget(_ id: String) throws {
    try database.removeClip(id, of: video)
    clips[id] = nil
  }

  /// Moves what is no longer decided to .retired; what a person changed stays.
  private mutating func retireTheRest() throws -> [String] {
    var kept = Set(document.moments.map { $0.id + ".mp4" })
    if !document.reel.isEmpty { kept.insert(Self.reelName) }
    var retired: [String] = []
    for clip in clips.values.sorted(by: { $0.id < $1.id })
    where clip.state == .current && !kept.contains(clip.fileName) {
      guard files.exists(clip.fileName) else {
        // Never finished, or taken away by hand: there is nothing to retire.
        try forget(clip.id)
        continue
      }
      guard files.isOurs(clip) else {
        notice("\(files.path(clip.fileName)) was changed by hand and is left as it is")
        continue
      }
      try retire(clip)
      retired.append(clip.id)
    }
    return retired
  }

  private mutating func retire(_ clip: Clip) throws {
    try files.retire(clip)
    var copy = clip
    copy.state = .retired
    copy.retiredAt = Date()
    try database.keep(copy)
    clips[clip.id] = copy
  }

  /// The document as a dry run prints it; one that a person edited in place is put aside.
  private func publishDecisions() throws {
    let name = "decisions.json"
    let text = document.json + "\n"
    let found = FileManager.default.contents(atPath: files.path(name))
      .map { String(decoding: $0, as: UTF8.self) }
    guard found != text else { return }
    let recorded = try database.state(of: video).decisions.map { $0 + "\n" }
    if let found, found != recorded {
      let aside = try putAside(name)
      notice("\(files.path(name)) was changed by hand; it is kept as \(aside)")
    }
    try AtomicFile.write(Array(text.utf8), to: files.path(name))
  }

  private func putAside(_ name: String) throws -> String {
    var number = 1
    while files.exists("decisions.edited-\(number).json") { number += 1 }
    let aside = "decisions.edited-\(number).json"
    guard rename(files.path(name), files.path(aside)) == 0 else {
      throw CommandFailure(
        .inputOutputFailed,
        "cannot keep the edited '\(files.path(name))' as \(aside): "
          + String(cString: strerror(errno)))
    }
    return aside
  }

  /// Deletes retired clips that have lain for `library.keepRetired` days.
  private mutating func sweepRetired() throws {
    let limit = Date().addingTimeInterval(-settings.library.keepRetired * 86_400)
    for clip in clips.values where clip.state == .retired {
      guard let retiredAt = clip.retiredAt, retiredAt < limit else { continue }
      let stem = String(clip.fileName.dropLast(4))
      for name in [clip.fileName] + ClipFiles.sideFiles(of: stem) {
        try? FileManager.default.removeItem(atPath: files.retiredFolder + "/" + name)
      }
      try forget(clip.id)
    }
  }
}
