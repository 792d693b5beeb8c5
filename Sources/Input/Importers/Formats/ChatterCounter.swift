import Audience
import Foundation

/// Counts the people who write in a chat, per second of play time.
///
/// A person counts once in `EngagementCurve.chatPause` seconds, so the points of any interval of
/// that length add up to distinct people. People are distinguished by Swift's randomly seeded hash
/// of their name, and only their number is kept. The text is used only to exclude notices.
struct ChatterCounter {
  private typealias Message = (time: Float, writer: Int)

  private var messages: [Message] = []
  private var source = EngagementCurve.Source.youTubeChat
  private(set) var skips = SkipCounts()

  /// Adds one line of a YouTube chat replay.
  ///
  /// `milliseconds` is the time, if the line has it outside of the action.
  mutating func add(replayed action: JSONValue, at milliseconds: JSONValue?) {
    let time = (action["videoOffsetTimeMsec"] ?? milliseconds)?.number
    for action in action["actions"]?.values ?? [] {
      // Other actions are tickers, which repeat messages of the chat.
      guard let item = action["addChatItemAction"]?["item"] else { continue }
      guard let message = item["liveChatTextMessageRenderer"] ?? item["liveChatPaidMessageRenderer"]
      else {
        skips.add(.notice)
        continue
      }
      add(
        at: time.map { $0 / 1000 },
        writer: message["authorExternalChannelId"] ?? message["authorName"]?["simpleText"])
    }
  }

  /// Reads the comments of a Twitch chat replay.
  mutating func readTwitch(_ reader: inout JSONReader) throws(ImportError) {
    source = .twitchChat
    let others = try reader.forEachObject { reader throws(ImportError) in
      let comment = try JSONValue(&reader, isMended: true)
      let writer = comment["commenter"]
      guard !Self.isNotice(comment["message"], of: writer?["display_name"]?.text) else {
        return skips.add(.notice)
      }
      add(
        at: comment["content_offset_seconds"]?.number,
        writer: writer?["_id"] ?? writer?["name"] ?? writer?["display_name"])
    }
    skips.add(.otherForm, others)
  }

  /// Beginnings of Twitch's own notices after a user name (subscriptions, gifts, raids).
  private static let notices = [
    "subscribed ", "gifted ", "is gifting ", "is paying forward ", "is continuing the Gift Sub ",
    "converted from ", "raiders from ",
  ]
  /// Kinds of notices that are messages of a person.
  private static let personalKinds: Set<String> = ["highlighted-message", "skip-subs-mode-message"]

  private static func isNotice(_ message: JSONValue?, of name: String?) -> Bool {
    let parameters = message?["user_notice_params"]
    if let kind = (parameters?["msg_id"] ?? parameters?["msg-id"])?.text, !kind.isEmpty {
      return !personalKinds.contains(kind)
    }
    guard let text = message?["body"]?.text else { return false }
    if text.hasPrefix("An anonymous ") { return true }
    guard let name, !name.isEmpty, text.hasPrefix(name + " ") else { return false }
    let rest = text.dropFirst(name.count + 1)
    return notices.contains { rest.hasPrefix($0) }
  }

  private mutating func add(at time: Double?, writer: JSONValue?) {
    guard let time else { return skips.add(.timeNotANumber) }
    // Messages before the start of the video are not about it.
    guard time >= 0 else { return skips.add(.beforeStart) }
    guard time <= PlayTimeOffset.latest else { return skips.add(.otherVideo) }
    // Twitch also has numeric IDs, and no ID for deleted accounts.
    let name = writer?.text ?? writer?.number.map { "\($0)" } ?? ""
    guard !name.isEmpty else { return skips.add(.nameless) }
    messages.append((Float(time), name.hashValue))
  }

  /// The number of people who wrote in each second; `nil` without messages.
  func curve() -> EngagementCurve? {
    let ordered = messages.sorted { $0.time < $1.time }
    guard let last = ordered.last else { return nil }
    var counts = [Int](repeating: 0, count: Int(last.time) + 1)
    var counted: [Int: Float] = [:]
    for message in ordered {
      let before = counted[message.writer] ?? -.infinity
      guard message.time - before >= Float(EngagementCurve.chatPause) else { continue }
      counted[message.writer] = message.time
      counts[Int(message.time)] += 1
    }
    let step = EngagementCurve.chatStep
    let points = counts.enumerated().map { index, count in
      EngagementCurve.Point(
        start: Double(index) * step, end: Double(index + 1) * step, value: Double(count))
    }
    return EngagementCurve(
      source: source, points: points, isShare: false, people: counted.count)
  }
}
