import Audience
import Foundation

extension ImportFormat {
  /// A Realtime Database export of ML Kit faces: smile and eye-open scores by the clock.
  static let firebase = ImportFormat(
    name: "firebase",
    summary: "a Firebase export of ML Kit faces (smile, eyes open), by the clock of the device",
    carries: [.emotion, .blinks],
    options: .ofSessions + [.startedAt, .offset],
    fits: {
      $0.hasKeys(["smileProb", "timestamp"]) || $0.hasKeys(["leftEyeOpenProb", "timestamp"])
    }
  ) { (context) throws(ImportError) in
    .sessions(try FirebaseImporter(context: context).read())
  }
}

/// Reads the faces wherever they stand in the export: an object with a timestamp is one.
private struct FirebaseImporter {
  /// 70 faces a second for a whole day, in 120 MB: an export is no larger, a mistake may be.
  private static let mostFaces = 6_000_000

  let context: FileContext
  private let video: String
  /// What the device's clock showed at play time 0.
  private let start: Double
  private var faces = FirebaseFaces()
  private var skips = SkipCounts()
  /// The first time of the file, on the device's own clock.
  private var firstSecond: Double?

  init(context: FileContext) throws(ImportError) {
    self.context = context
    video = try context.video(named: nil, line: nil)
    guard let start = context.options.startedAt else {
      throw context.missingOption(
        "the file tells the time of day, not the play time",
        "give --started-at, what the device's clock showed when the video began, such as "
          + "2019-04-23T20:55:10")
    }
    guard start.secondsAheadOfUTC == nil else {
      throw context.missingOption(
        "--started-at has a zone, and the file's times have none",
        "write it as the device's clock showed it, without Z or +02:00")
    }
    self.start = start.seconds - context.options.offset
  }

  consuming func read() throws(ImportError) -> [StagedSession] {
    var reader = try JSONReader(try context.open(), lines: false)
    while try reader.hasMore() {
      try reader.beginObject()
      try readObject(&reader)
    }
    let sessions = try sessions()
    if sessions.all.isEmpty, faces.count == 0, let firstSecond { throw otherDay(firstSecond) }
    return try sessions.finished(
      context,
      "a sample is {\"smileProb\":93,…,\"timestamp\":\"20190423205516\",\"counter\":12}, at or after "
        + "--started-at")
  }

  /// A refusal because no face is of the day that `--started-at` begins.
  private func otherDay(_ first: Double) -> ImportError {
    let shown = Date(timeIntervalSince1970: first).formatted(.iso8601).dropLast()
    return context.failure(
      "no time of the file fits --started-at, which a viewing follows within a day",
      "the first in the file is \(shown)")
  }

  /// Reads an object that was begun, and those in it.
  private mutating func readObject(_ reader: inout JSONReader) throws(ImportError) {
    var face = FirebaseFace()
    while let key = try reader.nextKey() {
      if try face.take(key, &reader) { continue }
      if try reader.entersObject() {
        try readObject(&reader)
      } else if try reader.entersList() {
        while try reader.nextElement() {
          if try reader.entersObject() { try readObject(&reader) }
        }
      }
    }
    if face.isFace { try add(face, reader) }
  }

  /// Keeps a face of this viewing: an export holds months, and a viewing a day at most.
  private mutating func add(
    _ face: FirebaseFace, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    guard face.hasTime else { return skips.add(.timeNotANumber) }
    firstSecond = firstSecond ?? face.second
    let time = face.second - start
    guard time > -1 else { return skips.add(.negativeTime) }
    // The samples of a second are spread over it.
    guard time <= PlayTime.latest - 1 else { return skips.add(.otherVideo) }
    if face.hasOddScore { skips.add(.oddScore) }
    faces.add(face, since: start.rounded(.down))
    guard faces.count <= Self.mostFaces else {
      throw reader.failure(
        "more than \(Self.mostFaces / 1_000_000) million faces within a day of --started-at",
        "export the hours of one viewing")
    }
  }

  /// One session a viewer, each with the samples of a second spread evenly.
  private mutating func sessions() throws(ImportError) -> SessionList {
    var builders: [SessionBuilder] = []
    let shift = start - start.rounded(.down)
    try faces.forEachSecond { (second, viewer, rows) throws(ImportError) in
      while builders.count <= viewer { builders.append(SessionBuilder(context, offset: 0)) }
      for (index, row) in rows.enumerated() {
        let part = Double(index) / Double(rows.count)
        try builders[viewer].append(
          time: second + part - shift, gaze: row.gaze, face: row.face, line: nil)
      }
    }
    var sessions = SessionList(skips)
    for builder in builders where try sessions.end(builder) {
      var session = context.session(builder, of: video, suffix: sessions.suffix)
      session.viewer += sessions.suffix
      // What is nobody's stands with the first.
      if sessions.all.isEmpty { session.skipped.merge(skips.byReason, uniquingKeysWith: +) }
      sessions.append(session)
    }
    return sessions
  }
}
