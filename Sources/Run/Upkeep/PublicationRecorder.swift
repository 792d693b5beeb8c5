import EditDecisions
import Foundation
import Library
import Reporting
import Settings
import Support
package import Workspace

/// Records which clips the user has published, so that nobody publishes the same seconds twice.
package struct PublicationRecorder {
  private let library: LibraryFolder
  private let database: LibraryDatabase
  private let notice: (String) -> Void

  package init(library: LibraryFolder, notice: @escaping (String) -> Void) throws {
    self.library = library
    self.notice = notice
    database = try library.database(for: .writing)
  }

  /// Records that a clip was published, or removes that record, and updates the index and the
  /// report page.
  ///
  /// If they cannot be updated, nothing is recorded. `place` is in the user's words; it is `nil` if
  /// not given, or to remove the records of all places.
  ///
  /// - Returns: a message for the user.
  /// - Throws: `CommandFailure`: 66 for an unknown clip or place, 65 for the reel, 73, 74 and 77 if
  ///   a file cannot be updated; `LibraryError`.
  package func mark(_ id: String, isPublished: Bool, place: String?) throws -> String {
    let before = try database.clips.postings().filter { $0.clip == id }
    let line =
      try isPublished ? recordPublication(id, place ?? "") : removePublication(id, place, before)
    do {
      let lock = try LibraryLock(folder: library.path, .exclusive)
      defer { withExtendedLifetime(lock) {} }
      try updateIndexAndPage(line.video)
    } catch let failure as CommandFailure where failure.status == .tryAgain {
      return line.text
        + "\nA run is in progress. The next run updates index.json and the report page."
    } catch {
      _ = try database.clips.removePostings(of: id)
      for posting in before { _ = try database.clips.store(posting) }
      try? updateIndexAndPage(line.video)
      let failure = CommandFailure(describing: error)
      throw CommandFailure(failure.status, "\(failure.message); nothing was marked")
    }
    return line.text
  }

  private typealias Line = (text: String, video: String)

  private func recordPublication(_ id: String, _ place: String) throws -> Line {
    let clip = try clip(id)
    let (start, end) = try seconds(of: clip)
    let before = try database.clips.postings(of: clip.video)
    // A note with a place replaces one without.
    if !place.isEmpty { _ = try database.clips.removePostings(of: id, at: "") }
    let posting = PublicationNote(
      video: clip.video, clip: clip.id, start: start, end: end, at: Date(), place: place)
    guard try database.clips.store(posting) else {
      return ("\(clip.id) is already marked like that; nothing was changed.", clip.video)
    }
    let earlier = before.filter { $0.clip != clip.id && $0.includes(most: start, end) }.map {
      "\nMost of its seconds were published as \($0.clip), \(LocalTime.text($0.at))"
        + ($0.place.isEmpty ? "." : ": \($0.place)")
    }.joined()
    return ("\(clip.id) is published\(place.isEmpty ? "" : ": \(place)")." + earlier, clip.video)
  }

  private func removePublication(_ id: String, _ place: String?, _ before: [PublicationNote]) throws
    -> Line
  {
    let video = try before.first?.video ?? clip(id).video
    guard !before.isEmpty else { return ("\(id) was not marked; nothing was changed.", video) }
    guard try database.clips.removePostings(of: id, at: place) > 0 else {
      let places = before.map { $0.place.isEmpty ? "a place without a name" : $0.place }
      throw CommandFailure(
        .notFound,
        "\(id) is not marked as published at '\(place ?? "")', but at "
          + places.joined(separator: ", "))
    }
    return ("\(id) is not published any more\(place.map { ": \($0)" } ?? "").", video)
  }

  private func clip(_ id: String) throws -> Clip {
    let clips = try database.clips.all()
    guard let clip = clips.first(where: { $0.id == id }) else {
      throw CommandFailure(
        .notFound,
        "there is no clip '\(id)'"
          + SpellingSuggestion.hint(
            for: id, among: clips.map(\.id),
            otherwise: "; `gazecut status VIDEO` lists a video's clips"))
    }
    guard !clip.isReel else {
      throw CommandFailure(
        .badData,
        "'\(id)' is the highlight reel, which changes with every clip; mark its clips instead")
    }
    return clip
  }

  private func seconds(of clip: Clip) throws -> (start: Double, end: Double) {
    let document = try database.videos.state(of: clip.video).document
    let moments = document?.inAllAspectRatios.flatMap(\.moments) ?? []
    if clip.state == .current, let moment = moments.first(where: { $0.id == clip.id }) {
      return (moment.start, moment.end)
    }
    let files = try library.clipFiles(of: clip.video)
    let gone = ArchivedClips(video: clip.video, files: files, clips: [clip])
    let entry = try gone.find(clip.id)
    return (entry.start, entry.end)
  }

  /// Updates `index.json` and the report page of a video, if they exist.
  private func updateIndexAndPage(_ video: String) throws {
    let state = try database.videos.state(of: video)
    if let document = try state.document {
      let settings = try library.settings.settings(for: video)
      try ClipVariant.name(
        ClipVariant.all(settings, document), of: video, library.clipFiles(of: video, settings),
        clips: database.clips.all(of: video), postings: database.clips.postings(of: video),
        isPinned: state.pin != nil, notice: notice)
    }
    let pages = ReportFolder(of: library, try library.settings.settings(for: nil))
    guard pages.stamp(of: ReportFolder.page(of: video)) != nil else { return }
    try ReportJob(library: library, database: database).write(video)
  }
}
