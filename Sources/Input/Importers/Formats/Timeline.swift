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
    .sessions(try TimelineImporter(context: context).read())
  }
}

/// Reads a timeline: a header begins a session, so that files may be joined end to end.
///
/// A session may end with `{"end":74}`, the number of lines since its header. Where the header has
/// `"end":true` it must: what was cut at a line's end is known by nothing else.
private struct TimelineImporter {
  private static let schema = "timeline/1"

  let context: FileContext
  private var sessions = SessionList()
  private var current: Open?

  init(context: FileContext) { self.context = context }

  /// A session whose samples are being read.
  private struct Open {
    var header: LineHeader
    var video: String
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
    var hasTime = false
    var record = TrackedRecord()
    /// How many lines the session has, where the line ends it.
    var end: Double?
  }

  consuming func read() throws(ImportError) -> [StagedSession] {
    var reader = try JSONReader(try context.open(), lines: true)
    while try reader.hasMore() {
      let line = try Self.line(&reader)
      if line.hasHeader {
        try begin(line.header, reader)
      } else if let count = line.end {
        try end(after: count, reader)
      } else {
        try add(line.record, reader)
      }
    }
    try close()
    return try sessions.finished(
      context, "a timeline is a header line and then lines like {\"t\":31.0,\"gaze\":{…}}")
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
        line.record.time = try reader.number()
      } else if key.matches("gaze") {
        let others = try reader.forEachObject { reader throws(ImportError) in
          line.record.gaze = try TrackedGaze(&reader)
        }
        line.record.otherForms += others
      } else if key.matches("emotion") {
        var inner = 0
        let others = try reader.forEachObject { reader throws(ImportError) in
          line.record.face = try face(&reader, &inner)
        }
        line.record.otherForms += others + inner
      } else if key.matches("end") {
        try readEnd(&reader, into: &line)
      } else {
        line.hasHeader = line.hasHeader || key.matches("gazecut")
        try line.header.take(key, &reader)
      }
    }
    return line
  }

  /// Reads `{"state":"SUCCESS","scores":{"happy":0.92}}`.
  private static func face(
    _ reader: inout JSONReader, _ otherForms: inout Int
  ) throws(ImportError) -> PredictedFace {
    var face = PredictedFace()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("state") {
        face.take(state: try reader.text())
      } else if key.matches("scores") {
        let others = try reader.forEachObject { reader throws(ImportError) in
          try reader.beginObject()
          while let word = try reader.nextKey() {
            let emotion = Emotion.named(word)
            if let score = try reader.score(countingWords: &face.words) {
              face.take(score, of: emotion)
            }
          }
        }
        otherForms += others
      }
    }
    return face
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

  private mutating func begin(
    _ header: LineHeader, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    try header.require(Self.schema, reader)
    try close()
    let video = try context.video(named: header.video, line: reader.line)
    if let own = header.session, !Identifier.isValid(own) {
      throw reader.failure("'session' cannot be an id", "an id is \(Identifier.rule)")
    }
    let session = header.session ?? context.derivedSession(sessions.suffix)
    guard !sessions.has(session, of: video) else {
      throw reader.failure("this session's id came before", "give every session its own id")
    }
    var area = header.picture
    if area == nil, let player = header.player {
      let because = "the header gives the player's rectangle"
      area = player.letterboxed(try context.pictureSize(of: video, because: because))
    }
    current = Open(header: header, video: video, builder: SessionBuilder(context), area: area)
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
    guard let open = current.take() else { return }
    guard !open.header.announcesEnd else {
      throw ImportError(
        .endsEarly, of: context.file,
        "a session's header says that it has an end, and there is none",
        "copy the file again, whole: it was cut, or is still written")
    }
    guard try sessions.end(open.builder) else { return }
    var session = context.session(
      open.builder, of: open.video, viewer: open.header.viewer, named: open.header.session,
      suffix: sessions.suffix)
    session.recordedAt = open.header.recordedAt ?? session.recordedAt
    sessions.append(session)
  }

  private mutating func add(
    _ record: TrackedRecord, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    // Reading current in place: a copy of its columns on each line would cost all the speed.
    guard let area = current.map(\.area) else { throw Self.noHeader(reader) }
    current?.lines += 1
    let line = reader.line
    try current?.builder.append(record, line: line) { [context] x, y throws(ImportError) in
      guard let area else {
        throw context.failure(
          "a gaze, and the header does not say where the picture was",
          "give \"picture\" or \"player\" in the header, {\"x\":0,\"y\":0,\"width\":1,\"height\":1}"
            + " for normalised data", line: line)
      }
      return area.picture(x, y)
    }
  }

  private static func noHeader(_ reader: borrowing JSONReader) -> ImportError {
    reader.failure(
      "samples before a header",
      "begin the file, and what follows an end, with "
        + "{\"gazecut\":\"\(schema)\",\"video\":\"…\",…}")
  }
}
