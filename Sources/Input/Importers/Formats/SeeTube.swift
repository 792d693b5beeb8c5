import Audience

extension ImportFormat {
  /// The reviews of the SeeTube service: one document, its bare list, or exported rows.
  static let seetube = ImportFormat(
    name: "seetube",
    summary: "SeeTube reviews: a watchingInfos document, its list, or table rows (CSV, JSON)",
    carries: [.gaze, .emotion],
    options: .ofSessions + [.offset],
    fits: {
      $0.hasKeys(["watchingInfos"]) || $0.hasKeys(["playTime", "gazeInfo"])
        || $0.hasKeys(["playTime", "emotionInfo"]) || $0.hasColumns(["watchingInfos"])
    }
  ) { (context) throws(ImportError) in
    .sessions(try SeeTubeImporter(context: context).read())
  }
}

/// Collects the reviews of one file, in whichever of its forms they come.
struct SeeTubeImporter {
  let context: FileContext
  private var sessions = SessionList()
  private var reviews = 0

  init(context: FileContext) { self.context = context }

  consuming func read() throws(ImportError) -> [StagedSession] {
    let source = try context.open()
    if source.beginsAsJSON {
      try readDocuments(source)
    } else {
      try readTable(DelimitedRows(source))
    }
    return try sessions.finished(
      context,
      "a review is {\"watchingInfos\":[{\"playTime\":31,\"gazeInfo\":{…}}]}, its list, or rows with"
        + " a column watchingInfos")
  }

  /// Reads rows of the service's own table, each a review with an id of its own.
  ///
  /// - Returns: the reviews with usable samples; one that cannot be used is left out.
  consuming func read(_ rows: any RowSource) throws(ImportError) -> [StagedSession] {
    let needed = context.options.viewer == nil ? ["id", "reviewerId"] : ["id"]
    for name in needed where try rows.index(of: name) == nil {
      throw context.failure("no column \(name)", "select id, videoId, reviewerId, watchingInfos")
    }
    try readTable(rows)
    return sessions.all
  }

  private mutating func readDocuments(_ source: ByteSource) throws(ImportError) {
    var reader = try JSONReader(source, lines: false)
    var list = SeeTubeReview(context)
    while try reader.hasMore() {
      if try reader.entersList() {
        while try reader.nextElement() { try readElement(&reader, into: &list) }
      } else if try reader.peek() == UInt8(ascii: "{"), try reader.isNumbered() {
        // A list, as databases write one of which elements are missing.
        try reader.beginObject()
        while try reader.nextKey() != nil { try readElement(&reader, into: &list) }
      } else {
        try readDocument(&reader, into: &list)
      }
    }
    if !list.builder.samples.isEmpty || sessions.all.isEmpty { try add(list, reader.line) }
  }

  /// Reads an element of a list, which may be missing.
  private mutating func readElement(
    _ reader: inout JSONReader, into list: inout SeeTubeReview
  ) throws(ImportError) {
    if try reader.peek() == UInt8(ascii: "n") { return try reader.skip() }
    try readDocument(&reader, into: &list)
  }

  /// Reads the object that comes next: a review, or a record of a bare list.
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
      "watchingInfos", orSay: "the header is id,videoId,reviewerId,watchingInfos")
    let columns = [try table.index(of: "id"), try table.index(of: "videoId")]
    let viewer = try table.index(of: "reviewerId")
    while try table.next() {
      func cell(_ index: Int?) -> String? { index.flatMap { table.cells[$0].text } }
      var review = SeeTubeReview(context)
      review.id = cell(columns[0])
      review.video = cell(columns[1])
      review.viewer = cell(viewer)
      do throws(ImportError) {
        try review.readList(in: table.cells[infos].array, of: context.file, line: table.line)
        try add(review, table.line)
      } catch {
        try context.leaveOut(error)
      }
    }
  }

  /// Closes a review: who, of what, and whether anything of it can be used.
  private mutating func add(_ review: SeeTubeReview, _ line: Int) throws(ImportError) {
    reviews += 1
    let suffix = reviews == 1 ? "" : "-\(reviews)"
    let own = review.id.flatMap { $0.isEmpty ? nil : $0 }
    if context.isDatabase {
      try context.requireNames([own, review.viewer ?? context.options.viewer], line)
    }
    if let own, !Identifier.isValid(own) {
      throw context.failure(
        "'id' cannot be a session's id", "an id is \(Identifier.rule)", line: line)
    }
    guard try sessions.end(review.builder) else {
      return try context.leaveOutUnusable(review.builder, line)
    }
    let named = review.video.flatMap { $0.isEmpty ? nil : $0 }
    let video = try context.video(named: named, line: line)
    let session = context.session(
      review.builder, of: video, viewer: review.viewer, named: own, suffix: suffix)
    guard !sessions.has(session.session, of: video) else {
      throw context.failure(
        "this review's id came before", "give every review its own id", line: line)
    }
    sessions.append(session)
  }
}
