import Foundation
import Library
import Settings
import Support
import Workspace

/// One intake: imports the new items of all input sources, and records what happened to each.
struct IntakePass {
  let job: IntakeJob
  private(set) var database: LibraryDatabase
  /// Opens the library for writing at the first change, as long as it is open only for reading.
  private var opening: (() throws -> LibraryDatabase)?
  /// Minimum age in seconds of a file's last change.
  let settle: Double
  var notes: IntakeRecords
  /// The identities of all existing items.
  private var seen: [String] = []
  /// The items that were just being written, with their state.
  private var unsettled: [String: ImportHistory] = [:]
  /// The input sources of these items.
  private var unsettledPlaces: [any InputSource] = []
  /// Whether all input sources could be read.
  private var isWhole = true
  /// Whether each video in a path has a source.
  private var sources: [String: Bool] = [:]
  private let probes: SourceInfoCache

  init(
    job: IntakeJob, database: LibraryDatabase, opening: (() throws -> LibraryDatabase)?,
    settle: Double
  ) {
    (self.job, self.database, self.opening, self.settle) = (job, database, opening, settle)
    probes = SourceInfoCache(job.context.library)
    notes = IntakeRecords(
      logger: job.context.logger, isKept: job.context.isKept, output: job.output)
  }

  mutating func run(over places: [any InputSource]) async throws {
    notes.tally.hasNoInputSources = places.isEmpty
    for place in places { try importItems(of: place) }
    if !unsettled.isEmpty, settle <= IntakeJob.maximumWait {
      job.context.reporter.say(
        "waiting \(Setting.text(settle)) s for "
          + "\(unsettled.count.counted("file")) written just now (intake.settle)")
      try await Task.sleep(for: .seconds(settle))
      try importUnsettledFiles()
    }
    guard !job.isDryRun else { return }
    try warnAboutUnmatchedViewers()
    try storeRecords()
  }

  private mutating func importItems(of place: any InputSource) throws {
    guard let items = items(of: place) else { return }
    seen += items.map(\.identity)
    try handle(items, of: place)
    // The library's default folder has no pattern that could be wrong.
    if place.origin != nil, IntakeDecision.hasOnlyUnusableItems(items) {
      notes.recordUnreadableSource(place, "no file there matches its pattern")
    }
    if items.contains(where: { unsettled[$0.identity] != nil }) { unsettledPlaces.append(place) }
  }

  private mutating func importUnsettledFiles() throws {
    let before = unsettled
    unsettled = [:]
    for place in unsettledPlaces {
      guard let items = items(of: place) else { continue }
      try handle(items.filter { before[$0.identity] != nil }, of: place, earlier: before)
    }
  }

  /// Warns about videos of which some imported viewers have only gaze and others only faces.
  private func warnAboutUnmatchedViewers() throws {
    let brought = Dictionary(grouping: notes.brought, by: \.video)
    for (video, sides) in brought.sorted(by: { $0.key < $1.key }) {
      if let warning = try UnmatchedViewers.warnings(sides, of: video, in: database) {
        notes.logWarning(
          "odd: \(warning). In a watched folder, {viewer} of the pattern names viewers")
      }
    }
  }

  /// Stores the state of items that were not imported, and deletes the state of missing ones.
  private mutating func storeRecords() throws {
    let gone = isWhole ? try database.intake.missingItems(besides: seen) : []
    let last = try database.intake.lastResult()
    let isNews = notes.tally.isNew || last.map { !hasSameCounts($0.counts) } ?? false
    guard isNews || !notes.entries.isEmpty || !gone.isEmpty else { return }
    let intake = try databaseForWriting().intake
    try intake.store(notes.entries)
    try intake.remove(gone)
    var counts = notes.tally.words
    counts[IntakeSummary.lossyWord] = notes.tally.lossy
    if isNews { try intake.setLastResult(at: Date(), counts: counts) }
  }

  private mutating func databaseForWriting() throws -> LibraryDatabase {
    if let opening {
      self.opening = nil
      try database.close()
      database = try opening()
    }
    return database
  }

  /// Whether the numbers of waiting and rejected items are those of the last import.
  private func hasSameCounts(_ counts: [String: Int]) -> Bool {
    ["waiting", "refused"].allSatisfy { counts[$0] ?? 0 == notes.tally.words[$0] }
  }

  /// The items of an input source; `nil` if it cannot be read.
  private mutating func items(of place: any InputSource) -> [InputItem]? {
    do {
      if let root = place.root {
        let isMissing = try job.context.library.answer(about: root) {
          access(root, F_OK) != 0 && errno == ENOENT
        }
        // The default folder may be missing until something was imported from a watched folder.
        if isMissing, place.origin == nil, try database.intake.isEmpty() { return [] }
      }
      var items = try place.items(now: Date().timeIntervalSince1970)
      for index in items.indices { items[index].revealVideoName { hasSource($0) } }
      return items
    } catch let problem as InputSourceError {
      notes.recordUnreadableSource(place, problem.reason)
    } catch {
      notes.recordUnreadableSource(place, CommandFailure(describing: error).message)
    }
    isWhole = false
    return nil
  }

  private mutating func hasSource(_ video: String) -> Bool {
    let has = sources[video] ?? probes.hasSource(video)
    sources[video] = has
    return has
  }

  /// Handles each item; `earlier` has the states of items that are checked again.
  private mutating func handle(
    _ items: [InputItem], of place: any InputSource, earlier: [String: ImportHistory] = [:]
  ) throws {
    let memories = try database.intake.results(of: items.map(\.identity))
    let decided = zip(items, memories).map { item, memory in
      let known = earlier[item.identity] ?? memory.flatMap(ImportHistory.init)
      let now = Date().timeIntervalSince1970
      let decision = IntakeDecision(item, known: known, now: now, settle: settle)
      return (item, memory, known, now, decision)
    }
    job.context.reporter.begin(.importing, total: decided.count { $0.4 == .isRead })
    var importer: ImportJob?
    for (item, memory, known, now, decision) in decided {
      switch decision {
      case .unchanged(let state): notes.stays(item, state.outcome, memory)
      case .waits(let reason): notes.wait(item, .waiting, reason)
      case .closed(let reason): notes.blocked(item, .blocked, reason, nil, memory)
      case .unreadableFolder(let reason):
        // Keep what is noted of the files in it.
        isWhole = false
        notes.recordUnreadableSource(folder: item, reason, memory)
      case .settles: leaveUnsettled(item, known, memory, isLast: !earlier.isEmpty, now)
      case .refused(let reason): notes.refuse(item, reason)
      case .isRead: try read(item, of: place, memory, by: &importer)
      }
    }
  }

  /// Imports an item; `importer` is created for the first item of its input source.
  private mutating func read(
    _ item: InputItem, of place: any InputSource, _ memory: LoggedImport?,
    by importer: inout ImportJob?
  ) throws {
    try Task.checkCancellation()
    let database = try job.isDryRun ? self.database : databaseForWriting()
    let made =
      try importer
      ?? ImportJob(
        library: job.context.library, format: place.reading.format, values: place.reading.values,
        labels: place.reading.labels, isCheck: job.isDryRun, database: database)
    importer = made
    // Report progress by the name under which the item's reading is reported.
    switch item.source {
    case .file(let path):
      try importFile(item, at: path, as: place.reading, by: made, memory)
      job.context.reporter.advance(.importing, path)
    case .query(let query):
      try importRows(of: item, by: query, of: place, made, memory)
      job.context.reporter.advance(.importing, item.identity)
    }
  }

  /// Remembers an item that was just being written; it is reported unless it is checked again.
  private mutating func leaveUnsettled(
    _ item: InputItem, _ known: ImportHistory?, _ memory: LoggedImport?, isLast: Bool, _ now: Double
  ) {
    let same = known.flatMap { $0.token == item.token && $0.state == .settling ? $0 : nil }
    unsettled[item.identity] =
      same ?? ImportHistory(state: .settling, token: item.token, since: now)
    guard isLast || settle > IntakeJob.maximumWait else { return }
    guard same == nil else { return notes.stays(item, .waiting, memory) }
    notes.wait(item, .settling, "it was written in the last \(Int(settle.rounded(.up))) s")
  }
}
