import CProcess
import EditDecisions
import Foundation
package import Library
package import Settings
package import Support

extension LibraryFolder {
  /// Finds where sources are, as the configuration says.
  package func sourceFinder(_ settings: Settings) -> SourceFinder {
    var named: [String: String] = [:]
    for (id, entry) in self.settings.videos {
      if let source = entry.source { named[id] = Self.absolute(source, from: path) }
    }
    let folder = Self.absolute(settings.library.videos, from: path)
    return SourceFinder(folders: [folder], named: named, disks: disks)
  }

  /// The source of a video.
  ///
  /// - Throws: `CommandFailure` 66 when there is none, 65 when there are several, 74 where the disk
  ///   that holds it does not answer.
  package func source(of video: String) throws -> String {
    try source(of: video, by: SourceFinderCache(self))
  }

  /// The same of many videos, for which each folder is read once.
  package func source(of video: String, by finders: SourceFinderCache) throws -> String {
    let settings = try settings.settings(for: video)
    let path = try place(of: video, finders.finder(settings), settings)
    try answer(about: path) { Result { try Self.requireFile(path, of: video) } }.get()
    return path
  }

  /// The source of a video at a place where it was found before, or wherever it is now.
  ///
  /// No folder is read where it is still there: each may hold thousands, and one may be silent.
  ///
  /// - Throws: as `source(of:)`.
  package func source(of video: String, at place: String?) throws -> String {
    guard let place, try answer(about: place, { access(place, F_OK) == 0 }) else {
      return try source(of: video)
    }
    return place
  }

  /// Where the source of a video should be, as a finder by its settings says; it is not looked at.
  ///
  /// - Throws: as `source(of:)`.
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
      // It may lie where nothing could be looked for.
      if let folder = finder.silentFolders.first { throw Self.silence(of: folder, in: self.path) }
      throw CommandFailure(.notFound, missing(video, finder, settings))
    }
  }

  /// Asks about something that may lie on a disk that does not answer.
  ///
  /// - Throws: `CommandFailure` 74 where it does not.
  package func answer<Answer: Sendable>(
    about path: String, _ question: @escaping @Sendable () -> Answer
  ) throws(CommandFailure) -> Answer {
    do {
      return try disks.ask(about: path, question)
    } catch {
      throw Self.silence(of: path, in: self.path)
    }
  }

  /// Checks that the disk of the clips answers: without it no video can be done.
  ///
  /// - Throws: `CommandFailure` 74.
  package func requireResponsiveOutputDisk(_ settings: Settings) throws(CommandFailure) {
    let path = outputPath(settings)
    _ = try answer(about: path) { access(path, F_OK) }
    for name in ["shorts", "report"] { try OutputFolder.requireNoLink(path + "/" + name) }
  }

  private static func silence(of path: String, in library: String) -> CommandFailure {
    CommandFailure(
      .inputOutputFailed, "\(shown(path, in: library)) does not answer: is its mount dead?")
  }

  /// A pipe or a device would hold the night for ever, so only a file will do.
  ///
  /// - Throws: `CommandFailure` 66 where it is not there, 65 for what is no file.
  package static func requireFile(_ path: String, of video: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw CommandFailure(
        .notFound,
        "the source of '\(video)' is not there: \(path) (videos: in gazecut.yaml names it)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure(.badData, "the source of '\(video)' is no file: \(path)")
    }
  }

  private func missing(_ video: String, _ finder: SourceFinder, _ settings: Settings) -> String {
    let folder = Self.absolute(settings.library.videos, from: path)
    if let other = finder.otherFile(named: video) {
      return "'\(other)' does not have the extension of a video that gazecut reads: convert it to "
        + "MP4 or MKV, or name it under videos: in gazecut.yaml"
    }
    return "no video file in \(folder) is called '\(video)', and no videos: entry in gazecut.yaml"
      + SpellingSuggestion.hint(for: video, among: finder.ids)
  }

  /// Opens the database.
  ///
  /// - Parameters:
  ///   - purpose: reading or writing.
  ///   - isCancelled: asked while it waits for another program that writes.
  ///   - notice: told once, when that gets long.
  /// - Returns: the open database.
  /// - Throws: `LibraryError`; `CommandFailure` 78 for a network disk that nobody allowed.
  package func database(
    for purpose: LibraryDatabase.Purpose,
    isCancelled: @escaping @Sendable () -> Bool = { Interruption.status != nil },
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> LibraryDatabase {
    if try !settings.settings(for: nil).library.networkDisk { try NetworkFileSystem.refuse(path) }
    let patience = LibraryTimeout(isCancelled: isCancelled) {
      notice("waiting: another program, an import perhaps, writes to the library")
    }
    return try LibraryDatabase.open(
      folder: databaseFolder ?? path, for: purpose, patience: patience)
  }

  /// Checks that the library knows a video, by its audience or its source; folders of sources are
  /// read, and other videos asked for, only where it has no audience.
  ///
  /// - Throws: `CommandFailure` 66 that names the nearest known id.
  package func requireKnown(_ video: String, in database: LibraryDatabase) throws {
    guard try !database.knows(video) else { return }
    let known = try knownVideos(sourceFinder(settings.settings(for: nil)), database)
    guard !known.contains(video) else { return }
    throw CommandFailure(
      .notFound,
      "the library knows no video '\(video)'" + SpellingSuggestion.hint(for: video, among: known))
  }

  /// The videos that the library knows by a source, an audience or clips, in order.
  private func knownVideos(
    _ finder: SourceFinder, _ database: LibraryDatabase
  ) throws -> [String] {
    try Set(finder.ids).union(database.videos().map(\.id)).union(database.states().keys).sorted()
  }

  /// What to say of the keys of `videos:` in gazecut.yaml that are no video's id, a line each: what
  /// stands there is in force nowhere.
  ///
  /// - Throws: `LibraryError`.
  package func unknownKeys(
    _ finder: @autoclosure () throws -> SourceFinder, in database: LibraryDatabase
  ) throws -> [String] {
    guard !settings.videos.isEmpty else { return [] }
    let known = try knownVideos(finder(), database)
    return settings.videos.keys.filter { !known.contains($0) }.sorted().map {
      "gazecut.yaml: videos: names '\($0)', which the library does not know"
        + SpellingSuggestion.hint(for: $0, among: known)
    }
  }
}
