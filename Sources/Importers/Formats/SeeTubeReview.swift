import Audience

/// One review as it is read: who, of what, and its records.
struct SeeTubeReview {
  private static let names = GazeNames(
    tracking: "trackingState", movement: "eyeMovementState", screen: "screenState")

  var id: String?
  var video: String?
  var viewer: String?
  private(set) var builder: SessionBuilder

  init(_ context: FileContext) { builder = SessionBuilder(context) }

  /// Notes that no more records will come.
  mutating func close() throws(ImportError) { try builder.close() }

  /// Reads the object that comes next: a review, or a record of a bare list.
  ///
  /// - Returns: the review; `nil` when it was a record, which is added to `list`.
  static func document(
    _ reader: inout JSONReader, into list: inout SeeTubeReview, _ context: FileContext
  ) throws(ImportError) -> SeeTubeReview? {
    var review = SeeTubeReview(context)
    var record = Record()
    var isReview = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("watchingInfos") {
        isReview = true
        try review.readInfos(&reader)
      } else if key.matches("id") {
        review.id = try text(&reader)
      } else if key.matches("videoId") {
        review.video = try text(&reader)
      } else if key.matches("reviewerId") {
        review.viewer = try text(&reader)
      } else {
        try record.take(key, &reader)
      }
    }
    if isReview { return review }
    try list.add(record, reader)
    return nil
  }

  mutating func readList(in cell: [UInt8], of file: String, line: Int) throws(ImportError) {
    guard !cell.isEmpty, cell != Array("NULL".utf8) else { return }
    var reader = try JSONReader(ByteSource(cell, file: file), lines: false, firstLine: line)
    try readInfos(&reader)
    guard try !reader.hasMore() else {
      throw reader.failure("text after the list", "a cell holds one list of records")
    }
  }

  /// Reads `watchingInfos`: a list, a document that holds one, or the text of either.
  private mutating func readInfos(_ reader: inout JSONReader) throws(ImportError) {
    switch try reader.peek() {
    case UInt8(ascii: "["):
      try reader.beginList()
      while try reader.nextElement() {
        var record = Record()
        try record.read(&reader)
        try add(record, reader)
      }
    case UInt8(ascii: "{"):
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key.matches("watchingInfos") { try readInfos(&reader) }
      }
    case UInt8(ascii: "\""):
      guard let text = try reader.text() else { return }
      let bytes = text.array
      try readList(in: bytes, of: reader.file, line: reader.line)
    default: try reader.skip()
    }
  }

  private mutating func add(
    _ record: Record, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    if case .unknown? = record.gaze?.tracking { builder.note(.unknownTracking) }
    if record.isUnknownEmotion { builder.note(.unknownEmotion) }
    if record.hasOddScore { builder.note(.oddScore) }
    guard try builder.append(time: record.time, gaze: record.pictureGaze, face: record.face) else {
      throw reader.failure(
        "the time lies more than a day into the video", "'playTime' is in seconds")
    }
  }

  private static func text(_ reader: inout JSONReader) throws(ImportError) -> String? {
    guard let bytes = try reader.text() else { return nil }
    guard bytes.count <= 256, let text = bytes.text else {
      throw reader.failure("an id cannot be read", "write it in UTF-8, at most 256 bytes")
    }
    return text
  }

  /// One record: what was known at one second.
  private struct Record {
    var time: Double?
    var gaze: TrackedGaze?
    var face = Face.notReported
    var isUnknownEmotion = false
    var hasOddScore = false

    /// The gaze in picture coordinates, which SeeTube's already are; -1 stands for no number.
    var pictureGaze: Gaze {
      guard let gaze else { return .notReported }
      guard let x = gaze.x, let y = gaze.y, x != -1, y != -1 else { return gaze.gaze(at: nil) }
      return gaze.gaze(at: PicturePoint(x: x, y: y))
    }

    mutating func read(_ reader: inout JSONReader) throws(ImportError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        try take(key, &reader)
      }
    }

    mutating func take(_ key: Bytes, _ reader: inout JSONReader) throws(ImportError) {
      if key.matches("playTime") {
        time = try reader.number()
      } else if key.matches("gazeInfo"), try reader.peek() == UInt8(ascii: "{") {
        gaze = try TrackedGaze(&reader, names: names)
      } else if key.matches("emotionInfo"), try reader.peek() == UInt8(ascii: "{") {
        try readEmotion(&reader)
      }
    }

    /// The strongest class with its percentage; `none` means that no face was classified.
    private mutating func readEmotion(_ reader: inout JSONReader) throws(ImportError) {
      var emotion: Emotion?
      var percentage: Double?
      isUnknownEmotion = false
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key.matches("classification") {
          guard let word = try reader.text() else { continue }
          emotion = Emotion.named(word)
          isUnknownEmotion = emotion == nil && !word.matches("none") && !word.matches("None")
        } else if key.matches("confidencePercentage") {
          percentage = try reader.number()
        }
      }
      face = .lost
      guard let emotion, let percentage else { return }
      guard percentage <= 101 else {
        throw reader.failure("a confidence of \(percentage) %", "percentages are 0…100")
      }
      var scores = KnownScores()
      scores.set(emotion, percentage / 100)
      hasOddScore = scores.isOdd
      face = scores.isEmpty ? .lost : .scores(scores.told(areStrongest: true))
    }
  }
}
