import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct ImportFuzzTests {
  private static let seeds = [
    (
      "timeline",
      """
      {"gazecut":"timeline/1","video":"v","picture":{"x":0,"y":0,"width":1,"height":1}}
      {"t":1,"gaze":{"x":0.5,"y":"0.25"},"emotion":{"scores":{"happy":0.5}},"n":"\\u00e9\\n"}
      """
    ),
    (
      "seetube",
      #"[{"id":1,"videoId":2,"watchingInfos":"[{\"playTime\":1,\"gazeInfo\":{\"x\":0,\"y\":0}}]"}]"#
    ),
    (
      "seetube",
      "id,videoId,watchingInfos\n1,2,\"[{\"\"playTime\"\":1,\"\"gazeInfo\"\":{\"\"x\"\":0,\"\"y\"\":0}}]\"\n"
    ),
    (
      "detections",
      """
      {"gazecut":"detections/1","video":"v","source":"s","image":{"width":1,"height":1}}
      {"t":1,"boxes":[{"label":"a","score":1,"x":0,"y":0,"width":1,"height":1,"track":3}]}
      """
    ),
    ("table", "\u{FEFF}time;\"x\";y;viewer;happy\r\n1;0,5;0.5;a;1\r\n2;\"0,5\";0.5;b;\r\n"),
    ("table", "[{\"time\":1,\"x\":0.5,\"y\":0.5},{\"viewer\":\"a\",\"time\":2,\"happy\":true}]"),
    (
      "seeyoutube",
      """
      ---------
      | Play Time |
          00:31.50 sec
      | Gaze Info |
          Poisition : (2.00, 121.00)
          Tracking State : SUCCESS
      | Emotion Info |
          happy : 100% %
      ---------
      """
    ),
    (
      "firebase",
      #"{"faces":{"a":{"smileProb":93,"leftEyeOpenProb":8,"trackingId":3,"#
        + #""timestamp":"20190423205516","counter":12}}}"#
    ),
    (
      "arkit",
      "t,left_x,left_y,right_x,right_y,blink_left,blink_right\n1,-2,3,nan,4,0.1,0.9\n2,1,1,1,1,0,0"
    ),
    ("curve", #"{"id":"a","heatmap":[{"start_time":0,"end_time":1.5,"value":0.5}]}"#),
    ("curve", #"{"heatmap":{"0":100,"2":7},"data":{"total_views":8,"x":[1]}}"#),
    ("curve", #"{"data":{"hotspots":[{"start_ms":9000,"end_ms":"12000","score":0.5}]}}"#),
    ("curve", #"{"data":[{"second":0,"retentionPercent":90},{"second":1,"retentionPercent":9}]}"#),
    (
      "curve",
      #"{"columnHeaders":[{"name":"elapsedVideoTimeRatio"},{"name":"audienceWatchRatio"}],"#
        + #""rows":[[0.5,0.75],[1,"0.25"]]}"#
    ),
    ("curve", "elapsedVideoTimeRatio,audienceWatchRatio\n0.5,0.75\n1.0,0.25\n"),
    (
      "curve",
      #"{"replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"#
        + #""liveChatTextMessageRenderer":{"authorExternalChannelId":"U","message":{"runs":"#
        + #"[{"text":"a"},{"emoji":{"emojiId":"b"}}]}}}}}],"videoOffsetTimeMsec":"1500"}}"#
    ),
    (
      "curve",
      #"{"comments":[{"content_offset_seconds":3,"commenter":{"_id":"7"},"message":{"fragments":"#
        + #"[{"text":"a","emoticon":{"emoticon_id":"1"}},{"text":"b","emoticon":null}]}}]}"#
    ),
    ("coco", #"[{"image_id":5,"category_id":1,"bbox":[1,2,3,4],"score":0.5}]"#),
    ("mot", "1,3,20,10,20,10,0.8,-1,-1,-1\n2,-1,20,10,20,10,1,1,1\n"),
    (
      "yolo",
      """
      {"gazecut":"detections/1","video":"v"}
      {"t":1,"boxes":[{"label":"a","score":1,"x":0,"y":0,"width":9,"height":9}]}
      """
    ),
  ]

  /// A damaged file is either read or rejected with an `ImportError`.
  @Test(arguments: seeds) func damagedFilesDoNotCrash(_ format: String, _ text: String) throws {
    let good = Array(text.utf8)
    var file = ImportFile(format: format)
    // The video of formats that do not contain it, and options that some formats need.
    if !["timeline", "seetube", "detections", "yolo"].contains(format) { file.options.video = "v" }
    file.options.pictureSize = { _ in FrameSize(width: 1280, height: 720) }
    if format == "table" { file.options.map = .named }
    if format == "firebase" { file.options.startedAt = ClockDate("2019-04-23T20:55:10") }
    file.options.player = SourceRectangle(width: 844, height: 475)
    file.options.screen = SourceRectangle(width: 834, height: 1194)
    file.options.framesPerSecond = 25
    #expect(file.rejection(good) == "", "\(format)")
    var rejected = 0
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<150 {
      var bytes = good
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default:
          bytes.insert("{}[]\",:\\-e\n0".utf8.randomElement(using: &generator) ?? 0, at: index)
        }
      }
      do {
        try check(file.read(bytes), of: format)
      } catch let error as ImportError {
        rejected += 1
        #expect(error.description.contains("/anna.jsonl") && !error.description.contains("\n"))
      }
    }
    // Some of the damaged files are invalid.
    #expect(rejected > 0, "\(format)")
  }

  /// Checks that the data of a damaged file can be stored.
  private func check(_ result: ImportedFile, of format: String) {
    switch result {
    case .sessions(let sessions):
      #expect(!sessions.isEmpty)
      for session in sessions {
        #expect(Identifier.isValid(session.video) && Identifier.isValid(session.session))
        #expect(session.samples.count > 0 && session.samples.allSatisfy { $0.time >= 0 })
      }
    case .detections(let found):
      #expect(Identifier.isValid(found.video))
      #expect(found.detections.allSatisfy { $0.time.isFinite && $0.score.isFinite })
    case .curve(let video, let curve):
      #expect(Identifier.isValid(video) && curve.points.contains { $0.value > 0 })
      #expect(
        curve.points.allSatisfy {
          $0.start >= 0 && $0.start < $0.end && $0.value.isFinite && $0.end.isFinite
        })
    }
  }
}
