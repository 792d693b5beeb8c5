import Audience

extension ImportFormat {
  /// gazecut's own format: JSON Lines with a header and one line per sample (see `samples/`).
  static let timeline = ImportFormat(
    name: "timeline",
    summary: "gazecut's own timeline, JSON Lines: a header, then one line per sample",
    carries: [.gaze, .emotion], options: .ofSessions + [.offset], fits: { $0.ownForm == "timeline" }
  ) { (context) throws(ImportError) in .sessions(try TimelineImporter(context: context).read()) }
}

/// Reads timelines; each header starts a session, so files can be concatenated.
///
/// A session may end with `{"end":74}`, the number of lines since its header. It must do so if the
/// header has `"end":true`. This detects files that were cut off at the end of a line.
private struct TimelineImporter {
  private static let schema = "timeline/1"

  let context: ImportContext
  private var sessions = SessionList()
  private var current: OpenSession?

  init(context: ImportContext) { self.context = context }

  private struct OpenSession {
    var header: LineHeader
    var video: String
    var builder: SessionBuilder
    /// Number of lines since the header, including unusable ones.
    var lines = 0
    /// Position of the video; `nil` if the header has neither `picture` nor `player`.
    var area: SourceRectangle?
  }

  /// A header, a sample or an end.
  private struct Line {
    var header = LineHeader()
    var hasHeader = false
    var hasTime = false
    var record = SeeSoRecord()
    /// The number of lines of the session, if this line ends it.
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
      context, "write a header line, and then lines such as {\"t\":31.0,\"gaze\":{…}}")
  }

  private static func line(_ reader: inout JSONReader) throws(ImportError) -> Line {
    var line = Line()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "t":
        guard !line.hasTime else {
          throw reader.failure("'t' occurs twice in one line", "write every key once")
        }
        line.hasTime = true
        line.record.time = try reader.number()
      case "gaze":
        line.record.otherForms += try reader.forEachObject { reader throws(ImportError) in
          line.record.gaze = try SeeSoGaze(&reader)
        }
      case "emotion":
        var inner = 0
        let others = try reader.forEachObject { reader throws(ImportError) in
          line.record.face = try face(&reader, &inner)
        }
        line.record.otherForms += others + inner
      case "end": try readEnd(&reader, into: &line)
      default:
        line.hasHeader = line.hasHeader || key.matches("gazecut")
        try line.header.take(key, &reader)
      }
    }
    return line
  }

  /// Reads a face, for example `{"state":"SUCCESS","scores":{"happy":0.92}}`.
  private static func face(
    _ reader: inout JSONReader, _ otherForms: inout Int
  ) throws(ImportError) -> SeeSoFace {
    var face = SeeSoFace()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "state": face.take(state: try reader.text())
      case "scores":
        otherForms += try reader.forEachObject { reader throws(ImportError) in
          try reader.beginObject()
          while let word = try reader.nextKey() {
            let emotion = Emotion.named(word)
            if let score = try reader.score(countingWords: &face.words) {
              face.take(score, of: emotion)
            }
          }
        }
      default: continue
      }
    }
    return face
  }

  /// Reads `"end"`: `true` in a header, the session's number of lines in an end line.
  private static func readEnd(_ reader: inout JSONReader, into line: inout Line) throws(ImportError)
  {
    switch try reader.peek() {
    case UInt8(ascii: "t"): line.header.announcesEnd = true
    case UInt8(ascii: "f"): break
    default:
      line.end = try reader.number()
      guard line.end != nil else {
        throw reader.failure(
          "'end' is neither true (in a header) nor a number of lines",
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
      throw reader.failure("'session' is not a valid ID", "an ID is \(Identifier.rule)")
    }
    let session = header.session ?? context.derivedSession(sessions.suffix)
    guard !sessions.has(session, of: video) else {
      throw reader.failure("two sessions have this ID", "give every session its own ID")
    }
    var area = header.picture
    if area == nil, let player = header.player {
      let because = "the header has the rectangle of the player"
      area = player.letterboxed(try context.pictureSize(of: video, because: because))
    }
    current = OpenSession(
      header: header, video: video, builder: SessionBuilder(context), area: area)
  }

  private mutating func end(after count: Double, _ reader: borrowing JSONReader) throws(ImportError)
  {
    guard let lines = current?.lines else { throw Self.noHeader(reader) }
    guard count == Double(lines) else {
      throw reader.failure(
        "the session has \(lines == 1 ? "1 line" : "\(lines) lines"), but its end line says "
          + "\(StatisticsText.seconds(count))", "copy the whole file again")
    }
    current?.header.announcesEnd = false
    try close()
  }

  private mutating func close() throws(ImportError) {
    guard let open = current.take() else { return }
    guard !open.header.announcesEnd else {
      throw ImportError(
        .endsEarly, of: context.file, "the header announces an end line, but there is none",
        "copy the whole file again: it was cut off, or is still being written")
    }
    guard try sessions.end(open.builder) else { return }
    var session = context.session(
      open.builder, of: open.video, viewer: open.header.viewer, named: open.header.session,
      suffix: sessions.suffix)
    session.recordedAt = open.header.recordedAt ?? session.recordedAt
    sessions.append(session)
  }

  private mutating func add(
    _ record: SeeSoRecord, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    // Change `current` in place. Copying its columns for each line would be slow.
    guard let area = current.map(\.area) else { throw Self.noHeader(reader) }
    current?.lines += 1
    let line = reader.line
    try current?.builder.append(record, line: line) { [context] x, y throws(ImportError) in
      guard let area else {
        throw context.failure(
          "a sample has gaze, but the header has no position of the video",
          "add \"picture\" or \"player\" to the header: {\"x\":0,\"y\":0,\"width\":1,\"height\":1}"
            + " for normalised data", line: line)
      }
      return area.picture(x, y)
    }
  }

  private static func noHeader(_ reader: borrowing JSONReader) -> ImportError {
    reader.failure(
      "samples come before a header",
      "begin the file, and each part after an end line, with "
        + "{\"gazecut\":\"\(schema)\",\"video\":\"…\",…}")
  }
}
