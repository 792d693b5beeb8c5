import Audience

/// Reads a table with a column map: each row becomes a sample of its session.
struct TableImporter {
  let context: ImportContext
  private let rows: any RowSource
  private let columns: TableColumns
  /// The fast path; `nil` if rows contain more than numbers, names and labels.
  private let plain: FastTableReader?
  private var sessions: [TableSession] = []
  /// Index of each session by its key; -1 for a session that is not imported.
  private var indices: [[UInt8]: Int] = [:]
  private var lastSkippedKey: [UInt8]?
  private var current = -1
  private var skips = SkipCounts()
  /// The name of the wanted video in the table; `nil` if rows of all videos are imported.
  private let stimulus: StimulusMatcher?
  private var others = StimulusList()
  private let head: [[UInt8]: PicturePoint]?
  /// Keys of the sessions to import; `nil` for all.
  private let wanted: Set<[UInt8]>?

  init(
    context: ImportContext, rows: any RowSource, map: ColumnMap, wanted: Set<[UInt8]>? = nil,
    head: [[UInt8]: PicturePoint]? = nil
  ) throws(ImportError) {
    self.context = context
    self.head = head
    self.rows = rows
    self.wanted = wanted
    columns = try TableColumns(map, of: rows)
    // XDF and BIDS recordings already contain only rows of the video.
    let containsOnlyVideo = rows is XDFRows || rows is BIDSRows
    guard context.options.stimulus == nil || containsOnlyVideo || columns.video != nil else {
      throw context.failure("--stimulus needs a column of stimuli", "add --map video=COLUMN")
    }
    stimulus = containsOnlyVideo || columns.video == nil ? nil : StimulusMatcher(context)
    let options = context.options
    plain = options.usesFastPath ? FastTableReader(columns, offset: options.offset) : nil
  }

  var hasViewers: Bool { columns.viewer != nil || context.options.viewer != nil }

  /// Reads all rows, and returns the sessions with usable samples; throws if there are none.
  consuming func read() throws(ImportError) -> [StagedSession] {
    if let plain { try readSimpleRows(plain) }
    while try rows.next() {
      do throws(ImportError) {
        try readRow()
      } catch {
        try context.recordLeftOutSession(error)
      }
      if let plain { try readSimpleRows(plain) }
    }
    if columns.video != nil,
      let failure = others.failure(
        isEmpty: sessions.isEmpty, isGiven: stimulus?.isGiven ?? false, columns, context)
    {
      throw failure
    }
    let taken = sessions.filter { !$0.isLeftOut }
    skips.add(rows.skippedValues)
    for session in taken { skips.add(session.builder.skips) }
    for session in sessions { try session.samples.close() }
    for session in taken { try context.skipUnusableSession(session.builder, session.line) }
    let filled = taken.filter { !$0.samples.isEmpty }
    if !context.isDatabase, !filled.isEmpty { skips.add(.emptySession, taken.count - filled.count) }
    let usable = try stagedSessions(filled)
    guard !usable.isEmpty || context.leftOut != nil else {
      throw context.nothing(
        "sample", skips, "check the columns and units against the file; gazecut import table --help"
      )
    }
    return usable
  }

  private mutating func readRow() throws(ImportError) {
    let cells = rows.cells
    let index = try session(of: cells)
    guard index >= 0 else { return wanted == nil ? skips.add(.otherVideo) : () }
    guard !sessions[index].isLeftOut else { return }
    do throws(ImportError) {
      if columns.has(.start, cells) { sessions[index].begin() }
      guard columns.isKept(cells) else {
        return skips.add(rows is SeatedRows ? .noSeat : .otherRow)
      }
      try sessions[index].take(cells)
    } catch {
      sessions[index].isLeftOut = true
      throw error
    }
  }

  /// Reads the next rows with the fast path while they are simple and belong to known sessions.
  private mutating func readSimpleRows(_ plain: FastTableReader) throws(ImportError) {
    guard current >= 0 else { return }
    plain.begin()
    defer { plain.end() }
    while true {
      let session = sessions[current]
      switch plain.read(session) {
      case .full: try session.samples.flushBlock()
      case .needsSlowPath: return
      case .other:
        guard plain.isRow(of: sessions[session.nextSessionIndex].key) else { return }
        current = session.nextSessionIndex
      }
    }
  }

  /// The index of the current row's session; -1 if it is not imported.
  ///
  /// Rows of one session are consecutive, or several sessions alternate. So the session that
  /// followed this one last time is tried first.
  private mutating func session(of cells: [Bytes]) throws(ImportError) -> Int {
    func isSame(as key: [UInt8]) -> Bool { columns.isSame(as: key) { cells[$0] } }
    if current >= 0 {
      if isSame(as: sessions[current].key) { return current }
      let next = sessions[current].nextSessionIndex
      if isSame(as: sessions[next].key) { return enterSession(next) }
    }
    if let lastSkippedKey, isSame(as: lastSkippedKey) { return skipSession(lastSkippedKey) }
    let key = columns.key(cells)
    if let index = indices[key] { return index >= 0 ? enterSession(index) : skipSession(key) }
    guard wanted?.contains(key) ?? true else { return skipSession(key) }
    var video = try columns.text(columns.video, "video's id")
    let isNamed = columns.video == nil || video?.isEmpty == false
    if let stimulus, !stimulus.matches(video ?? "") {
      others.add(video ?? "")
      return skipSession(key)
    }
    video = stimulus == nil ? video.map(StimulusMatcher.withoutEnding) : nil
    guard isNamed else { return skipSession(key) }
    if let video, !Identifier.isValid(video) {
      // Throw here, where the line number is known.
      guard StimulusList.mayPrint(context) else {
        throw rows.failure("the video's cell is not a valid ID", "an ID is \(Identifier.rule)")
      }
      others.add(video, isIdMissing: true)
      return skipSession(key)
    }
    let viewer = try columns.viewerName()
    if context.isDatabase {
      try context.requireNonemptyNames([viewer ?? context.options.viewer], rows.line)
    }
    let name = try columns.text(columns.session, "session's name")
    let session = try TableSession(
      video: video, viewer: viewer, session: name.flatMap { $0.isEmpty ? nil : $0 }, columns,
      context, rest: head?[key])
    session.nextSessionIndex = sessions.count
    indices[key] = sessions.count
    sessions.append(session)
    return enterSession(sessions.count - 1)
  }

  /// Makes a session the current one, and the expected successor of the previous one.
  private mutating func enterSession(_ index: Int) -> Int {
    if current >= 0 { sessions[current].nextSessionIndex = index }
    current = index
    return index
  }

  /// Marks a session as not imported, so that its next row needs no check of its names.
  private mutating func skipSession(_ key: [UInt8]) -> Int {
    if indices[key] == nil { indices[key] = -1 }
    lastSkippedKey = key
    current = -1
    return -1
  }

  private func stagedSessions(_ sessions: [TableSession]) throws(ImportError) -> [StagedSession] {
    var ids: Set<[String]> = []
    var result: [StagedSession] = []
    let isNobodyNamed =
      columns.viewer == nil && context.options.viewer == nil && context.options.path.viewer == nil
    for (index, session) in sessions.enumerated() {
      let video = try context.video(named: session.named, line: nil)
      let suffix = index == 0 ? "" : "-\(index + 1)"
      // In a database, the viewer also identifies the session if rows have no session name.
      let own = session.session ?? (context.isDatabase ? session.viewer : nil)
      // Session numbers may restart for each viewer, so add the viewer's name.
      let viewers = session.session.map { "\($0) \(context.viewer(named: session.viewer))" }
      let found = [own, viewers].compactMap { $0.map(context.derivedSession(of:)) }
      let possible = viewers == nil ? found + [context.derivedSession(suffix)] : found
      guard let id = possible.first(where: { ids.insert([video, $0]).inserted }) else {
        throw context.failure(
          "two sessions have the same ID", "remove the session column from the map")
      }
      var staged = context.session(
        session.builder, of: video, viewer: session.viewer, named: session.session)
      staged.session = id
      staged.skipped = index == 0 ? skips.byReason : [:]
      staged.missingViewerColumn = isNobodyNamed ? columns.map.names[.viewer]?.first : nil
      staged.headNoise = session.plane?.headNoise
      staged.areShares = session.plane?.areShares ?? false
      staged.labels = session.labels
      staged.lost = session.builder.lost.byReason
      staged.damage = (rows as? XDFRows)?.damage
      result.append(staged)
    }
    return result
  }
}
