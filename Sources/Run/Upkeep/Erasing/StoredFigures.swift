import EditDecisions
import Foundation
import Library
import Media
import Reporting
import Settings
import Support
import Workspace

/// Erases figures of the audience from stored decisions, pinned decisions and the metadata of
/// clips.
///
/// The clips and the user's own decisions stay. Figures that an erased viewer contributed to are
/// removed.
struct StoredFigures {
  var library: LibraryFolder
  var database: LibraryDatabase

  /// Erases the figures of a video, in the database and in files of its clips.
  ///
  /// The next run processes the video again and writes new figures. If the video is pinned, it
  /// writes the files without figures.
  func erase(from video: String) throws {
    // Each shows a window that the viewer's gaze may have moved, and no run would take it away.
    try library.clipFiles(of: video).removePreviews()
    var state = try database.videos.state(of: video)
    let before = state
    let document = try state.document
    state.decisions = document?.withoutEvidence.json
    if let pin = state.pin {
      let pinned = try DecisionDocument(text: pin.text)
      // Later runs need the number of viewers; it reveals nothing about one of them.
      state.pin?.viewers = pin.viewers ?? pinned.audience.viewers
      state.pin?.text = pinned.withoutEvidence.json
    }
    guard state.decisions != nil || state.pin != nil else { return }
    // Process the video again, but keep the decisions if new ones are no better.
    state.fingerprint =
      state.pin == nil ? state.fingerprint.map { $0 + DueReason.withoutFigures } : nil
    try rewriteFiles(of: video, document, recorded: before.decisions)
    try database.videos.setState(state, of: video)
  }

  /// Files that the user edited and that therefore still contain figures.
  func filesWithFigures(of video: String) throws -> [String] {
    let files = try library.clipFiles(of: video)
    return try files.allNames(in: files.folder).filter { $0.hasSuffix(".json") }.filter { name in
      let text = String(decoding: try files.contents(name) ?? Data(), as: UTF8.self)
      return ["\"reactingViewers\":", "\"held\":"].contains(where: text.contains)
    }.map { library.shown(files.path($0)) }
  }

  /// Deletes the pages of the report that show some videos.
  func erasePages(of videos: [String]) throws {
    let folder = try pages()
    for video in videos where folder.stamp(of: ReportFolder.page(of: video)) != nil {
      try FileManager.default.removeItem(atPath: folder.file(ReportFolder.page(of: video)))
    }
  }

  /// Writes the index page of the report again, if it exists.
  func rewriteIndex() throws {
    guard try pages().stamp(of: ReportFolder.indexName) != nil else { return }
    try ReportJob(library: library, database: database).writeIndex()
  }

  private func pages() throws -> ReportFolder {
    ReportFolder(of: library, try library.settings.settings(for: nil))
  }

  private func rewriteFiles(
    of video: String, _ document: DecisionDocument?, recorded: String?
  ) throws {
    let files = try library.clipFiles(of: video)
    guard let document else { return }
    let bare = document.withoutEvidence
    if let recorded, try files.holds(recorded) == true { try files.write(bare.json) }
    for var clip in try database.clips.all(of: video) {
      let name = clip.stem + ".json"
      switch clip.state {
      case .current:
        let shown = bare.inAllAspectRatios.lazy.compactMap { shape in
          shape.moments.first { $0.id == clip.id }.map { (moment: $0, document: shape) }
        }.first
        try eraseTimelines(beside: &clip, in: files)
        guard let shown, let found = try files.digest(name) else { break }
        let text = ClipSidecar.short(shown.moment, of: shown.document)
        let digest = SHA256.hex(text)
        // If the file is without figures already, an interrupted erasure wrote it, not the user.
        guard try files.isUnchangedByUser(sideFile: name, of: clip) || found == digest else {
          break
        }
        try AtomicFile.write(Array(text.utf8), to: files.path(name))
        clip.sideFiles[name] = digest
      case .retired:
        try eraseSideFiles(&clip, in: files)
        clip.retirement?.reason = nil
      }
      try database.clips.store(clip)
    }
  }

  /// Deletes the files with figures of an archived clip; a clip that is restored gets new ones.
  func eraseSideFiles(_ clip: inout Clip, in files: ClipFolder) throws {
    let stem = clip.stem
    for name in [".json"] + ClipFolder.timelineEndings {
      if files.retired.exists(stem + name) {
        try FileManager.default.removeItem(atPath: files.retired.path(stem + name))
      }
      clip.sideFiles[stem + name] = nil
    }
  }

  /// Deletes timelines for editing programs, since the clip names in them contain figures.
  ///
  /// The next run writes them again. Files that the user edited stay.
  private func eraseTimelines(beside clip: inout Clip, in files: ClipFolder) throws {
    for ending in ClipFolder.timelineEndings {
      let name = clip.stem + ending
      guard clip.sideFiles[name] != nil, try files.isUnchangedByUser(sideFile: name, of: clip)
      else { continue }
      files.remove(name)
      clip.sideFiles[name] = nil
    }
  }
}
