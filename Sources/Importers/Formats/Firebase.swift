import Audience

extension ImportFormat {
  /// A Realtime Database export of ML Kit faces: smile and eye-open scores by the clock.
  static let firebase = ImportFormat(
    name: "firebase",
    summary: "a Firebase export of ML Kit faces (smile, eyes open), by the clock of the device",
    carries: [.emotion, .blinks],
    options: [.video, .viewer, .recordedAt, .startedAt, .offset]
  ) { (file, options) throws(ImportError) in
    var importer = FirebaseImporter(context: FileContext(file: file, options: options))
    return .sessions(try importer.read())
  }
}

/// Reads the faces wherever they stand in the export: an object with a timestamp is one.
private struct FirebaseImporter {
  let context: FileContext
  private var faces: [FirebaseFace] = []
  private var skips = SkipCounts()

  init(context: FileContext) { self.context = context }

  mutating func read() throws(ImportError) -> [ImportedSession] {
    let video = try context.video(named: nil, line: nil)
    var reader = try JSONReader(try ByteSource(path: context.file), lines: false)
    while try reader.hasMore() { try readObject(&reader) }
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
    let sessions = sessions(video, startedAt: start.seconds - context.options.offset)
    guard !sessions.isEmpty else {
      throw context.failure(
        "no usable sample" + (skips.isEmpty ? "" : " (\(skips.summary))"),
        "a sample is {\"smileProb\":93,…,\"timestamp\":\"20190423205516\",\"counter\":12}, at or "
          + "after --started-at")
    }
    return sessions
  }

  private mutating func readObject(_ reader: inout JSONReader) throws(ImportError) {
    var face = FirebaseFace()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if try face.take(key, &reader) { continue }
      if try reader.peek() == UInt8(ascii: "{") {
        try readObject(&reader)
      } else if try reader.peek() == UInt8(ascii: "[") {
        try reader.beginList()
        while try reader.nextElement() {
          if try reader.peek() == UInt8(ascii: "{") {
            try readObject(&reader)
          } else {
            try reader.skip()
          }
        }
      } else {
        try reader.skip()
      }
    }
    guard face.isFace else { return }
    if face.hasTime { faces.append(face) } else { skips.add(.timeNotANumber) }
  }

  /// One session a viewer, each with the samples of a second spread evenly.
  private mutating func sessions(_ video: String, startedAt start: Double) -> [ImportedSession] {
    var sessions: [ImportedSession] = []
    for viewer in FirebaseFace.viewers(of: faces) {
      var builder = SessionBuilder()
      var first = 0
      while first < viewer.count {
        let second = viewer[first].second
        let next = viewer[first...].firstIndex { $0.second != second } ?? viewer.count
        for index in first..<next {
          let part = Double(index - first) / Double(next - first)
          let time = second + part - start
          // The rest of the day is not this viewing.
          if time > SessionBuilder.latestTime {
            builder.note(.otherVideo)
          } else {
            _ = builder.append(time: time, gaze: viewer[index].gaze, face: viewer[index].face)
          }
        }
        first = next
      }
      skips.add(builder.skips)
      guard !builder.samples.isEmpty else { continue }
      let number = sessions.count + 1
      let suffix = number == 1 ? "" : "-\(number)"
      sessions.append(
        ImportedSession(
          video: video, session: context.derivedSession(suffix),
          viewer: context.viewer(named: nil) + suffix, recordedAt: context.options.recordedAt,
          samples: builder.samples, skipped: builder.skips.byReason))
    }
    return sessions
  }
}
