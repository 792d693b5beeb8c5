import Audience

/// One review while it is read: its viewer, its video, and its records.
struct SeeTubeReview {
  var id: String?
  var video: String?
  var viewer: String?
  private(set) var builder: SessionBuilder

  init(_ context: ImportContext) {
    builder = SessionBuilder(context, times: "'playTime' is in seconds")
  }

  /// Reads the next object; returns the record if the object is one instead of a review.
  mutating func read(_ reader: inout JSONReader) throws(ImportError) -> SeeSoRecord? {
    var record = SeeSoRecord()
    var isReview = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "watchingInfos":
        isReview = true
        try readInfos(&reader)
      case "id": id = try reader.shortText("id")
      case "videoId": video = try reader.shortText("videoId")
      case "reviewerId": viewer = try reader.shortText("reviewerId")
      default: try Self.take(key, &reader, into: &record)
      }
    }
    return isReview ? nil : record
  }

  mutating func readList(in cell: [UInt8], of file: String, line: Int) throws(ImportError) {
    guard !cell.isEmpty, cell != Array("NULL".utf8) else { return }
    var reader = try JSONReader(ByteSource(cell, file: file), lines: false, firstLine: line)
    try readInfos(&reader)
    guard try !reader.hasMore() else {
      throw reader.failure("the cell has text after its list", "write one list of records per cell")
    }
  }

  /// Reads `watchingInfos`: a list, an object with a list, a single record, or JSON text of these.
  private mutating func readInfos(_ reader: inout JSONReader) throws(ImportError) {
    if try reader.peek() == UInt8(ascii: "\""), let text = try reader.text() {
      return try readList(in: text.array, of: reader.file, line: reader.line)
    }
    let others = try reader.forEachObject { reader throws(ImportError) in
      var record = SeeSoRecord()
      var isRecord = false
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key.matches("watchingInfos") {
          try readInfos(&reader)
        } else {
          isRecord = true
          try Self.take(key, &reader, into: &record)
        }
      }
      if isRecord { try add(record, reader.line) }
    }
    for _ in 0..<others { builder.note(.otherForm) }
  }

  /// Adds a record; its point is already in shares of the frame, and -1 means no number.
  mutating func add(_ record: SeeSoRecord, _ line: Int) throws(ImportError) {
    try builder.append(record, line: line) { x, y in
      x == -1 || y == -1 ? nil : PicturePoint(x: x, y: y)
    }
  }

  private static func take(
    _ key: Bytes, _ reader: inout JSONReader, into record: inout SeeSoRecord
  ) throws(ImportError) {
    switch key {
    case "playTime": record.time = try reader.number()
    case "gazeInfo":
      record.otherForms += try reader.forEachObject { reader throws(ImportError) in
        record.gaze = try SeeSoGaze(&reader)
      }
    case "emotionInfo":
      record.otherForms += try reader.forEachObject { reader throws(ImportError) in
        record.face = try face(&reader)
      }
    default: return
    }
  }

  /// Reads the strongest emotion with its percentage; `none` means that no face was classified.
  private static func face(_ reader: inout JSONReader) throws(ImportError) -> SeeSoFace {
    var face = SeeSoFace(areStrongest: true)
    var emotion: Emotion?
    var percentage: Double?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "classification":
        guard let word = try reader.text() else { continue }
        emotion = Emotion.named(word)
        if emotion == nil, !word.matches("none"), !word.matches("None") { face.take(0, of: nil) }
      case "confidencePercentage": percentage = try reader.number(countingWords: &face.words)
      default: continue
      }
    }
    guard let emotion, let percentage else { return face }
    guard percentage <= 101 else {
      throw reader.failure(
        "the confidence \(percentage) % is too large", "percentages are from 0 to 100")
    }
    face.take(percentage / 100, of: emotion)
    return face
  }
}
