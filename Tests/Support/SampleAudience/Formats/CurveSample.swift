import Audience

/// Engagement curves of the same audience on several platforms.
///
/// Viewers leave over time, and rewatch seconds in which at least half of them reacted.
enum CurveSample {
  private static let views = 4300

  /// Plays per second of the video, relative to the maximum.
  private static func plays(_ reacting: [Double]) -> [Double] {
    let plays = reacting.enumerated().map { second, share in
      0.4 + 2 / Double(second + 3) + 0.8 * (share >= 0.5 ? share : 0)
    }
    let most = plays.max() ?? 1
    return plays.map { $0 / most }
  }

  /// Reaction rate per second of the video.
  private static func reacting(_ audience: [RecordedViewer]) -> [Double] {
    (0..<Int(SampleScript.meadow.duration)).map { second in
      let count = audience.count { viewer in
        viewer.samples.contains { sample in
          guard Int(sample.time) == second, case .scores(let scores) = sample.face else {
            return false
          }
          return scores[.happy] + scores[.surprise] > 0.5
        }
      }
      return Double(count) / Double(audience.count)
    }
  }

  /// One file per platform, in its own format.
  static func files(_ audience: [RecordedViewer]) -> [SampleFile] {
    let reacting = reacting(audience)
    let plays = plays(reacting)
    return [
      mostReplayed(plays), retention(plays), retentionTable(plays), muxHeatmap(plays),
      muxHotspots(plays, reacting), bunny(plays), peerTube(plays), youTubeChat(reacting),
      twitchChat(reacting),
    ]
  }

  /// yt-dlp's `.info.json`, reduced to the video and the most-replayed curve.
  private static func mostReplayed(_ plays: [Double]) -> SampleFile {
    let points = plays.enumerated().map { second, play in
      #"{"start_time":\#(short(Double(second), 1)),"end_time":\#(short(Double(second + 1), 1)),"#
        + #""value":\#(short(play, 4))}"#
    }
    return SampleFile(
      "meadow.info.json",
      lines: [
        #"{"id":"meadow00000","title":"meadow","duration":\#(plays.count),"#
          + #""view_count":\#(views),"heatmap":["#,
        points.joined(separator: ",\n"), "]}",
      ])
  }

  private static func ratio(_ index: Int, of count: Int) -> String {
    short(Double(index + 1) / Double(count), 2)
  }

  /// A response of the YouTube Analytics API.
  private static func retention(_ plays: [Double]) -> SampleFile {
    let names = ["elapsedVideoTimeRatio", "audienceWatchRatio", "totalSegmentImpressions"]
    let headers = names.map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
    let rows = plays.enumerated().map { index, play in
      "[\(ratio(index, of: plays.count)),\(short(play * 1.4, 4)),\(Int(play * Double(views)))]"
    }
    return SampleFile(
      "curves/retention.json",
      lines: [
        #"{"kind":"youtubeAnalytics#resultTable","columnHeaders":[\#(headers)],"rows":["#,
        rows.joined(separator: ",\n"), "]}",
      ])
  }

  /// The same data as a table.
  private static func retentionTable(_ plays: [Double]) -> SampleFile {
    SampleFile(
      "curves/retention.csv",
      lines: ["elapsedVideoTimeRatio,audienceWatchRatio,relativeRetentionPerformance"]
        + plays.enumerated().map { index, play in
          "\(ratio(index, of: plays.count)),\(short(play * 1.4, 4)),0.5"
        })
  }

  private static func muxHeatmap(_ plays: [Double]) -> SampleFile {
    let values = plays.map { short($0, 4) }.joined(separator: ",")
    return SampleFile(
      "curves/mux-heatmap.json",
      lines: [
        #"{"timeframe":[1795122000,1795208400],"data":{"total_views":\#(views),"value":[\#(values)]}}"#
      ])
  }

  /// Mux hotspots: a twentieth of the video in each range that at least half rewatched.
  private static func muxHotspots(_ plays: [Double], _ reacting: [Double]) -> SampleFile {
    var stretches: [Range<Int>] = []
    for second in reacting.indices where reacting[second] >= 0.5 {
      if let last = stretches.last, last.upperBound == second {
        stretches[stretches.count - 1] = last.lowerBound..<second + 1
      } else {
        stretches.append(second..<second + 1)
      }
    }
    let hotspots = stretches.filter { $0.count > 2 }.map { stretch in
      let stretch = stretch.prefix(plays.count / 20)
      let score = plays[stretch].reduce(0, +) / Double(stretch.count)
      return #"{"start_ms":\#(stretch.startIndex * 1000),"end_ms":\#(stretch.endIndex * 1000),"#
        + #""score":\#(short(score, 4))}"#
    }
    return SampleFile(
      "curves/mux-hotspots.json",
      lines: [
        #"{"timeframe":[1795122000,1795208400],"data":{"total_views":\#(views),"hotspots":["#
          + hotspots.joined(separator: ",") + "]}}"
      ])
  }

  private static func bunny(_ plays: [Double]) -> SampleFile {
    let segments = plays.enumerated().map { #""\#($0)":\#(Int($1 * 100))"# }
    return SampleFile(
      "curves/bunny.json", lines: [#"{"heatmap":{\#(segments.joined(separator: ","))}}"#])
  }

  private static func peerTube(_ plays: [Double]) -> SampleFile {
    let points = plays.enumerated().map { second, play in
      #"{"second":\#(second),"retentionPercent":\#(short(play * 100, 1))}"#
    }
    return SampleFile(
      "curves/peertube.json", lines: [#"{"data":["# + points.joined(separator: ",\n") + "]}"])
  }

  // MARK: - Chats

  /// Seconds between an event and the messages about it: the time for writing.
  private static let delay = 4

  /// The messages in order: time, one of 40 writers, and whether it is an emote.
  private static func messages(_ reacting: [Double]) -> [(time: Int, writer: Int, isEmote: Bool)] {
    reacting.enumerated().flatMap { second, share in
      (0..<(1 + second * 7 % 3 / 2 + Int(share * 6))).map { number in
        (second + delay, (second * 11 + number * 17) % 40, number > 0)
      }
    }
  }

  private static func youTubeChat(_ reacting: [Double]) -> SampleFile {
    SampleFile(
      "curves/meadow.live_chat.json",
      lines: messages(reacting).map { time, writer, isEmote in
        let run = isEmote ? #"{"emoji":{"emojiId":"laugh"}}"# : #"{"text":"well"}"#
        return #"{"replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"#
          + #""liveChatTextMessageRenderer":{"message":{"runs":[\#(run)]},"authorName":{"#
          + #""simpleText":"writer \#(writer)"},"authorExternalChannelId":"UC\#(writer)"}}}}],"#
          + #""videoOffsetTimeMsec":"\#(time * 1000)"}}"#
      })
  }

  private static func twitchChat(_ reacting: [Double]) -> SampleFile {
    let comments = messages(reacting).map { time, writer, isEmote in
      let emote = isEmote ? #"{"emoticon_id":"1"}"# : "null"
      return #"{"content_offset_seconds":\#(time),"commenter":{"display_name":"writer \#(writer)","#
        + #""_id":"\#(writer)"},"message":{"body":"LUL","fragments":[{"text":"LUL","#
        + #""emoticon":\#(emote)}]}}"#
    }
    return SampleFile(
      "curves/twitch.json",
      lines: [
        #"{"streamer":{"name":"meadow"},"comments":["#, comments.joined(separator: ",\n"), "]}",
      ])
  }
}
