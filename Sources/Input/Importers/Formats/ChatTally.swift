import Audience
import Foundation

/// Counts the people who write in a chat, second by second of play time.
///
/// One person counts once in `AudienceCurve.chatPause` seconds, however much they write, so the
/// points of that many seconds add up to distinct people wherever those seconds begin. People are
/// told apart while the file is read, by a digest that no other process makes of the same name;
/// only their number is kept. The text is used to leave out notices, and is not kept.
struct ChatTally {
  private typealias Message = (time: Float, writer: Int)

  private var messages: [Message] = []
  private var source = AudienceCurve.Source.youTubeChat
  private(set) var skips = SkipCounts()

  /// Takes one line of a YouTube replay.
  ///
  /// - Parameters:
  ///   - action: the actions of one time.
  ///   - milliseconds: when, where the line says it outside of the actions.
  mutating func add(replayed action: JSONValue, at milliseconds: JSONValue?) {
    let time = (action["videoOffsetTimeMsec"] ?? milliseconds)?.number
    for action in action["actions"]?.values ?? [] {
      // Tickers repeat what the chat itself has.
      guard let item = action["addChatItemAction"]?["item"] else { continue }
      guard
        let message = item["liveChatTextMessageRenderer"] ?? item["liveChatPaidMessageRenderer"]
      else {
        skips.add(.notice)
        continue
      }
      add(
        at: time.map { $0 / 1000 },
        writer: message["authorExternalChannelId"] ?? message["authorName"]?["simpleText"])
    }
  }

  /// Reads the comments of a Twitch replay.
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

  /// What Twitch writes in a person's name when they subscribe, give or raid, behind that name.
  private static let notices = [
    "subscribed ", "gifted ", "is gifting ", "is paying forward ", "is continuing the Gift Sub ",
    "converted from ", "raiders from ",
  ]
  /// Kinds of notices that are messages all the same.
  private static let written: Set<String> = ["highlighted-message", "skip-subs-mode-message"]

  private static func isNotice(_ message: JSONValue?, of name: String?) -> Bool {
    let parameters = message?["user_notice_params"]
    if let kind = (parameters?["msg_id"] ?? parameters?["msg-id"])?.text, !kind.isEmpty {
      return !written.contains(kind)
    }
    guard let text = message?["body"]?.text else { return false }
    if text.hasPrefix("An anonymous ") { return true }
    guard let name, !name.isEmpty, text.hasPrefix(name + " ") else { return false }
    let rest = text.dropFirst(name.count + 1)
    return notices.contains { rest.hasPrefix($0) }
  }

  private mutating func add(at time: Double?, writer: JSONValue?) {
    guard let time else { return skips.add(.timeNotANumber) }
    // What was written before the video began is about none of it.
    guard time >= 0 else { return skips.add(.beforeStart) }
    guard time <= PlayTime.latest else { return skips.add(.otherVideo) }
    // Twitch has ids that are numbers, and none for accounts that were deleted.
    let name = writer?.text ?? writer?.number.map { "\($0)" } ?? ""
    guard !name.isEmpty else { return skips.add(.nameless) }
    messages.append((Float(time), name.hashValue))
  }

  /// How many people wrote in each second; `nil` where nobody did.
  func curve() -> AudienceCurve? {
    let ordered = messages.sorted { $0.time < $1.time }
    guard let last = ordered.last else { return nil }
    var counts = [Int](repeating: 0, count: Int(last.time) + 1)
    var counted: [Int: Float] = [:]
    for message in ordered {
      if let before = counted[message.writer],
        message.time - before < Float(AudienceCurve.chatPause)
      {
        continue
      }
      counted[message.writer] = message.time
      counts[Int(message.time)] += 1
    }
    let step = AudienceCurve.chatStep
    return AudienceCurve(
      source: source,
      points: counts.enumerated().map {
        .init(
          start: Double($0.offset) * step, end: Double($0.offset + 1) * step,
          value: Double($0.element))
      }, isShare: false, people: counted.count)
  }
}
