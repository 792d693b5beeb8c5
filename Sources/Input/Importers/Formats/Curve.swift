package import Audience

extension ImportFormat {
  /// What a platform counted of everybody, over play time: replays, retention, chat.
  static let curve = ImportFormat(
    name: "curve",
    summary: "what a platform counted over play time: most replayed, retention, heat maps, chat",
    carries: [.curve], options: [.video, .offset],
    fits: { head in
      // yt-dlp writes so much before the curve that the formats of the video, which come first,
      // stand for it.
      let forms = [
        ["columnHeaders", "rows"], ["heatmap"], ["hotspots", "start_ms"], ["data", "total_views"],
        ["second", "retentionPercent"], ["replayChatItemAction"],
        ["comments", "content_offset_seconds"], ["start_time", "end_time", "value"],
        ["id", "title", "formats", "format_id"],
      ]
      return forms.contains(where: head.hasKeys) || head.hasColumns(["elapsedVideoTimeRatio"])
    }
  ) { (context) throws(ImportError) in
    .curve(try CurveImporter(context: context).read())
  }
}

/// A curve that was read, not yet stored.
package struct StagedCurve {
  package var video: String
  /// In the order of play time.
  package var curve: AudienceCurve
  /// What could not be used, counted by reason.
  package var skipped: [String: Int] = [:]
}

/// Reads a curve, whichever platform wrote it: by the names in the file, whatever their order.
struct CurveImporter {
  /// More points than a second each of a day are no curve of a video.
  private static let mostPoints = Int(PlayTime.latest)
  /// Whole numbers up to this are exact, and nobody counts more.
  private static let mostCounted = Double(1 << 53)
  /// Times are written to a millisecond: so much of a stretch may lie upon the next.
  private static let slack = 0.01
  private static let forms =
    "a curve is yt-dlp's .info.json, its heat map alone or .live_chat.json, YouTube Analytics' retention (CSV or JSON), "
    + "the heat map or hotspots of Mux, bunny.net's heat map, PeerTube's retention, or a chat of "
    + "TwitchDownloader"

  let context: FileContext
  private var source: AudienceCurve.Source?
  private var points: [AudienceCurve.Point] = []
  private var isShare = false
  private var people: Int?
  private var chat = ChatTally()
  private var analytics = RetentionTable()

  init(context: FileContext) { self.context = context }

  consuming func read() throws(ImportError) -> StagedCurve {
    let file = try context.open()
    if file.beginsAsJSON {
      var reader = try JSONReader(file, lines: false)
      while try reader.hasMore() {
        guard try reader.peek() == UInt8(ascii: "[") else {
          try readDocument(&reader)
          continue
        }
        try readList(&reader)
      }
    } else {
      analytics = try RetentionTable(DelimitedRows(file))
    }
    if source == nil, let found = try analytics.points(context) {
      (source, points, isShare) = (.retention, found, true)
      people = analytics.people
    }
    if source == nil, let told = chat.curve() {
      (source, points, people) = (told.source, told.points, told.people)
    }
    guard let source else {
      guard chat.skips.isEmpty else {
        throw context.nothing("message", chat.skips, "give the replay of a chat with its writers")
      }
      throw context.failure("no curve in it", Self.forms)
    }
    let curve = AudienceCurve(
      source: source, points: try checked(), isShare: isShare, people: people)
    return StagedCurve(
      video: try context.video(named: nil, line: nil), curve: curve,
      skipped: chat.skips.byReason)
  }

  /// Reads a list at the top of the file: yt-dlp's heat map alone, PeerTube's seconds, Mux's
  /// hotspots, or the lines of a chat as one list.
  private mutating func readList(_ reader: inout JSONReader) throws(ImportError) {
    var values: [JSONValue] = []
    try reader.beginList()
    while try reader.nextElement() {
      let value = try JSONValue(&reader, isMended: true)
      if let action = value["replayChatItemAction"] {
        chat.add(replayed: action, at: value["videoOffsetTimeMsec"])
      } else if value.isObject {
        values.append(value)
        guard values.count <= Self.mostPoints else {
          throw reader.failure(
            "more than \(Self.mostPoints) points", "a curve has one a second at most")
        }
      }
    }
    guard let first = values.first else { return }
    if first["start_time"] != nil {
      takeStretches(values)
    } else if first["second"] != nil {
      try takeSeconds(values)
    } else if first["start_ms"] != nil {
      takeHotspots(values)
    }
  }

  private mutating func readDocument(_ reader: inout JSONReader) throws(ImportError) {
    var action: JSONValue?
    var milliseconds: JSONValue?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if let name = Self.names.first(where: { key.matches($0) }) {
        try take("\(name)", JSONValue(&reader, isMended: true))
      } else if key.matches("comments"), try "[{".utf8.contains(reader.peek()) {
        try chat.readTwitch(&reader)
      } else if key.matches("replayChatItemAction") {
        action = try JSONValue(&reader, isMended: true)
      } else if key.matches("videoOffsetTimeMsec") {
        milliseconds = try JSONValue(&reader, isMended: true)
      }
    }
    if let action { chat.add(replayed: action, at: milliseconds) }
  }

  private static let names: [StaticString] = [
    "heatmap", "data", "hotspots", "view_count", "total_views", "columnHeaders", "rows",
  ]

  /// Takes what stands under one of the names.
  private mutating func take(_ name: String, _ value: JSONValue) throws(ImportError) {
    switch (name, value.content) {
    case ("heatmap", _), ("value", _): try takeHeatmap(value)
    // Mux wraps its answer, PeerTube lists its seconds.
    case ("data", .object(let members)):
      for (name, value) in members where name != "data" { try take(name, value) }
    case ("data", .list(let seconds)): try takeSeconds(Self.known(seconds))
    case ("hotspots", _): takeHotspots(Self.known(value.values))
    case ("view_count", _), ("total_views", _): people = try Self.count(value)
    case ("columnHeaders", _): analytics.names += value.values.map { $0["name"]?.text ?? "" }
    case ("rows", .list(let rows)): analytics.rows += rows.map { $0.values.map(\.number) }
    default: return
    }
  }

  /// yt-dlp's list of stretches, Mux's list of numbers, bunny.net's numbers by segment.
  private mutating func takeHeatmap(_ value: JSONValue) throws(ImportError) {
    switch value.content {
    case .object(let segments):
      var values: [Int: Double] = [:]
      for (name, value) in segments {
        guard let index = Int(name), (0..<Self.mostPoints).contains(index) else {
          throw value.failure("a segment's name is no number", "segments count from 0")
        }
        values[index] = value.number ?? .nan
      }
      // A segment that is missing was not watched.
      let count = (values.keys.max() ?? -1) + 1
      take(.bunny, shares: (0..<count).map { values[$0] ?? 0 })
    case .list(let elements):
      let known = Self.known(elements)
      if known.contains(where: \.isObject) {
        takeStretches(known)
      } else if !known.isEmpty {
        // A hole in a list of shares is a share of which nothing is known: 0.
        take(.muxHeatmap, shares: elements.map { Self.isHole($0) ? 0 : $0.number ?? .nan })
      }
    default:
      throw value.failure(
        "the heat map is empty", "YouTube shows none of a video that few watched or that is new")
    }
  }

  /// The elements of a list that are not `null`.
  private static func known(_ elements: [JSONValue]) -> [JSONValue] {
    elements.filter { !isHole($0) }
  }

  private static func isHole(_ element: JSONValue) -> Bool { element.text?.isEmpty ?? false }

  private mutating func takeStretches(_ stretches: [JSONValue]) {
    source = .mostReplayed
    points += stretches.map { Self.point($0, "start_time", "end_time", "value", in: 1) }
  }

  /// PeerTube's seconds, each of which lasts until the next.
  private mutating func takeSeconds(_ seconds: [JSONValue]) throws(ImportError) {
    if let dated = seconds.first(where: { $0["date"] != nil }) {
      throw dated.failure(
        "it counts viewers by date, not by play time",
        "take stats/retention, which has a number for each second of the video")
    }
    guard !seconds.isEmpty else { return }
    source = .peerTube
    points += seconds.map { Self.point($0, "second", "", "retentionPercent", in: 1) }
    points.sort { $0.start < $1.start }
    for index in points.indices {
      let before = max(0, min(index, points.count - 2))
      let step = points[min(before + 1, points.count - 1)].start - points[before].start
      points[index].end = points[index].start + (step > 0 ? step : 1)
    }
  }

  /// Mux's moments; what lies between them was less than any of them, and reads 0.
  private mutating func takeHotspots(_ hotspots: [JSONValue]) {
    source = .muxHotspots
    points += hotspots.map { Self.point($0, "start_ms", "end_ms", "score", in: 1000) }
    points.sort { $0.start < $1.start }
    guard let first = points.first, let last = points.last else { return }
    // As much is known of what lies beside the outer ones.
    points.append(.init(start: last.end, end: 2 * last.end - last.start, value: 0))
    points.insert(.init(start: 0, end: max(0, first.start), value: 0), at: 0)
  }

  private static func point(
    _ object: JSONValue, _ start: String, _ end: String, _ value: String, in unit: Double
  ) -> AudienceCurve.Point {
    func number(_ key: String) -> Double { object[key]?.number ?? .nan }
    return .init(start: number(start) / unit, end: number(end) / unit, value: number(value))
  }

  /// How many were counted.
  private static func count(_ value: JSONValue) throws(ImportError) -> Int? {
    guard let number = value.number else { return nil }
    guard (0...mostCounted).contains(number), let count = Int(exactly: number) else {
      throw value.failure("a count of \(number)", "what is counted is 0 or more, and whole")
    }
    return count
  }

  private mutating func take(_ source: AudienceCurve.Source, shares values: [Double]) {
    (self.source, isShare) = (source, true)
    let count = Double(values.count)
    points = values.enumerated().map { index, value in
      .init(start: Double(index) / count, end: Double(index + 1) / count, value: value)
    }
  }

  /// The points as they are stored: in order, on the video's clock.
  private func checked() throws(ImportError) -> [AudienceCurve.Point] {
    let offset = context.options.offset
    guard !isShare || offset == 0 else {
      throw context.failure(
        "--offset moves seconds, and this curve counts shares of the video", "leave it out")
    }
    guard points.count <= Self.mostPoints else {
      throw context.failure(
        "more than \(Self.mostPoints) points", "a curve has one a second at most")
    }
    var checked: [AudienceCurve.Point] = []
    for point in points {
      if let fault = fault(of: point) { throw context.failure(fault.problem, fault.remedy) }
      let start = max(0, point.start + offset)
      if start < point.end + offset {
        checked.append(.init(start: start, end: point.end + offset, value: point.value))
      }
    }
    guard checked.contains(where: { $0.value > 0 }) else {
      throw context.failure("nothing was counted: every value is 0", Self.forms)
    }
    checked.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    for (point, next) in zip(checked, checked.dropFirst())
    where point.end - next.start > Self.slack * (point.end - point.start) {
      throw context.failure(
        "two stretches that lie upon each other, from \(point.start) and from \(next.start)",
        "what is counted of a time stands once")
    }
    return checked
  }

  private func fault(of point: AudienceCurve.Point) -> (problem: String, remedy: String)? {
    if !point.start.isFinite || !point.end.isFinite || !point.value.isFinite {
      ("a point without its time or its value", "every point has both, in numbers")
    } else if !(0...Self.mostCounted).contains(point.value) {
      ("a value of \(point.value)", "what is counted is 0 or more, and of people")
    } else if point.start > point.end {
      ("a stretch from \(point.start) to \(point.end)", "it begins before it ends")
    } else if isShare, abs(point.end) > 1.001 {
      ("a place of \(point.end) in the video", "places are shares of the video, 0…1")
    } else if abs(point.end) > PlayTime.latest {
      ("a time lies more than a day into the video", "times are seconds of play time")
    } else {
      nil
    }
  }
}
