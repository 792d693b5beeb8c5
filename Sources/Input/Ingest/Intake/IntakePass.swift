import Foundation
import Importers
import Library
import Logging
import Media
import Support
import Workspace

/// One pass over all input sources, and a second one over files that were just being written.
struct IntakePass {
  let job: IntakeJob
  private(set) var database: LibraryDatabase
  /// Opens the library for writing, as long as it is open only for reading.
  private var opening: (() throws -> LibraryDatabase)?
  /// Minimum age in seconds of a file's last change.
  let settle: Double
  /// What is noted of the items.
  private(set) var notes: IntakeRecords
  /// The identities of all existing items.
  private var seen: [String] = []
  /// The items that were just being written, with their state.
  private var unsettled: [String: ImportHistory] = [:]
  private var openPlaces: [any InputSource] = []
  /// Whether all input sources could be read.
  private var isWhole = true
  /// Whether each video in a path has a source.
  private var sources: [String: Bool] = [:]
  private let probes: SourceInfoCache

  /// Whether a file was just being written.
  var hasRecentlyChangedFiles: Bool { !unsettled.isEmpty }
  var unsettledCount: Int { unsettled.count }

  init(
    job: IntakeJob, database: LibraryDatabase, opening: (() throws -> LibraryDatabase)?,
    settle: Double
  ) {
    self.job = job
    self.database = database
    self.opening = opening
    self.settle = settle
    probes = SourceInfoCache(job.context.library)
    let logger = job.context.logger
    notes = IntakeRecords(
      log: IntakeLog(logger: logger, isKept: job.context.isKept, output: job.output),
      logger: logger)
  }

  /// Imports from input sources, one after another; throws `CancellationError` if it is cancelled.
  mutating func look(at places: [any InputSource]) throws {
    notes.tally.isNowhere = places.isEmpty
    for place in places {
      guard let items = items(of: place) else { continue }
      seen += items.map(\.identity)
      try take(items, of: place)
      // The library's default folder has no pattern that could be wrong.
      if place.origin != nil, IntakeDecision.misses(items) {
        notes.miss(place, "nothing that lies there is one of its files")
      }
      if items.contains(where: { unsettled[$0.identity] != nil }) { openPlaces.append(place) }
    }
  }

  /// Checks again the files that were just being written.
  mutating func retryUnsettledFiles() throws {
    let before = unsettled
    unsettled = [:]
    for place in openPlaces {
      guard let items = items(of: place) else { continue }
      try take(items.filter { before[$0.identity] != nil }, of: place, earlier: before)
    }
  }

  /// Stores the state of items that were not imported, and deletes the state of missing ones.
  mutating func end() throws {
    guard !job.isDryRun else { return }
    let brought = Dictionary(grouping: notes.brought, by: \.video)
    for (video, sides) in brought.sorted(by: { $0.key < $1.key }) {
      guard let odd = try UnmatchedViewers.odd(sides, of: video, in: database) else { continue }
      notes.log.odd("odd: \(odd); of a place the pattern's {viewer} does")
    }
    let gone = isWhole ? try database.intake.missingItems(besides: seen) : []
    let last = try database.intake.lastResult()
    let isNews = notes.tally.isNew || last.map { !leavesAsMany($0.counts) } ?? false
    guard isNews || !notes.entries.isEmpty || !gone.isEmpty else { return }
    try write()
    try database.intake.store(notes.entries)
    try database.intake.remove(gone)
    var counts = notes.tally.words
    counts[IntakeSummary.lossyWord] = notes.tally.lossy
    if isNews { try database.intake.setLastResult(at: Date(), counts: counts) }
  }

  /// Opens the library for writing, at the first change.
  private mutating func write() throws {
    guard let opening else { return }
    self.opening = nil
    try database.close()
    database = try opening()
  }

  /// Whether the numbers of waiting and rejected items are those of the last import.
  private func leavesAsMany(_ counts: [String: Int]) -> Bool {
    ["waiting", "refused"].allSatisfy { counts[$0] ?? 0 == notes.tally.words[$0] }
  }

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
      for index in items.indices { items[index].showVideo { hasSource($0) } }
      return items
    } catch let problem as InputSourceError {
      notes.miss(place, problem.reason)
    } catch {
      notes.miss(place, CommandFailure(describing: error).message)
    }
    isWhole = false
    return nil
  }

  private mutating func hasSource(_ video: String) -> Bool {
    if let known = sources[video] { return known }
    let has = probes.hasSource(video)
    sources[video] = has
    return has
  }

  private mutating func take(
    _ items: [InputItem], of place: any InputSource, earlier: [String: ImportHistory] = [:]
  ) throws {
    let memories = try database.intake.results(of: items.map(\.identity))
    var importer: ImportJob?
    let decided = zip(items, memories).map { item, memory in
      let known = earlier[item.identity] ?? memory.flatMap(ImportHistory.init)
      let now = Date().timeIntervalSince1970
      let decision = IntakeDecision(item, known: known, now: now, settle: settle)
      return (item, memory, known, now, decision)
    }
    let reporter = job.context.reporter
    reporter.begin(.importing, total: decided.count { $0.4 == .isRead })
    for (item, memory, known, now, decision) in decided {
      switch decision {
      case .unchanged(let state): notes.stays(item, state.outcome, memory)
      case .waits(let reason): notes.wait(item, .waiting, reason)
      case .closed(let reason): notes.blocked(item, .blocked, reason, nil, memory)
      case .settles: settles(item, known, memory, isLast: !earlier.isEmpty, now)
      case .refused(let reason): notes.refuse(item, reason)
      case .isRead:
        try Task.checkCancellation()
        if !job.isDryRun { try write() }
        let made =
          try importer
          ?? ImportJob(
            library: job.context.library, format: place.reading.format,
            values: place.reading.values, labels: place.reading.labels, isCheck: job.isDryRun,
            database: database)
        importer = made
        switch item.source {
        case .file(let path):
          try FileIntake(job: job, database: database, reading: place.reading)
            .take(item, at: path, by: made, memory, noting: &notes)
        case .query(let query):
          try DatabaseIntake(job: job, place: place)
            .take(item, by: query, made, memory, noting: &notes)
        }
        // Use the name under which its reading was reported.
        if case .file(let path) = item.source {
          reporter.advance(.importing, path)
        } else {
          reporter.advance(.importing, item.identity)
        }
      }
    }
  }

  private mutating func settles(
    _ item: InputItem, _ known: ImportHistory?, _ memory: LoggedImport?, isLast: Bool,
    _ now: Double
  ) {
    let same = known.flatMap { $0.token == item.token && $0.state == .settling ? $0 : nil }
    unsettled[item.identity] =
      same ?? ImportHistory(state: .settling, token: item.token, since: now)
    // An item that is checked again is reported then.
    guard isLast || settle > IntakeJob.maximumWait else { return }
    guard same == nil else { return notes.stays(item, .waiting, memory) }
    notes.wait(item, .settling, "it was written in the last \(Int(settle.rounded(.up))) s")
  }
}

extension ImportHistory {
  /// Fails if a later version of gazecut wrote the entry.
  fileprivate init?(_ memory: LoggedImport) {
    guard let state = State(rawValue: memory.state) else { return nil }
    self.init(state: state, token: memory.token, since: memory.since.timeIntervalSince1970)
  }
}

extension ImportHistory.State {
  /// The outcome to count for an unchanged item; `nil` if it had been imported.
  fileprivate var outcome: IntakeSummary.Outcome? {
    switch self {
    case .taken: nil
    case .waiting, .settling, .endless, .sourceless, .blocked: .waiting
    case .refused: .refused
    }
  }
}
