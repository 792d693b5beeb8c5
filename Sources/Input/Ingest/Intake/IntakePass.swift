import Foundation
import Importers
import Library
import Logging
import Media
import Support
import Workspace

/// One look at all places, and a second one at what was just being written.
struct IntakePass {
  let job: IntakeJob
  private(set) var database: LibraryDatabase
  /// Opens the library to be written to, as long as it is only read.
  private var opening: (() throws -> LibraryDatabase)?
  /// Seconds for which a file must have been left alone.
  let settle: Double
  let log: IntakeLog
  var tally = IntakeSummary()
  /// All that is there, by identity.
  private var seen: [String] = []
  /// What was just being written, and how it was found.
  private var unsettled: [String: ImportHistory] = [:]
  private var openPlaces: [any InputSource] = []
  /// Content that a dry run would have taken.
  private var rehearsed: Set<String> = []
  /// Whether every place could be looked at.
  private var isWhole = true
  var records: [ImportLogEntry] = []
  /// What the sessions that came in tell.
  private var brought: [UnmatchedViewers.Modalities] = []
  /// How far each database was read, by the identity of its item.
  var reached: [String: String] = [:]

  /// Whether each video of a path has a source.
  private var sources: [String: Bool] = [:]
  private let probes: SourceInfoCache

  /// Whether something was just being written.
  var hasUnsettled: Bool { !unsettled.isEmpty }
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
    log = IntakeLog(logger: job.context.logger, isKept: job.context.isKept, output: job.output)
  }

  /// Looks at places, one after another.
  ///
  /// - Throws: `CancellationError` when somebody stopped it; `LibraryError`.
  mutating func look(at places: [any InputSource]) throws {
    tally.isNowhere = places.isEmpty
    for place in places {
      guard let items = items(of: place) else { continue }
      seen += items.map(\.identity)
      try take(items, of: place)
      // The library's own folder has no pattern that could be wrong.
      if place.origin != nil, IntakeDecision.misses(items) {
        miss(place, "nothing that lies there is one of its files")
      }
      if items.contains(where: { unsettled[$0.identity] != nil }) { openPlaces.append(place) }
    }
  }

  /// Looks again at what was just being written.
  mutating func retryUnsettledFiles() throws {
    let before = unsettled
    unsettled = [:]
    for place in openPlaces {
      guard let items = items(of: place) else { continue }
      try take(items.filter { before[$0.identity] != nil }, of: place, earlier: before)
    }
  }

  /// Notes what is still being written, and forgets what is not there any more.
  mutating func end() throws {
    guard !job.isDryRun else { return }
    let brought = Dictionary(grouping: brought, by: \.video)
    for (video, sides) in brought.sorted(by: { $0.key < $1.key }) {
      guard let odd = try UnmatchedViewers.odd(sides, of: video, in: database) else { continue }
      log.odd("odd: \(odd); of a place the pattern's {viewer} does")
    }
    let gone = isWhole ? try database.missingItems(beside: seen) : []
    let last = try database.lastIntake()
    let isNews = tally.isNew || last.map { !leavesAsMany($0.counts) } ?? false
    guard isNews || !records.isEmpty || !gone.isEmpty else { return }
    try write()
    try database.note(records)
    try database.drop(gone)
    var counts = tally.words
    counts[IntakeSummary.lossyWord] = tally.lossy
    if isNews { try database.setLastIntake(at: Date(), counts: counts) }
  }

  /// From here on the library is written to; where all is as it was left, it is only read.
  private mutating func write() throws {
    guard let opening else { return }
    self.opening = nil
    try database.close()
    database = try opening()
  }

  /// Whether as many wait, and were refused, as the last intake left.
  private func leavesAsMany(_ counts: [String: Int]) -> Bool {
    ["waiting", "refused"].allSatisfy { counts[$0] ?? 0 == tally.words[$0] }
  }

  private mutating func items(of place: any InputSource) -> [InputItem]? {
    do {
      if let root = place.root {
        _ = try job.context.library.answer(about: root) { access(root, F_OK) }
      }
      var items = try place.items(now: Date().timeIntervalSince1970)
      for index in items.indices { items[index].showVideo { hasSource($0) } }
      return items
    } catch let problem as InputSourceError {
      miss(place, problem.reason)
    } catch {
      miss(place, CommandFailure(describing: error).message)
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

  /// What keeps a whole place from being read is told every night, and by how the command ends.
  mutating func miss(_ place: any InputSource, _ reason: String) {
    tally.miss(place.name)
    job.context.logger.warning("\(place.name): \(reason)\(place.origin.map { " (\($0))" } ?? "")")
  }

  private mutating func take(
    _ items: [InputItem], of place: any InputSource, earlier: [String: ImportHistory] = [:]
  ) throws {
    let memories = try database.intakeMemories(of: items.map(\.identity))
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
      case .unchanged(let state): stays(item, state.outcome, memory)
      case .waits(let reason): wait(item, .waiting, reason)
      case .closed(let reason): blocked(item, .blocked, reason, nil, memory)
      case .settles: settles(item, known, memory, isLast: !earlier.isEmpty, now)
      case .refused(let reason): refuse(item, reason)
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
        try take(item, of: place, by: made, memory)
        // By the name under which its reading is reported.
        if case .file(let path) = item.source {
          reporter.advance(.importing, path)
        } else {
          reporter.advance(.importing, item.identity)
        }
      }
    }
  }

  /// Reads an item, unless its content is known, and stores what it holds.
  private mutating func take(
    _ item: InputItem, of place: any InputSource, by importer: ImportJob, _ memory: LoggedImport?
  ) throws {
    guard case .file(let path) = item.source else {
      return try importRows(of: item, in: place, by: importer, memory)
    }
    // What missingItems since is no concern of anybody's.
    guard access(path, F_OK) == 0 else { return }
    // Hashing takes longer than finding out that a large file is none of ours.
    var importer = importer
    importer.options.path = item.words
    let read: ImportJob.Taken?
    do {
      read = try readBeforeHashing(path, item, by: importer)
    } catch let error as ImportError {
      return try meet(error, item, nil, memory)
    } catch let error as ImportOptionError {
      return refuse(item, "\(error)")
    }
    guard let digest = ContentDigest.hex(of: path) else {
      return blocked(
        item, .blocked, "it cannot be read: \(String(cString: strerror(errno)))", nil, memory)
    }
    let label = IntakeLog.label(of: item, digest: digest)
    var record = record(item, .taken, digest: digest)
    let content = SHA256.hex(
      [digest, place.reading.text, item.words.video ?? "", item.words.viewer ?? ""]
        .joined(separator: "\n"))
    record.content = content
    let progress = job.progress
    // A rehearsal stores nothing by which the same recording under another name would be known.
    let recording = digest + place.reading.text + (item.words.video ?? "")
    if try database.hasImported(content: content) || rehearsed.contains(recording) {
      if !job.isDryRun { records.append(record) }
      tally.add(.same)
      let isErased = try database.hasErasures() && isOfErased(path, importer, progress)
      return log.isKnown(item, isOfErased: isErased, digest: digest)
    }
    // Also for a person: what is kept of it names nobody.
    importer.names = importer.names.calling(path, label)
    importer.record = record
    do {
      let outcome = try importer.take(file: path, alreadyRead: read, progress: progress)
      if job.isDryRun { rehearsed.insert(recording) }
      let kind = Self.kind(of: outcome)
      tally.add(kind)
      if outcome.unusable > 0, kind != .same { tally.partial += 1 }
      if outcome.losesMany, kind != .same { tally.lossy += 1 }
      if outcome.isOdd, kind != .same { tally.odd += 1 }
      brought += outcome.sides
      log.tell(outcome, kind, item, digest: digest)
    } catch let error as ImportError {
      try meet(error, item, digest, memory)
    } catch let error as ImportOptionError {
      refuse(item, "\(error)", digest: digest)
    }
  }

  /// Bytes from which a file is read before it is hashed.
  private static let largeFile = 64 << 20

  /// Reads a large file; `nil` for a small one, which may be known by its digest.
  ///
  /// - Throws: `ImportError` for a file that is refused, which is then not hashed.
  private func readBeforeHashing(
    _ path: String, _ item: InputItem, by importer: ImportJob
  ) throws -> ImportJob.Taken? {
    guard AtomicFile.size(path) >= Self.largeFile else { return nil }
    var importer = importer
    importer.names = importer.names.calling(path, IntakeLog.label(of: item, digest: nil))
    return try importer.read(path, job.progress)
  }

  /// Whether all whom a file is about were erased; of boxes nobody was.
  private func isOfErased(
    _ path: String, _ importer: ImportJob, _ progress: ImportProgress
  ) throws -> Bool {
    guard case .sessions(let sessions)? = try? importer.read(path, progress)?.staged else {
      return false
    }
    let viewers = Set(sessions.map(\.viewer))
    return try !viewers.isEmpty
      && viewers.allSatisfy { try database.isErasedViewer(viewerName: $0) }
  }

  /// What becomes of an item that could not be read.
  private mutating func meet(
    _ error: ImportError, _ item: InputItem, _ digest: String?, _ memory: LoggedImport?
  ) throws {
    let reason = error.reason
    switch error.kind {
    case .stopped: throw CancellationError()
    case .scratchFailed: throw error
    case .notFound: return
    case .endsEarly: wait(item, .endless, reason, digest: digest)
    case .unknownPicture: blocked(item, .sourceless, reason, digest, memory)
    case .permission, .readFailed: blocked(item, .blocked, reason, digest, memory)
    case .notRecognised: refuse(item, Self.notRecognised, digest: digest)
    case .badData, .missingOption: refuse(item, line: error.line, reason, digest: digest)
    }
  }

  private static let notRecognised =
    "it is not a timeline, nor of another format that gazecut knows; a pattern with an extension, as "
    + "{video}/{viewer}.jsonl, leaves other files out, and format: says how a place's are read"

  static func kind(of outcome: ImportOutcome) -> IntakeSummary.Outcome {
    if outcome.stored.contains(.replaced) { return .replaced }
    // What is there already, or is left out for good, brings nothing.
    let isKnown = outcome.stored.allSatisfy { [.unchanged, .kept, .erased].contains($0) }
    return isKnown && !outcome.stored.isEmpty ? .same : .taken
  }
}

extension IntakePass {
  /// Counts what is as it was left; `nil` where it had been taken.
  private mutating func stays(
    _ item: InputItem, _ outcome: IntakeSummary.Outcome?, _ memory: LoggedImport?
  ) {
    tally.addUnchanged(outcome)
    if let outcome { log.stays(item, outcome, memory) }
  }

  private mutating func settles(
    _ item: InputItem, _ known: ImportHistory?, _ memory: LoggedImport?, isLast: Bool,
    _ now: Double
  ) {
    let same = known.flatMap { $0.token == item.token && $0.state == .settling ? $0 : nil }
    unsettled[item.identity] =
      same ?? ImportHistory(state: .settling, token: item.token, since: now)
    // What is looked at once more is told then.
    guard isLast || settle > IntakeJob.longestWait else { return }
    guard same == nil else { return stays(item, .waiting, memory) }
    wait(item, .settling, "it was written in the last \(Int(settle.rounded(.up))) s")
  }

  /// What something outside of it keeps from being read is told once and tried every night.
  mutating func blocked(
    _ item: InputItem, _ state: ImportHistory.State, _ reason: String, _ digest: String?,
    _ memory: LoggedImport?
  ) {
    let isKnown = memory?.state == state.rawValue && memory?.token == item.token
    guard !isKnown else { return stays(item, .waiting, memory) }
    wait(item, state, reason, digest: digest)
  }

  mutating func wait(
    _ item: InputItem, _ state: ImportHistory.State, _ reason: String, digest: String? = nil
  ) {
    note(item, state, reason, digest: digest)
    log.waits(item, reason, digest: digest)
  }

  mutating func refuse(
    _ item: InputItem, line: Int? = nil, _ reason: String, digest: String? = nil
  ) {
    note(item, .refused, line: line, reason, digest: digest)
    log.refused(item, line: line, reason, digest: digest)
  }

  /// Counts and remembers what was not taken in.
  mutating func note(
    _ item: InputItem, _ state: ImportHistory.State, line: Int? = nil, _ reason: String,
    digest: String? = nil
  ) {
    tally.add(state == .refused ? .refused : .waiting)
    var record = record(item, state, digest: digest)
    (record.line, record.reason) = (line, reason)
    records.append(record)
  }

  func record(
    _ item: InputItem, _ state: ImportHistory.State, digest: String?
  ) -> ImportLogEntry {
    ImportLogEntry(
      identity: item.identity, token: item.token, state: state.rawValue,
      label: IntakeLog.label(of: item, digest: digest), reached: reached[item.identity])
  }
}

extension ImportHistory {
  /// What the library remembers; `nil` where a later gazecut wrote it.
  fileprivate init?(_ memory: LoggedImport) {
    guard let state = State(rawValue: memory.state) else { return nil }
    self.init(state: state, token: memory.token, since: memory.since.timeIntervalSince1970)
  }
}

extension ImportHistory.State {
  /// What is counted for an item that is as it was; `nil` where it had been taken.
  fileprivate var outcome: IntakeSummary.Outcome? {
    switch self {
    case .taken: nil
    case .waiting, .settling, .endless, .sourceless, .blocked: .waiting
    case .refused: .refused
    }
  }
}

extension IntakePass {
  /// Most of what was left out of an answer that is told one by one.
  private static let told = 20

  /// Asks a database for what is new, and stores it answer by answer.
  ///
  /// - Throws: `CancellationError` when somebody stopped it; `LibraryError`.
  mutating func importRows(
    of item: InputItem, in place: any InputSource, by importer: ImportJob,
    _ memory: LoggedImport?
  ) throws {
    guard case .query(let query) = item.source else { return }
    reached[item.identity] = memory?.reached
    var leftOut: [ImportError] = []
    var kinds: Set<IntakeSummary.Outcome> = []
    var (isPartial, isLossy) = (false, false)
    do {
      let progress = job.progress
      // What an overlap brings again is known by its content only when it is stored.
      try importer.take(
        rowsOf: query, after: memory?.reached.map(ImportPosition.init), overlaps: !job.isDryRun,
        progress: progress
      ) { page in
        var record = record(item, .taken, digest: nil)
        if let end = page.reached { record.reached = end.text }
        return record
      } told: { page, outcome in
        if let end = page.reached { reached[item.identity] = end.text }
        leftOut += page.leftOut
        let kind = Self.kind(of: outcome)
        guard outcome.sessions > 0, kind != .same else { return }
        kinds.insert(kind)
        isPartial = isPartial || outcome.unusable > 0
        isLossy = isLossy || outcome.losesMany
        log.tell(outcome, kind, item, digest: nil)
      }
      // A database is one file, whatever its answers were.
      if let kind = [.replaced, .taken].first(where: kinds.contains) {
        tally.add(kind)
      } else {
        tally.addUnchanged(nil)
      }
      if isPartial { tally.partial += 1 }
      if isLossy { tally.lossy += 1 }
      end(item, leftOut, memory)
    } catch let error as ImportError {
      try meet(error, item, in: place)
    } catch let error as ImportOptionError {
      note(item, .refused, "\(error)")
      miss(place, "\(error)")
    }
  }

  /// Tells what was left out, and remembers how far the database was read.
  private mutating func end(
    _ item: InputItem, _ leftOut: [ImportError], _ memory: LoggedImport?
  ) {
    for error in leftOut.dropFirst().prefix(Self.told) {
      log.refused(item, line: error.line, error.reason, digest: nil)
    }
    guard let first = leftOut.first else {
      let isAsBefore = memory?.state == ImportHistory.State.taken.rawValue
      guard !isAsBefore || memory?.reached != reached[item.identity] else { return }
      return records.append(record(item, .taken, digest: nil))
    }
    guard leftOut.allSatisfy({ $0.kind == .unknownPicture }) else {
      return refuse(item, line: first.line, first.reason)
    }
    blocked(item, .sourceless, first.reason, nil, memory)
  }

  /// What becomes of a database that could not be read; it is tried every night.
  private mutating func meet(
    _ error: ImportError, _ item: InputItem, in place: any InputSource
  ) throws {
    switch error.kind {
    case .stopped: throw CancellationError()
    case .scratchFailed: throw error
    case .badData, .missingOption: note(item, .refused, line: error.line, error.reason)
    default: note(item, .blocked, line: error.line, error.reason)
    }
    miss(place, error.reason)
  }
}
