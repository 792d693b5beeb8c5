import EditDecisions
import Foundation
package import Library
package import Settings
package import Support

extension LibraryFolder {
  package func sourceFinder(_ settings: Settings) -> SourceFinder {
    var named: [String: String] = [:]
    for (id, entry) in self.settings.videos {
      if let source = entry.source { named[id] = Self.absolute(source, from: path) }
    }
    let folder = Self.absolute(settings.library.videos, from: path)
    return SourceFinder(folders: [folder], named: named, disks: disks)
  }

  /// The path of a video's source.
  ///
  /// - Throws: `CommandFailure` 66 if there is none, 65 if there are several, 74 if its disk does
  ///   not respond.
  package func source(of video: String) throws -> String {
    try source(of: video, by: SourceFinderCache(self))
  }

  /// The path of a video's source; with shared finders, each folder is read once.
  package func source(of video: String, by finders: SourceFinderCache) throws -> String {
    let settings = try settings.settings(for: video)
    let path = try place(of: video, finders.finder(settings), settings)
    try answer(about: path) { Result { try Self.requireFile(path, of: video) } }.get()
    return path
  }

  /// The source of a video, searched only if `place` is gone, because folders may be large or slow.
  package func source(of video: String, at place: String?) throws -> String {
    guard let place, try answer(about: place, { access(place, F_OK) == 0 }) else {
      return try source(of: video)
    }
    return place
  }

  /// The path where a finder has the source of a video, without checking that it exists.
  func place(
    of video: String, _ finder: SourceFinder, _ settings: Settings
  ) throws(CommandFailure) -> String {
    switch finder.find(video) {
    case .found(let path): return path
    case .ambiguous(let paths):
      throw CommandFailure(
        .badData,
        "'\(video)' could be any of \(paths.joined(separator: ", ")); rename one, or name the "
          + "source under videos: in gazecut.yaml")
    case .missing:
      // It may be in a folder that did not respond.
      if let folder = finder.unresponsiveFolders.first {
        throw Self.silence(of: folder, in: self.path)
      }
      throw CommandFailure(.notFound, missing(video, finder, settings))
    }
  }

  /// Answers a question about a file; throws `CommandFailure` 74 if its disk does not respond.
  package func answer<Answer: Sendable>(
    about path: String, _ question: @escaping @Sendable () -> Answer
  ) throws(CommandFailure) -> Answer {
    do {
      return try disks.ask(about: path, question)
    } catch {
      throw Self.silence(of: path, in: self.path)
    }
  }

  /// Checks that the output disk responds, since every video needs it.
  package func requireResponsiveOutputDisk(_ settings: Settings) throws(CommandFailure) {
    let path = outputPath(settings)
    _ = try answer(about: path) { access(path, F_OK) }
    for name in ["shorts", "report"] { try OutputFolders.requireNoLink(path + "/" + name) }
  }

  private static func silence(of path: String, in library: String) -> CommandFailure {
    CommandFailure(
      .inputOutputFailed, "\(shown(path, in: library)) does not respond: check its mount")
  }

  /// Rejects pipes and devices, which could block the run forever, and empty files.
  ///
  /// - Throws: `CommandFailure` 66 if the file does not exist, 65 if it cannot be used.
  package static func requireFile(_ path: String, of video: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw CommandFailure(
        .notFound,
        "the source of '\(video)' does not exist: \(path) (named under videos: in gazecut.yaml)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure(.badData, "the source of '\(video)' is not a regular file: \(path)")
    }
    guard status.st_size > 0 else {
      throw CommandFailure(
        .badData, "the source of '\(video)' is empty: \(path); copy the file again")
    }
  }

  private func missing(_ video: String, _ finder: SourceFinder, _ settings: Settings) -> String {
    let folder = Self.absolute(settings.library.videos, from: path)
    if let other = finder.otherFiles[video] {
      return "'\(other)' does not have the extension of a video that gazecut reads: convert it to "
        + "MP4 or MKV, or name it under videos: in gazecut.yaml"
    }
    return "no video file in \(folder) is called '\(video)', and no videos: entry in gazecut.yaml"
      + SpellingSuggestion.hint(for: video, among: finder.ids)
  }

  /// Opens the database.
  ///
  /// While another program writes, it waits: it calls `isCancelled` repeatedly, and `notice` once.
  ///
  /// - Throws: `LibraryError`; `CommandFailure` 78 for a network file system that is not allowed.
  package func database(
    for purpose: LibraryDatabase.Purpose,
    isCancelled: @escaping @Sendable () -> Bool = { SignalHandler.status != nil },
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> LibraryDatabase {
    if try !settings.settings(for: nil).library.networkDisk { try NetworkFileSystem.refuse(path) }
    let patience = LibraryTimeout(isCancelled: isCancelled) {
      notice("waiting: another program, for example an import, is writing to the library")
    }
    return try LibraryDatabase.open(
      folder: databaseFolder ?? path, for: purpose, patience: patience)
  }

  /// Checks that the library knows a video; source folders are read only if it has no audience.
  ///
  /// - Throws: `CommandFailure` 66 with the most similar known ID.
  package func requireKnown(_ video: String, in database: LibraryDatabase) throws {
    guard try !database.videos.contains(video) else { return }
    let known = try knownVideos(sourceFinder(settings.settings(for: nil)), database)
    guard !known.contains(video) else { return }
    throw CommandFailure(
      .notFound,
      "the library has no video '\(video)'" + SpellingSuggestion.hint(for: video, among: known))
  }

  /// The sorted IDs of videos with a source, an audience or clips.
  private func knownVideos(_ finder: SourceFinder, _ database: LibraryDatabase) throws -> [String] {
    try Set(finder.ids).union(database.videos.all().map(\.id)).union(database.videos.states().keys)
      .sorted()
  }

  /// Messages about empty files that are ignored, one line each.
  package func emptyFileNotices(_ finder: SourceFinder) -> [String] {
    finder.emptyFiles.map {
      "\(shown($0)) is empty and not used, because another file has the same name: copy it again, "
        + "or delete it"
    }
  }

  /// Messages about keys of `videos:` in gazecut.yaml that are not IDs of videos, one line each.
  package func unknownKeys(
    _ finder: @autoclosure () throws -> SourceFinder, in database: LibraryDatabase
  ) throws -> [String] {
    guard !settings.videos.isEmpty else { return [] }
    let known = try knownVideos(finder(), database)
    return settings.videos.keys.filter { !known.contains($0) }.sorted().map {
      "gazecut.yaml: videos: contains '\($0)', which the library does not have"
        + SpellingSuggestion.hint(for: $0, among: known)
    }
  }
}
