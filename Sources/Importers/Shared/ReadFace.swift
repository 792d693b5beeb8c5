import Audience

/// The face of a timeline's line: `{"state":"SUCCESS","scores":{"happy":0.92}}`.
struct ReadFace {
  /// What the face showed.
  private(set) var face = Face.notReported
  /// What of it was not understood.
  private(set) var notes: [SkipReason] = []

  init() {}

  /// Reads the object that comes next.
  init(_ reader: inout JSONReader) throws(ImportError) {
    var scores = KnownScores()
    var isFound = true
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("state") {
        isFound = read(state: try reader.text())
      } else if key.matches("scores"), try reader.peek() == UInt8(ascii: "{") {
        scores = try read(&reader)
      }
    }
    if scores.isOdd { notes.append(.oddScore) }
    face = isFound && !scores.isEmpty ? .scores(scores.told()) : .lost
  }

  private mutating func read(state: Bytes?) -> Bool {
    guard let state else { return true }
    if state.matches("SUCCESS") { return true }
    let isKnown =
      state.matches("FACE_MISSING") || state.matches("FAILED_TO_CROP_FACE")
      || state.matches("NO_PREDICTIONS") || state.matches("UNKNOWN") || state.matches("None")
    if !isKnown { notes.append(.unknownState) }
    return false
  }

  private mutating func read(_ reader: inout JSONReader) throws(ImportError) -> KnownScores {
    var scores = KnownScores()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let emotion = Emotion.named(key)
      guard let score = try reader.number() else { continue }
      // A little over 1 is rounding; more is another unit, in which every face would count as held.
      guard score <= 1.5 else {
        throw reader.failure("a score of \(score)", "scores are shares 0…1, not per cent")
      }
      if let emotion { scores.set(emotion, score) } else { notes.append(.unknownEmotion) }
    }
    return scores
  }
}
