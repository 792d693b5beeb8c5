import Audience

/// Counts a chat's messages and emotes over play time.
///
/// Whoever wrote is told from others while the file is read, by a digest that no other process
/// makes of the same name, and only how many there were is kept; what was written is not looked at.
struct ChatTally {
  /// Seconds that are counted together: the least core of a moment.
  static let step = 5.0

  private var messages: [Int: Int] = [:]
  private var emotes: [Int: Int] = [:]
  private var writers: Set<Int> = []
  private var source = AudienceCurve.Source.youTubeChat

  /// What a line of a YouTube replay holds; its time comes before its messages, or after.
  struct Replayed {
    fileprivate private(set) var time: Double?
    fileprivate private(set) var messages: [(emotes: Int, writer: Int?)] = []

    /// Reads a member of a line, where it is one of a replay.
    mutating func take(_ key: Bytes, _ reader: inout JSONReader) throws(ImportError) {
      if key.matches("videoOffsetTimeMsec") {
        time = try reader.number().map { $0 / 1000 }
      } else if key.matches("replayChatItemAction"), try reader.entersObject() {
        while let key = try reader.nextKey() {
          if key.matches("videoOffsetTimeMsec") {
            time = try reader.number().map { $0 / 1000 }
          } else if key.matches("actions"), try reader.entersList() {
            while try reader.nextElement() { try readAction(&reader) }
          }
        }
      }
    }

    /// An action that adds a message; tickers, polls and new members are none.
    private mutating func readAction(_ reader: inout JSONReader) throws(ImportError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard key.matches("addChatItemAction") else { continue }
        try reader.beginObject()
        while let key = try reader.nextKey() {
          guard key.matches("item") else { continue }
          try reader.beginObject()
          while let key = try reader.nextKey() {
            guard
              key.matches("liveChatTextMessageRenderer")
                || key.matches("liveChatPaidMessageRenderer")
            else { continue }
            try readMessage(&reader)
          }
        }
      }
    }

    private mutating func readMessage(_ reader: inout JSONReader) throws(ImportError) {
      var (emotes, writer) = (0, Int?.none)
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key.matches("authorExternalChannelId") {
          writer = try reader.text().map { $0.array.hashValue }
        } else if key.matches("message"), try reader.isAtObject() {
          emotes = try ChatTally.emotes(&reader, list: "runs", mark: "emoji")
        }
      }
      messages.append((emotes, writer))
    }
  }

  mutating func add(_ replayed: Replayed) {
    guard let time = replayed.time else { return }
    for message in replayed.messages {
      add(at: time, emotes: message.emotes, writer: message.writer)
    }
  }

  /// Reads the messages of a Twitch replay; comments without a time in the video are none.
  mutating func readTwitch(_ reader: inout JSONReader) throws(ImportError) {
    try reader.beginList()
    while try reader.nextElement() {
      var (time, emotes, writer) = (Double?.none, 0, Int?.none)
      guard try reader.entersObject() else { continue }
      while let key = try reader.nextKey() {
        if key.matches("content_offset_seconds") {
          time = try reader.number()
        } else if key.matches("message"), try reader.isAtObject() {
          emotes = try Self.emotes(&reader, list: "fragments", mark: "emoticon")
        } else if key.matches("commenter"), try reader.entersObject() {
          while let key = try reader.nextKey() {
            if key.matches("_id") {
              writer = try reader.text().map { $0.array.hashValue }
            }
          }
        }
      }
      guard let time else { continue }
      source = .twitchChat
      add(at: time, emotes: emotes, writer: writer)
    }
  }

  /// How many parts of a message are emotes.
  private static func emotes(
    _ reader: inout JSONReader, list: StaticString, mark: StaticString
  ) throws(ImportError) -> Int {
    var count = 0
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard key.matches(list), try reader.entersList() else { continue }
      while try reader.nextElement() {
        guard try reader.entersObject() else { continue }
        while let key = try reader.nextKey() {
          if key.matches(mark), try reader.isAtObject() { count += 1 }
        }
      }
    }
    return count
  }

  private mutating func add(at time: Double, emotes count: Int, writer: Int?) {
    // What was written before the video began is about none of it.
    guard time >= 0, time <= PlayTime.latest else { return }
    let bin = Int(time / Self.step)
    messages[bin, default: 0] += 1
    emotes[bin, default: 0] += count
    if let writer { writers.insert(writer) }
  }

  /// Messages and emotes, each against its mean; `nil` without any.
  var curve: AudienceCurve? {
    guard let last = messages.keys.max() else { return nil }
    func usual(_ counts: [Int: Int]) -> Double {
      Double(counts.values.reduce(0, +)) / Double(last + 1)
    }
    let (written, shown) = (usual(messages), usual(emotes))
    let points = (0...last).map { bin in
      AudienceCurve.Point(
        start: Double(bin) * Self.step, end: Double(bin + 1) * Self.step,
        value: Double(messages[bin] ?? 0) / written
          + (shown > 0 ? Double(emotes[bin] ?? 0) / shown : 0))
    }
    return AudienceCurve(
      source: source, points: points, isShare: false,
      people: writers.isEmpty ? nil : writers.count)
  }
}
