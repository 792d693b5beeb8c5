import Audience

extension ImportFormat {
  /// gazecut's own form: JSON Lines of samples under a header (see `samples/`).
  static let timeline = ImportFormat(
    name: "timeline",
    summary: "gazecut's own timeline, JSON Lines: a header, then a line a sample",
    carries: [.gaze, .emotion],
    options: .ofSessions + [.offset],
    fits: { $0.ownForm == "timeline" }
  ) { (context) throws(ImportError) in
    var importer = TimelineImporter(context: context)
    return .sessions(try importer.read())
  }
}

/// Reads a timeline: a header begins a session, so that files may be joined end to end.
///
/// A session may end with `{"end":74}`, the number of lines since its header. Where the header has
/// `"end":true` it must: what was cut at a line's end is known by nothing else.
private struct TimelineImporter {
  private static let schema = "timeline/1"
  private static let names = GazeNames(
    tracking: "tracking", movement: "movement", screen: "screen")

  let context: FileContext
  private var sessions: [StagedSession] = []
  private var ids: Set<[String]> = []
  private var skips = SkipCounts()
  private var current: Open?

  init(context: FileContext) { self.context = context }

  /// A session whose samples are being read.
  private struct Open {
    var header: LineHeader
    var video: String
    var session: String
    var builder: SessionBuilder
    /// Lines since the header, those that could not be used among them.
    var lines = 0
    /// Where the picture was; `nil` where the header does not tell.
    var area: ImageArea?
  }

  /// One line, whichever it is.
  private struct Line {
    var header = LineHeader()
    var hasHeader = false
    var time: Double?
    var hasTime = false
    var gaze: TrackedGaze?
    var face: ReadFace = .init()
    /// How many lines the session has, where the line ends it.
    var end: Double?
  }

  mutating func read() throws(ImportError) -> [StagedSession] {
    var reader = try JSONReader(try context.open(), lines: true)
    while try reader.hasMore() {
      let line = try Self.line(&reader)
      if line.hasHeader {
        try begin(line.header, reader)
      } else if let count = line.end {
        try end(after: count, reader)
      } else {
        try add(line, reader)
      }
    }
    try close()
    guard !sessions.isEmpty else {
      throw context.nothing(
        "sample", skips,
        "a timeline is a header line and then lines like {\"t\":31.0,\"gaze\":{…}}")
    }
    return sessions
  }

  private static func line(_ reader: inout JSONReader) throws(ImportError) -> Line {
    var line = Line()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("t") {
        guard !line.hasTime else {
          throw reader.failure("'t' twice in one line", "write every key once")
        }
        line.hasTime = true
        line.time = try reader.number()
      } else if key.matches("gaze") {
        line.gaze = try isObject(&reader) ? TrackedGaze(&reader, names: names) : nil
      } else if key.matches("emotion") {
        line.face = try isObject(&reader) ? ReadFace(&reader) : ReadFace()
      } else if key.matches("end") {
        try readEnd(&reader, into: &line)
      } else if key.matches("gazecut") {
        line.hasHeader = true
        try line.header.take(key, &reader)
      } else {
        try line.header.take(key, &reader)
      }
    }
    return line
  }

  /// Reads what a header says of the end, or what the end says of the lines before it.
  private static func readEnd(
    _ reader: inout JSONReader, into line: inout Line
  ) throws(ImportError) {
    switch try reader.peek() {
    case UInt8(ascii: "t"): line.header.announcesEnd = true
    case UInt8(ascii: "f"): break
    default:
      line.end = try reader.number()
      guard line.end != nil else {
        throw reader.failure(
          "'end' is neither true, in a header, nor a number of lines",
          "end a session with {\"end\":74}, the number of lines since its header")
      }
    }
  }

  /// Whether an object comes next, not null or anything else.
  private static func isObject(_ reader: inout JSONReader) throws(ImportError) -> Bool {
    try reader.peek() == UInt8(ascii: "{")
  }

  private mutating func begin(
    _ header: LineHeader, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    try header.require(Self.schema, reader)
    try close()
    let video = try context.video(named: header.video, line: reader.line)
    if let own = header.session, !Identifier.isValid(own) {
      throw reader.failure("'session' cannot be an id", "an id is \(Identifier.rule)")
    }
    let session = header.session ?? context.derivedSession(suffix)
    // A session without usable samples leaves its id free.
    guard !ids.contains([video, session]) else {
      throw reader.failure("this session's id came before", "give every session its own id")
    }
    current = Open(
      header: header, video: video, session: session, builder: SessionBuilder(context),
      area: try area(header, video))
  }

  /// What tells ids apart that follow from the file's name.
  private var suffix: String { sessions.isEmpty ? "" : "-\(sessions.count + 1)" }

  private func area(_ header: LineHeader, _ video: String) throws(ImportError) -> ImageArea? {
    if let picture = header.picture { return picture }
    guard let player = header.player else { return nil }
    let because = "the header gives the player's rectangle"
    return player.letterboxed(try context.pictureSize(of: video, because: because))
  }

  /// Ends a session by a line of its own.
  private mutating func end(
    after count: Double, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    guard let lines = current?.lines else { throw Self.noHeader(reader) }
    guard count == Double(lines) else {
      throw reader.failure(
        "the session ends after \(lines == 1 ? "1 line" : "\(lines) lines"), and says after "
          + "\(Words.seconds(count))", "copy the file again, whole")
    }
    current?.header.announcesEnd = false
    try close()
  }

  private mutating func close() throws(ImportError) {
    guard var open = current.take() else { return }
    guard !open.header.announcesEnd else {
      throw .refusal(
        as: .endsEarly, of: context.file,
        "a session's header says that it has an end, and there is none",
        "copy the file again, whole: it was cut, or is still written")
    }
    try open.builder.close()
    skips.add(open.builder.skips)
    guard !open.builder.samples.isEmpty else { return }
    ids.insert([open.video, open.session])
    var staged = context.session(
      open.builder, of: open.video, viewer: open.header.viewer, named: open.header.session,
      suffix: suffix)
    staged.recordedAt = open.header.recordedAt ?? staged.recordedAt
    sessions.append(staged)
  }

  private mutating func add(_ line: Line, _ reader: borrowing JSONReader) throws(ImportError) {
    // Reading current in place: a copy of its columns on each line would cost all the speed.
    guard let area = current.map(\.area) else { throw Self.noHeader(reader) }
    current?.lines += 1
    let gaze = try gaze(line.gaze, in: area, reader)
    if case .unknown? = line.gaze?.tracking { current?.builder.note(.unknownTracking) }
    for reason in line.face.notes { current?.builder.note(reason) }
    let taken = try current?.builder.append(time: line.time, gaze: gaze, face: line.face.face)
    guard taken ?? true else {
      throw reader.failure(
        "the time lies more than a day into the video", "'t' is play time in seconds")
    }
  }

  private static func noHeader(_ reader: borrowing JSONReader) -> ImportError {
    reader.failure(
      "samples before a header",
      "begin the file, and what follows an end, with "
        + "{\"gazecut\":\"\(schema)\",\"video\":\"…\",…}")
  }

  private func gaze(
    _ tracked: TrackedGaze?, in area: ImageArea?, _ reader: borrowing JSONReader
  ) throws(ImportError) -> Gaze {
    guard let tracked else { return .notReported }
    guard let x = tracked.x, let y = tracked.y else { return tracked.gaze(at: nil) }
    guard let area else {
      throw reader.failure(
        "a gaze, and the header does not say where the picture was",
        "give \"picture\" or \"player\" in the header, {\"x\":0,\"y\":0,\"width\":1,\"height\":1}"
          + " for normalised data")
    }
    return tracked.gaze(at: area.picture(x, y))
  }
}
