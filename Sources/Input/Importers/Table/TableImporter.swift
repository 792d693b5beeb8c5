import Audience

/// Reads a table by its map: rows become samples of the sessions they name.
struct TableImporter {
  let context: FileContext
  private let rows: any RowSource
  private let columns: TableColumns
  /// What takes plain rows by the block; `nil` where a row is more than numbers and names.
  private let plain: PlainTable?
  private var sessions: [TableSession] = []
  /// Where each session is, by the cells that tell sessions apart; -1 for one that is not wanted.
  private var indices: [[UInt8]: Int] = [:]
  /// Those cells of the last row that is not wanted.
  private var passed: [UInt8]?
  private var current = -1
  private var skips = SkipCounts()
  /// What the table calls the video that is wanted; `nil` where every row's may be.
  private let stimulus: StimulusName?
  /// What else it shows.
  private var others = ShownNames()
  /// Where heads rest, of each session, by the cells that tell sessions apart.
  private let head: [[UInt8]: PicturePoint]?
  /// The sessions that are wanted, by the cells that tell sessions apart; `nil` is all.
  private let wanted: Set<[UInt8]>?

  init(
    context: FileContext, rows: any RowSource, map: ColumnMap, wanted: Set<[UInt8]>? = nil,
    head: [[UInt8]: PicturePoint]? = nil
  ) throws(ImportError) {
    self.context = context
    self.head = head
    self.rows = rows
    self.wanted = wanted
    columns = try TableColumns(map, of: rows)
    // Recordings with markers or events give rows of what is meant alone.
    let isChosen = rows is XDFRows || rows is BIDSRows
    guard context.options.stimulus == nil || isChosen || columns.video != nil else {
      throw context.failure(
        "no column says what was shown, for --stimulus", "name it with --map video=COLUMN")
    }
    stimulus = isChosen || columns.video == nil ? nil : StimulusName(context)
    plain =
      context.options.takesPlainRows
      ? PlainTable(columns, of: rows, offset: context.options.offset) : nil
  }

  /// Whether every row can say who watched.
  var tellsViewers: Bool { columns.viewer != nil || context.options.viewer != nil }

  /// The sessions of all rows with usable samples; never none.
  consuming func read() throws(ImportError) -> [StagedSession] {
    if let plain { try takePlain(plain) }
    while try rows.next() {
      do throws(ImportError) {
        try take()
      } catch {
        try context.leaveOut(error)
      }
      if let plain { try takePlain(plain) }
    }
    if columns.video != nil,
      let failure = others.failure(
        isEmpty: sessions.isEmpty, isGiven: stimulus?.isGiven ?? false, columns, context)
    {
      throw failure
    }
    let taken = sessions.filter { !$0.isLeftOut }
    skips.add(rows.passedOver)
    for session in taken { skips.add(session.builder.skips) }
    for session in sessions { try session.samples.close() }
    for session in taken { try context.leaveOutUnusable(session.builder, session.line) }
    let filled = taken.filter { !$0.samples.isEmpty }
    if !context.isDatabase, !filled.isEmpty {
      skips.add(.emptySession, taken.count - filled.count)
    }
    let usable = try named(filled)
    guard !usable.isEmpty || context.leftOut != nil else {
      throw context.nothing(
        "sample", skips, "check the columns and units against the file; gazecut import table --help"
      )
    }
    return usable
  }

  private mutating func take() throws(ImportError) {
    let cells = rows.cells
    let index = try session(of: cells)
    guard index >= 0 else { return wanted == nil ? skips.add(.otherVideo) : () }
    guard !sessions[index].isLeftOut else { return }
    do throws(ImportError) {
      if columns.has(.start, cells) { try sessions[index].begin(columns, rows) }
      guard columns.isKept(cells) else {
        return skips.add(rows is RoomRows ? .noSeat : .otherRow)
      }
      try sessions[index].take(cells, rows, columns, context)
    } catch {
      sessions[index].isLeftOut = true
      throw error
    }
  }

  /// Takes the rows that come next as long as they are plain, of a session that is known; the one
  /// behind them is the careful way's.
  private mutating func takePlain(_ plain: PlainTable) throws(ImportError) {
    guard current >= 0 else { return }
    plain.begin()
    defer { plain.end() }
    while true {
      let session = sessions[current]
      switch plain.read(session) {
      case .full: try session.samples.endBlock()
      case .unlike: return
      case .other:
        guard plain.isRow(of: sessions[session.follower].key) else { return }
        current = session.follower
      }
    }
  }

  /// The session of the row.
  ///
  /// Rows of one session follow one another, or those of several in turn: the session that came
  /// after this one the last time is the first to be tried.
  private mutating func session(of cells: [Bytes]) throws(ImportError) -> Int {
    func isSame(as key: [UInt8]) -> Bool { columns.isSame(as: key) { cells[$0] } }
    if current >= 0 {
      if isSame(as: sessions[current].key) { return current }
      let next = sessions[current].follower
      if isSame(as: sessions[next].key) {
        current = next
        return next
      }
    }
    if let passed, isSame(as: passed) { return pass(passed) }
    let before = current
    let key = columns.key(cells)
    if let index = indices[key] {
      guard index >= 0 else { return pass(key) }
      current = index
      if before >= 0 { sessions[before].follower = index }
      return index
    }
    guard wanted?.contains(key) ?? true else { return pass(key) }
    var video = try columns.text(columns.video, "video's id", rows)
    let isNamed = columns.video == nil || video?.isEmpty == false
    if let stimulus, !stimulus.matches(video ?? "") {
      others.add(video ?? "")
      return pass(key)
    }
    video = stimulus == nil ? video.map(StimulusName.withoutEnding) : nil
    guard isNamed else { return pass(key) }
    if let video, !Identifier.isValid(video) {
      // Refused here, where the line is known.
      guard ShownNames.areTold(context) else {
        throw rows.failure("the video's cell cannot be an id", "an id is \(Identifier.rule)")
      }
      others.add(video, isIdMissing: true)
      return pass(key)
    }
    let viewer = try columns.viewerName(rows)
    if context.isDatabase {
      try context.requireNames([viewer ?? context.options.viewer], rows.line)
    }
    let name = try columns.text(columns.session, "session's name", rows)
    let session = try TableSession(
      video: video, viewer: viewer, session: name.flatMap { $0.isEmpty ? nil : $0 }, columns, rows,
      context, rest: head?[key])
    current = sessions.count
    sessions.append(session)
    session.follower = current
    indices[key] = current
    if before >= 0 { sessions[before].follower = current }
    return current
  }

  /// Notes a session that is not wanted, so that its next row is known without a look at its names.
  private mutating func pass(_ key: [UInt8]) -> Int {
    if indices[key] == nil { indices[key] = -1 }
    passed = key
    current = -1
    return -1
  }

  private func named(_ sessions: [TableSession]) throws(ImportError) -> [StagedSession] {
    var ids: Set<[String]> = []
    var result: [StagedSession] = []
    let isNobodyNamed =
      columns.viewer == nil && context.options.viewer == nil
      && context.options.path.viewer == nil
    for (index, session) in sessions.enumerated() {
      let video = try context.video(named: session.named, line: nil)
      let suffix = index == 0 ? "" : "-\(index + 1)"
      // Of rows of a database the viewer names the session where they do not name it themselves.
      let own = session.session ?? (context.isDatabase ? session.viewer : nil)
      // A table may count the sessions of each viewer by themselves.
      let viewers = session.session.map { "\($0) \(context.viewer(named: session.viewer))" }
      let found = [own, viewers].compactMap { $0.map(context.derivedSession(of:)) }
      let possible = viewers == nil ? found + [context.derivedSession(suffix)] : found
      guard let id = possible.first(where: { ids.insert([video, $0]).inserted }) else {
        throw context.failure("two sessions get the same id", "leave the session column out")
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
