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

  /// Takes a line of a YouTube replay: tickers, polls and new members are no messages.
  ///
  /// - Parameters:
  ///   - action: what was done.
  ///   - milliseconds: when, where the line says it beside that.
  mutating func add(replayed action: JSONValue, at milliseconds: JSONValue?) {
    guard let time = (action["videoOffsetTimeMsec"] ?? milliseconds)?.number else { return }
    for action in action["actions"]?.values ?? [] {
      let item = action["addChatItemAction"]?["item"]
      guard
        let message = item?["liveChatTextMessageRenderer"] ?? item?["liveChatPaidMessageRenderer"]
      else { continue }
      let parts = message["message"]?["runs"]?.values ?? []
      add(
        at: time / 1000, emotes: parts.count { $0["emoji"]?.isObject ?? false },
        writer: message["authorExternalChannelId"])
    }
  }

  /// Reads the messages of a Twitch replay; comments without a time in the video are none.
  mutating func readTwitch(_ reader: inout JSONReader) throws(ImportError) {
    try reader.beginList()
    while try reader.nextElement() {
      let comment = try JSONValue(&reader, isMended: true)
      guard let time = comment["content_offset_seconds"]?.number else { continue }
      source = .twitchChat
      let parts = comment["message"]?["fragments"]?.values ?? []
      add(
        at: time, emotes: parts.count { $0["emoticon"]?.isObject ?? false },
        writer: comment["commenter"]?["_id"])
    }
  }

  private mutating func add(at time: Double, emotes count: Int, writer: JSONValue?) {
    // What was written before the video began is about none of it.
    guard time >= 0, time <= PlayTime.latest else { return }
    let bin = Int(time / Self.step)
    messages[bin, default: 0] += 1
    emotes[bin, default: 0] += count
    if let name = writer?.text { writers.insert(name.hashValue) }
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
