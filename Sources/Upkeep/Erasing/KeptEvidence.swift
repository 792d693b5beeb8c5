import CutLists
import EditDecisions
import Foundation
import Hashing
import Library
import Media
import Pages
import Settings
import Workspace

/// The figures of an audience in what was decided from it: kept decisions, pins, records of clips.
///
/// A person's choice and the clips themselves stay; the figures that a viewer was part of go.
struct KeptEvidence {
  var library: LibraryFolder
  var database: LibraryDatabase

  /// Erases the figures from all that is kept of a video, in the database and beside its clips.
  ///
  /// The video is due afterwards: a night writes new figures, or for a pin the files without any.
  ///
  /// - Throws: `LibraryError`, and errors of writing files.
  func erase(from video: String) throws {
    // Each shows a window that the viewer's gaze may have moved, and no run would take it away.
    try library.clipFiles(of: video).removePreviews()
    var state = try database.state(of: video)
    let before = state
    let document = try state.document
    state.decisions = document?.withoutEvidence.json
    if let pin = state.pin {
      let pinned = try DecisionDocument(text: pin.text)
      // How many there were is what later nights ask; it is nobody's figure.
      state.pin?.viewers = pin.viewers ?? pinned.audience.viewers
      state.pin?.text = pinned.withoutEvidence.json
    }
    guard state.decisions != nil || state.pin != nil else { return }
    // Due all the same; what the audience decided may stand where it is as good without them.
    state.fingerprint =
      state.pin == nil ? state.fingerprint.map { $0 + DueReason.withoutFigures } : nil
    try rewriteFiles(of: video, document, recorded: before.decisions)
    try database.setState(state, of: video)
  }

  /// Files that a person changed, which an erasure leaves as they are, with figures in them.
  ///
  /// - Throws: errors of the settings, and of reading files.
  func figuresLeft(of video: String) throws -> [String] {
    let files = try library.clipFiles(of: video)
    return try files.allNames(in: files.folder).filter { $0.hasSuffix(".json") }.filter { name in
      let text = String(decoding: try files.contents(name) ?? Data(), as: UTF8.self)
      return ["\"reactingViewers\":", "\"held\":"].contains(where: text.contains)
    }.map { library.shown(files.path($0)) }
  }

  /// Takes away the pages of the report that show figures of some videos.
  ///
  /// - Throws: errors of the settings, and of taking files away.
  func erasePages(of videos: [String]) throws {
    let folder = try pages()
    for video in videos where folder.stamp(of: PageFolder.page(of: video)) != nil {
      try FileManager.default.removeItem(atPath: folder.file(PageFolder.page(of: video)))
    }
  }

  /// Writes the report's index again, where there is one: it tells no more than is known now.
  ///
  /// - Throws: errors of the library, and of writing files.
  func rewriteIndex() throws {
    guard try pages().stamp(of: PageFolder.indexName) != nil else { return }
    try ReportJob(library: library, database: database).writeIndex(.changed)
  }

  private func pages() throws -> PageFolder {
    PageFolder(of: library, try library.settings.settings(for: nil))
  }

  private func rewriteFiles(
    of video: String, _ document: DecisionDocument?, recorded: String?
  ) throws {
    let files = try library.clipFiles(of: video)
    guard let document else { return }
    let bare = document.withoutEvidence
    if let recorded, try files.holds(recorded) == true { try files.write(bare.json) }
    for var clip in try database.clips(of: video) {
      let name = clip.stem + ".json"
      switch clip.state {
      case .current:
        let shown = bare.inAllShapes.lazy.compactMap { shape in
          shape.moments.first { $0.id == clip.id }.map { (moment: $0, document: shape) }
        }.first
        try eraseTimelines(beside: &clip, in: files)
        guard let shown, let found = try files.digest(name) else { break }
        let text = ClipRecord.short(shown.moment, of: shown.document)
        let digest = SHA256.hex(text)
        // One that is bare already was written by an erasure that was cut short, not by a person.
        guard try files.isOurs(sideFile: name, of: clip) || found == digest else { break }
        try AtomicFile.write(Array(text.utf8), to: files.path(name))
        clip.sideFiles[name] = digest
      case .retired:
        try eraseBeside(&clip, in: files)
        clip.retirement?.reason = nil
      }
      try database.keep(clip)
    }
  }

  /// Takes away what tells figures beside a retired clip: nobody decides by it any more, and a clip
  /// that comes back gets a record of its own.
  func eraseBeside(_ clip: inout Clip, in files: ClipFiles) throws {
    let stem = clip.stem
    for name in [".json"] + ExportFormat.timelines.map(\.ending) {
      if files.retired.exists(stem + name) {
        try FileManager.default.removeItem(atPath: files.retired.path(stem + name))
      }
      clip.sideFiles[stem + name] = nil
    }
  }

  /// Takes away timelines for editors' programs, whose names of clips have figures.
  ///
  /// The next night writes them again. What a person changed stays.
  private func eraseTimelines(beside clip: inout Clip, in files: ClipFiles) throws {
    for ending in ExportFormat.timelines.map(\.ending) {
      let name = clip.stem + ending
      guard clip.sideFiles[name] != nil, try files.isOurs(sideFile: name, of: clip) else {
        continue
      }
      files.remove(name)
      clip.sideFiles[name] = nil
    }
  }
}
