import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Engagement curves in the formats of the platforms.
@Suite struct CurveImportTests {
  private func curve(
    _ text: String, offset: Double = 0, name: String = "a.json"
  ) throws -> EngagementCurve {
    var file = ImportFile(format: "curve", options: ImportOptions(video: "v"))
    file.options.offset = offset
    guard case .curve("v", let curve) = try file.read(text.utf8, name: name) else {
      throw ImportOptionError("no curve")
    }
    return curve
  }

  private func points(_ rows: [(Double, Double, Double)]) -> [EngagementCurve.Point] {
    rows.map { .init(start: $0.0, end: $0.1, value: $0.2) }
  }

  @Test func mostReplayedCurveOfYtDlpIsRead() throws {
    let text = """
      {"id":"aqz-KE-bpKQ","title":"t","formats":[{"format_id":"sb3","fps":0.2}],
       "comments":[{"id":"UgX","author":"@somebody","text":"nice"}],"view_count":18213,
       "heatmap":[{"start_time":0.0,"end_time":6.35,"value":1.0},
                  {"start_time":6.35,"end_time":12.7,"value":0.4126}],"duration":635}
      """
    let read = try curve(text)
    #expect(read.source == .mostReplayed && !read.isShare && read.people == 18213)
    #expect(read.points == points([(0, 6.35, 1), (6.35, 12.7, 0.4126)]))
    // The part before the start of the video is cut off.
    #expect(try curve(text, offset: -6).points[0].start == 0)
    #expect(abs(try curve(text, offset: -6).points[0].end - 0.35) < 1e-9)
  }

  /// That is one point per second of the longest video.
  @Test func curveHasAtMost86400Points() throws {
    func day(_ seconds: Int) -> String {
      let points = (0..<seconds).map {
        #"{"start_time":\#($0),"end_time":\#($0 + 1),"value":1}"#
      }
      return #"{"heatmap":[\#(points.joined(separator: ","))]}"#
    }
    #expect(try curve(day(86_400)).points.count == 86_400)
    #expect { try curve(day(86_401)) } throws: { "\($0)".contains("more than 86400 points") }
  }

  /// If impossible values were accepted, a false peak could become a moment.
  @Test(arguments: [
    (#"{"view_count":-3,"heatmap":[]}"#, "the count -3"),
    (#"{"view_count":1.5,"heatmap":[]}"#, "the count 1.5"),
    (#"{"heatmap":[{"start_time":0,"end_time":1,"value":1e308}]}"#, "the value 1e+308"),
    (#"{"heatmap":[{"start_time":0,"end_time":1,"value":-1}]}"#, "the value -1"),
    (#"{"heatmap":[{"start_time":5,"end_time":1,"value":1}]}"#, "a point lasts from 5.0 to 1.0"),
    (
      #"{"heatmap":[{"start_time":0,"end_time":2,"value":1},{"start_time":1,"end_time":3,"value":1}]}"#,
      "two points overlap: one from 0.0, one from 1.0"
    ),
    (
      #"{"data":[{"second":5,"retentionPercent":9},{"second":5,"retentionPercent":8}]}"#,
      "two points overlap: one from 5.0, one from 5.0"
    ),
    (#"{"heatmap":{"0":1,"0":2}}"#, "two keys '0'"),
    (
      #"{"columnHeaders":[{"name":"elapsedVideoTimeRatio"},{"name":"audienceWatchRatio"}],"#
        + #""rows":[[0.1,1],[0.2,1],[0.2,2]]}"#, "two rows have the same position in the video"
    ),
  ])
  func impossibleValuesAreRejected(_ text: String, _ words: String) throws {
    let error = try #require(throws: ImportError.self) { try curve(text) }
    #expect(error.problem.hasPrefix(words), "\(error)")
  }

  /// YouTube rounds times, so that neighbours overlap by 1 ms.
  @Test func adjacentSegmentsDoNotOverlap() throws {
    let text =
      #"{"heatmap":[{"start_time":0,"end_time":6.351,"value":1},"#
      + #"{"start_time":6.35,"end_time":12.7,"value":1}]}"#
    #expect(try curve(text).points.count == 2)
  }

  @Test func retentionOfYouTubeAnalyticsIsRead() throws {
    let answer = """
      {"kind":"youtubeAnalytics#resultTable","columnHeaders":[
        {"name":"elapsedVideoTimeRatio","columnType":"DIMENSION","dataType":"FLOAT"},
        {"name":"relativeRetentionPerformance","columnType":"METRIC","dataType":"FLOAT"},
        {"name":"audienceWatchRatio","columnType":"METRIC","dataType":"FLOAT"},
        {"name":"totalSegmentImpressions","columnType":"METRIC","dataType":"INTEGER"}],
       "rows":[[0.5,0.3,1.125,90],[0.25,0.7,1.5,120],[0.75,0.5,0.75,60],[1,0.5,0.5,40]]}
      """
    let read = try curve(answer)
    #expect(read.source == .retention && read.isShare && read.people == 120)
    let wanted = points([(0, 0.25, 1.5), (0.25, 0.5, 1.125), (0.5, 0.75, 0.75), (0.75, 1, 0.5)])
    #expect(read.points == wanted)
    // Parts that people watch again have a ratio above 1.
    #expect(read.watchingShares(inVideoOf: 2, count: 4) == [1, 1, 0.75, 0.5])
    let table =
      "elapsedVideoTimeRatio,audienceWatchRatio,relativeRetentionPerformance\n"
      + "0.25,1.5,0.7\n0.5,1.125,0.3\n0.75,0.75,0.5\n1,0.5,0.5\n"
    #expect(try curve(table, name: "a.csv").points == wanted)
    // A table with the start of each part instead of its end.
    let starts = "elapsedVideoTimeRatio;audienceWatchRatio\n0;1.5\n0.25;1.125\n0.5;0.75\n0.75;0.5\n"
    #expect(try curve(starts, name: "a.csv").points == wanted)
    // The rank among other videos is used if the table has no other column.
    let rank = "elapsedVideoTimeRatio,relativeRetentionPerformance\n0.5,0.7\n1,0.3\n"
    #expect(try curve(rank, name: "a.csv").points.map(\.value) == [0.7, 0.3])
    #expect(try curve(rank, name: "a.csv").source == .relativeRetention)
    #expect(try curve(rank, name: "a.csv").watchingShares(inVideoOf: 2, count: 4) == nil)
    let error = #expect(throws: ImportError.self) { try curve(table, offset: 2, name: "a.csv") }
    #expect(error?.problem.contains("--offset needs times in seconds") == true)
  }

  @Test func heatmapAndHotspotsOfMuxAreRead() throws {
    let map = #"{"timeframe":[1,2],"data":{"total_views":1024,"value":[0.5,1]}}"#
    let read = try curve(map)
    #expect(read.source == .muxHeatmap && read.isShare && read.people == 1024)
    #expect(read.points == points([(0, 0.5, 0.5), (0.5, 1, 1)]))
    // The format of the first beta version.
    #expect(
      try curve(#"{"asset_id":"a","heatmap":[0.5,1],"timeframe":[1,2]}"#).points == read.points)
    let hotspots = """
      {"timeframe":[1,2],"data":{"hotspots":[
        {"start_ms":120000,"end_ms":138000,"score":0.842},
        {"start_ms":30000,"end_ms":45000,"score":0.713}],"total_views":7}}
      """
    let spots = try curve(hotspots)
    #expect(spots.source == .muxHotspots && spots.people == 7)
    #expect(
      spots.points == points([(0, 30, 0), (30, 45, 0.713), (120, 138, 0.842), (138, 156, 0)]))
    // The curve is 0 between the hotspots, and next to the first and last one.
    let (values, known) = spots.binValues(inVideoOf: 200, count: 400)
    #expect(known == 0..<312 && values[59] == 0 && values[60] == 0.713 && values[90] == 0)
  }

  @Test func heatmapOfBunnyIsRead() throws {
    let read = try curve(#"{"heatmap":{"0":100,"3":25,"1":50}}"#)
    #expect(read.source == .bunny && read.people == nil)
    #expect(
      read.points
        == points([(0, 0.25, 100), (0.25, 0.5, 50), (0.5, 0.75, 0), (0.75, 1, 25)]))
  }

  @Test func retentionOfPeerTubeIsRead() throws {
    let read = try curve(
      #"{"data":[{"second":0,"retentionPercent":100},{"second":5,"retentionPercent":80.5},"#
        + #"{"second":10,"retentionPercent":60}]}"#)
    #expect(read.source == .peerTube && !read.isShare)
    #expect(read.points == points([(0, 5, 100), (5, 10, 80.5), (10, 15, 60)]))
    let shares = read.watchingShares(inVideoOf: 20, count: 40)
    #expect(shares?[0] == 1 && shares?[10] == 0.805 && shares?[29] == 0.6 && shares?[30] == nil)
  }

  private static func line(_ time: String, _ author: String, _ runs: String) -> String {
    #"{"clickTrackingParams":"x","replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"#
      + #""liveChatTextMessageRenderer":{"message":{"runs":[\#(runs)]},"authorName":{"#
      + #""simpleText":"Somebody"},"authorExternalChannelId":"\#(author)"}},"clientId":"c"}}],"#
      + #""videoOffsetTimeMsec":"\#(time)"}}"#
  }

  @Test func chatMessagesAreCountedWithoutNames() throws {
    let word = #"{"text":"ha"}"#
    let smile = #"{"emoji":{"emojiId":"e","shortcuts":[":e:"]}}"#
    let lines = [
      // Before the stream began.
      Self.line("-4000", "a", word), Self.line("1000", "a", word), Self.line("6000", "b", word),
      Self.line("7000", "a", "\(word),\(smile),\(smile)"),
      // Not a message.
      #"{"replayChatItemAction":{"actions":[{"addLiveChatTickerItemAction":{"item":{}}}],"#
        + #""videoOffsetTimeMsec":"8000"}}"#,
      // As yt-dlp writes it while the stream runs.
      Self.line("12000", "c", word).dropLast(1) + #","videoOffsetTimeMsec":"12000","isLive":true}"#,
    ]
    let read = try curve(lines.joined(separator: "\n"), name: "v.live_chat.json")
    #expect(read.source == .youTubeChat && read.people == 3 && !read.isShare && read.countsPeople)
    // The seconds with messages. Each writer counts once in five seconds.
    #expect(
      read.points.filter { $0.value > 0 } == points([(1, 2, 1), (6, 7, 1), (7, 8, 1), (12, 13, 1)]))
    #expect(read.points.count == 13)
    let twitch = """
      {"FileInfo":{"Version":{"Major":1}},"streamer":{"name":"s"},"video":{"start":0,"end":15},
       "comments":[
        {"_id":"1","content_offset_seconds":1.2,"commenter":{"display_name":"Somebody","_id":"9"},
         "message":{"body":"ha","fragments":[{"text":"ha","emoticon":null}]}},
        {"_id":"2","content_offset_seconds":6,"commenter":{"display_name":"Else","_id":"8"},
         "message":{"body":"LUL LUL","fragments":[{"text":"LUL","emoticon":{"emoticon_id":"1"}},
          {"text":"LUL","emoticon":{"emoticon_id":"1"}}],"emoticons":[{"_id":"1","begin":0}]}}]}
      """
    let other = try curve(twitch)
    #expect(other.source == .twitchChat && other.people == 2)
    #expect(other.points.filter { $0.value > 0 } == points([(1, 2, 1), (6, 7, 1)]))
    for curve in [read, other] {
      let stored = String(decoding: try JSONEncoder().encode(curve), as: UTF8.self)
      #expect(!stored.contains("Somebody") && !stored.contains("LUL"))
    }
  }

  private func skipped(_ text: String) throws -> [String: Int] {
    let path = NSTemporaryDirectory() + "gazecut-curve-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let format = try #require(ImportFormat.named("curve"))
    guard case .curve(let staged) = try format.stage(path, ImportOptions(video: "v")) else {
      return [:]
    }
    return staged.skipped
  }

  /// Sixty messages of one account must not look like a reaction of sixty viewers.
  @Test func eachWriterCountsOnceInFiveSeconds() throws {
    let word = #"{"text":"ha"}"#
    let spam = (0..<60).map { Self.line("\(10_000 + $0 * 160)", "a", word) }
    let crowd = (0..<60).map { Self.line("\(30_000 + $0 * 160)", "w\($0)", word) }
    // The lines are not in order of time.
    let read = try curve((crowd + spam + ["null"]).filter { $0 != "null" }.joined(separator: "\n"))
    let (one, many) = (read.points[10..<20], read.points[30..<40])
    #expect(one.reduce(0) { $0 + $1.value } == 2 && many.reduce(0) { $0 + $1.value } == 60)
    // No five seconds contain a writer twice, wherever they begin.
    for start in read.points.indices.dropLast(5) where start < 25 {
      #expect(read.points[start..<start + 5].reduce(0) { $0 + $1.value } <= 1)
    }
  }

  @Test func noticesAndMessagesWithoutWriterAreSkipped() throws {
    let lines = [
      Self.line("1000", "a", #"{"text":"ha"}"#), Self.line("-2000", "b", #"{"text":"ha"}"#),
      #"{"replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"#
        + #""liveChatSponsorshipsGiftPurchaseAnnouncementRenderer":{"id":"x"}}}}],"#
        + #""videoOffsetTimeMsec":"8000"}}"#,
      #"{"replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"#
        + #""liveChatTextMessageRenderer":{"message":{"runs":[]}}}}}],"videoOffsetTimeMsec":"9000"}}"#,
    ]
    #expect(
      try skipped(lines.joined(separator: "\n")) == [
        "before the video began": 1, "gift or system notice": 1, "message without an author": 1,
      ])
    func comment(_ time: Int, _ who: String, _ body: String, _ kind: String = "null") -> String {
      #"{"content_offset_seconds":\#(time),"commenter":\#(who),"message":{"body":"\#(body)","#
        + #""user_notice_params":{"msg_id":\#(kind)}}}"#
    }
    let ann = #"{"display_name":"Ann","_id":"1"}"#
    let twitch = [
      comment(1, ann, "ha"), comment(9, ann, "Ann subscribed at Tier 1."),
      comment(17, ann, "Ann gifted a Tier 1 Sub to Bob!"), comment(25, ann, "ha", #""subgift""#),
      comment(33, ann, "look here", #""highlighted-message""#), comment(41, "null", "ha"), "null",
      "7",
    ].joined(separator: ",")
    let text = #"{"comments":[\#(twitch)]}"#
    #expect(try curve(text).points.filter { $0.value > 0 }.map(\.start) == [1, 33])
    #expect(
      try skipped(text) == [
        "gift or system notice": 3, "message without an author": 1, "value of the wrong type": 1,
      ])
    let nobody = try #require(throws: ImportError.self) {
      try curve(#"{"comments":[\#(comment(1, "null", "ha"))]}"#)
    }
    #expect(nobody.problem == "the file has no usable message (message without an author 1)")
  }

  /// `yt-dlp --print "%(heatmap)j"` prints only the list; `null` in lists is ignored.
  @Test func bareListsAreRead() throws {
    let segments =
      #"{"start_time":0,"end_time":6,"value":1},null,{"start_time":6,"end_time":12,"value":0.4}"#
    #expect(try curve("[\(segments)]").source == .mostReplayed)
    #expect(try curve("[\(segments)]").points == points([(0, 6, 1), (6, 12, 0.4)]))
    #expect(try curve(#"{"heatmap":[\#(segments)]}"#).points.count == 2)
    #expect(
      try curve(#"[{"second":0,"retentionPercent":100},null,{"second":5,"retentionPercent":80}]"#)
        .source == .peerTube)
    #expect(try curve(#"[{"start_ms":0,"end_ms":4000,"score":1}]"#).source == .muxHotspots)
    let word = #"{"text":"ha"}"#
    let chat = try curve("[\(Self.line("1000", "a", word)),\(Self.line("2000", "b", word))]")
    #expect(chat.source == .youTubeChat && chat.people == 2)
  }

  @Test(arguments: [
    #"[{"start_time":0.0,"end_time":6.35,"value":1.0}]"#,
    #"{"id":"a","title":"t","formats":[{"format_id":"1"}],"heatmap":[]}"#,
    #"{"kind":"k","columnHeaders":[{"name":"elapsedVideoTimeRatio"}],"rows":[]}"#,
    "elapsedVideoTimeRatio,audienceWatchRatio\n0.01,1\n",
    #"{"timeframe":[1],"data":{"total_views":4,"value":[1]}}"#,
    #"{"data":{"hotspots":[{"start_ms":0,"end_ms":1,"score":1}]}}"#, #"{"heatmap":{"0":1}}"#,
    #"{"data":[{"second":0,"retentionPercent":1}]}"#, line("1", "a", ""),
    #"{"streamer":{},"comments":[{"content_offset_seconds":1}]}"#,
  ])
  func formatIsDetectedFromTheContent(_ text: String) throws {
    let path = NSTemporaryDirectory() + "gazecut-curve-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try ImportFormat.detectFormat(path).format.name == "curve")
  }
}
