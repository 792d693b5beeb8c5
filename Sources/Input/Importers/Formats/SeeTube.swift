import Audience

extension ImportFormat {
  static let seetube = ImportFormat(
    name: "seetube",
    summary: "SeeTube reviews: a watchingInfos document, its list, or table rows (CSV, JSON)",
    carries: [.gaze, .emotion], options: .ofSessions + [.offset],
    fits: {
      $0.hasKeys(["watchingInfos"]) || $0.hasKeys(["playTime", "gazeInfo"])
        || $0.hasKeys(["playTime", "emotionInfo"]) || $0.hasColumns(["watchingInfos"])
    }
  ) { (context) throws(ImportError) in .sessions(try SeeTubeImporter(context: context).read()) }
}

struct SeeTubeImporter {
  let context: ImportContext
  private var sessions = SessionList()
  private var reviews = 0

  init(context: ImportContext) { self.context = context }

  consuming func read() throws(ImportError) -> [StagedSession] {
    let source = try context.open()
    if source.looksLikeJSON {
      try readDocuments(source)
    } else {
      try readTable(DelimitedRows(source))
    }
    return try sessions.finished(
      context,
      "write a review as {\"watchingInfos\":[{\"playTime\":31,\"gazeInfo\":{…}}]}, as its list, or "
        + "as rows with a column watchingInfos")
  }

  /// Reads rows of the service's own database table, and leaves out reviews with errors.
  consuming func read(_ rows: any RowSource) throws(ImportError) -> [StagedSession] {
    let needed = context.options.viewer == nil ? ["id", "reviewerId"] : ["id"]
    for name in needed where try rows.index(of: name) == nil {
      throw context.failure(
        "there is no column \(name)", "select id, videoId, reviewerId, watchingInfos")
    }
    try readTable(rows)
    return sessions.all
  }

  private mutating func readDocuments(_ source: ByteSource) throws(ImportError) {
    var reader = try JSONReader(source, lines: false)
    var list = SeeTubeReview(context)
    while try reader.hasMore() {
      if try reader.beginListIfPresent() {
        while try reader.nextElement() { try readElement(&reader, into: &list) }
      } else if try reader.peek() == UInt8(ascii: "{"), try reader.isNumbered() {
        // Databases write a list with missing elements as an object with numeric keys.
        try reader.beginObject()
        while try reader.nextKey() != nil { try readElement(&reader, into: &list) }
      } else {
        try readDocument(&reader, into: &list)
      }
    }
    if !list.builder.samples.isEmpty || sessions.all.isEmpty { try add(list, reader.line) }
  }

  /// Reads an element of a list; `null` is a missing element.
  private mutating func readElement(
    _ reader: inout JSONReader, into list: inout SeeTubeReview
  ) throws(ImportError) {
    if try reader.peek() == UInt8(ascii: "n") { return try reader.skip() }
    try readDocument(&reader, into: &list)
  }

  /// Reads the next object: a review, or a record of a list without a review.
  private mutating func readDocument(
    _ reader: inout JSONReader, into list: inout SeeTubeReview
  ) throws(ImportError) {
    var review = SeeTubeReview(context)
    if let record = try review.read(&reader) {
      try list.add(record, reader.line)
    } else {
      try add(review, reader.line)
    }
  }

  private mutating func readTable(_ table: any RowSource) throws(ImportError) {
    let infos = try table.column(
      "watchingInfos", orSay: "the header must be id,videoId,reviewerId,watchingInfos")
    let names = try ["id", "videoId", "reviewerId"].map(table.index)
    while try table.next() {
      var review = SeeTubeReview(context)
      let texts = names.map { index in index.flatMap { table.cells[$0].text } }
      (review.id, review.video, review.viewer) = (texts[0], texts[1], texts[2])
      do throws(ImportError) {
        try review.readList(in: table.cells[infos].array, of: context.file, line: table.line)
        try add(review, table.line)
      } catch {
        try context.recordLeftOutSession(error)
      }
    }
  }

  /// Completes a review: checks its names, and adds its session if it has usable samples.
  private mutating func add(_ review: SeeTubeReview, _ line: Int) throws(ImportError) {
    reviews += 1
    let suffix = reviews == 1 ? "" : "-\(reviews)"
    let own = review.id.flatMap { $0.isEmpty ? nil : $0 }
    if context.isDatabase {
      try context.requireNonemptyNames([own, review.viewer ?? context.options.viewer], line)
    }
    if let own, !Identifier.isValid(own) {
      throw context.failure(
        "'id' is not valid as a session ID", "an ID is \(Identifier.rule)", line: line)
    }
    guard try sessions.end(review.builder) else {
      return try context.skipUnusableSession(review.builder, line)
    }
    let named = review.video.flatMap { $0.isEmpty ? nil : $0 }
    let video = try context.video(named: named, line: line)
    let session = context.session(
      review.builder, of: video, viewer: review.viewer, named: own, suffix: suffix)
    guard !sessions.has(session.session, of: video) else {
      throw context.failure("two reviews have this ID", "give every review its own ID", line: line)
    }
    sessions.append(session)
  }
}
