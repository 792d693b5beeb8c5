import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Records with an unusual JSON structure are read, or counted by reason.
///
/// Examples are lists in place of objects and the reverse, `null` in lists, and numeric keys.
@Suite struct UnusualStructureTests {
  private func file(_ format: String, _ options: [ImportOption: String] = [:]) throws -> ImportFile
  {
    var file = ImportFile(format: format, options: ImportOptions(video: "v"))
    for (option, value) in options { try file.options.set(option, to: value) }
    file.options.pictureSize = { _ in FrameSize(width: 100, height: 100) }
    return file
  }

  // MARK: - Timelines

  private static let header =
    #"{"gazecut":"timeline/1","video":"v","picture":{"width":1,"height":1}}"# + "\n"

  @Test func unexpectedValuesOfATimelineAreCounted() throws {
    let read = try file("timeline").sessions(
      Self.header
        + #"{"t":1,"gaze":[{"x":0.5,"y":0.5}],"emotion":{"scores":[{"happy":0.5}]}}"# + "\n"
        + #"{"t":2,"gaze":[0.5,0.5],"emotion":{"scores":{"happy":0.5}}}"# + "\n"
        + #"{"t":3,"gaze":"0.5 0.5","emotion":{"scores":0.5}}"# + "\n"
        + #"{"t":4,"gaze":null,"emotion":{"scores":{"happy":0.5}}}"# + "\n")
    #expect(read[0].samples.map(\.time) == [1, 2, 3, 4])
    #expect(read[0].skipped == ["value of the wrong type": 4])
    guard case .at = read[0].samples[0].gaze, case .scores = read[0].samples[0].face else {
      return #expect(Bool(false))
    }
  }

  @Test func wordsInsteadOfNumbersInATimelineAreCounted() throws {
    let read = try file("timeline").sessions(
      Self.header
        + #"{"t":1,"gaze":{"x":"0,5","y":0.5},"emotion":{"scores":{"happy":0.5}}}"# + "\n"
        + #"{"t":2,"gaze":{"x":0.5,"y":true},"emotion":{"scores":{"happy":"much"}}}"# + "\n"
        + #"{"t":3,"gaze":{"x":null,"y":"NaN"},"emotion":{"scores":{"happy":""}}}"# + "\n")
    #expect(read[0].samples.map(\.time) == [1, 2, 3])
    #expect(read[0].skipped == ["text instead of a number": 3])
  }

  @Test func sessionWithoutUsableSamplesIsCounted() throws {
    let read = try file("timeline").sessions(
      #"{"gazecut":"timeline/1","video":"v","session":"a","picture":{"width":1,"height":1}}"# + "\n"
        + #"{"t":-1,"gaze":{"x":0.5,"y":0.5}}"# + "\n"
        + #"{"gazecut":"timeline/1","video":"v","session":"b","picture":{"width":1,"height":1}}"#
        + "\n" + #"{"t":1,"gaze":{"x":0.5,"y":0.5}}"# + "\n")
    #expect(read.map(\.session) == ["b"])
    #expect(read[0].skipped == ["negative time": 1, "session without a usable sample": 1])
  }

  // MARK: - SeeTube

  private static func record(_ time: Int) -> String {
    #"{"playTime":\#(time),"gazeInfo":{"x":0.5,"y":0.5,"trackingState":"SUCCESS"}}"#
  }

  @Test(arguments: [
    #"{"watchingInfos":[null,\#(record(1)),null,\#(record(2))]}"#,
    #"{"watchingInfos":{"1":\#(record(1)),"4":\#(record(2))}}"#,
    #"{"watchingInfos":[[\#(record(1))],\#(record(2))]}"#,
    #"[null,\#(record(1)),\#(record(2))]"#, #"{"0":\#(record(1)),"7":\#(record(2))}"#,
    #"{"watchingInfos":{"watchingInfos":[\#(record(1)),\#(record(2))]}}"#,
    #"[null,{"id":"a","watchingInfos":[\#(record(1)),\#(record(2))]}]"#,
    #"{"watchingInfos":[{"playTime":1,"gazeInfo":[{"x":0.5,"y":0.5}]},\#(record(2))]}"#,
  ])
  func reviewIsReadInEveryStructure(_ text: String) throws {
    let read = try file("seetube").sessions(text)
    #expect(read.count == 1 && read[0].samples.map(\.time) == [1, 2], "\(text)")
    #expect(read[0].samples.allSatisfy { if case .at = $0.gaze { true } else { false } })
    #expect(read[0].skipped.isEmpty, "\(read[0].skipped)")
  }

  @Test func wordsInsteadOfNumbersInAReviewAreCounted() throws {
    let read = try file("seetube").sessions(
      "[\(Self.record(1))," + #"{"playTime":2,"gazeInfo":{"x":"0,5","y":0.5},"#
        + #""emotionInfo":{"classification":"happy","confidencePercentage":"89,8"}}]"#)
    #expect(read[0].skipped == ["text instead of a number": 2])
  }

  @Test func valuesThatAreNotRecordsAreCounted() throws {
    let read = try file("seetube").sessions(
      #"[{"id":"a","watchingInfos":[7,\#(Self.record(1)),"x"]},{"id":"b","watchingInfos":5}]"#)
    #expect(read.map(\.session) == ["a"])
    #expect(
      read[0].skipped == ["value of the wrong type": 3, "session without a usable sample": 1])
  }

  // MARK: - Tables of JSON

  private static let map = "time=t,x=x,y=y,gaze=normalised,happy=happy"

  private func row(_ time: Int, _ more: String = "") -> String {
    #"{"t":\#(time),"x":0.5,"y":0.25\#(more)}"#
  }

  @Test func rowsAreReadInEveryStructure() throws {
    let table = try file("table", [.map: Self.map])
    let (one, two) = (row(1), row(2, #","happy":0.5"#))
    for text in [
      "[\(one),\(two)]", "[null,\(one),null,\(two)]", "\(one)\n\(two)\n", "[[\(one)],[\(two)]]",
      #"{"0":\#(one),"1":\#(two)}"#, "[{\"3\":\(one)},\(two)]",
    ] {
      let read = try table.sessions(text, name: "a.json")
      #expect(read[0].samples.map(\.time) == [1, 2] && read[0].skipped.isEmpty, "\(text)")
      // The first row has no score, so its face is lost.
      guard case .lost = read[0].samples[0].face, case .scores = read[0].samples[1].face else {
        Issue.record("the second row's face is missing in \(text)")
        continue
      }
    }
    let read = try table.sessions("[\(one),5,\"x\",\(two)]", name: "a.json")
    #expect(read[0].skipped == ["value of the wrong type": 2])
    let nested = try table.sessions(#"[\#(two),{"t":2,"x":[0.5],"y":0.5}]"#, name: "a.json")
    #expect(nested[0].skipped == ["text instead of a number": 1])
  }

  @Test func tableWithOneListPerColumnIsRejected() throws {
    let rejection = try file("table", [.map: Self.map])
      .rejection(#"{"t":{"0":1,"1":2},"x":{"0":0.5,"1":0.5},"y":{"0":0.5,"1":0.5}}"#)
    #expect(rejection.contains("the file has one list per column"), "\(rejection)")
  }

  /// jsPsych stores rows under a key of each trial.
  @Test func rowsUnderAKeyAreReadInEveryStructure() throws {
    let webgazer = try file("table", [.preset: "webgazer", .picture: "0,0,100x100"])
    let (one, two) = (#"{"x":50,"y":50,"t":1000}"#, #"{"x":50,"y":50,"t":2000}"#)
    for text in [
      #"[{"webgazer_data":[null,\#(one),\#(two)]}]"#,
      #"[{"rt":3},{"webgazer_data":{"0":\#(one),"5":\#(two)}}]"#,
      #"[{"webgazer_data":\#(one)},null,{"webgazer_data":[\#(two)]}]"#,
      #"{"webgazer_data":[\#(one)]}"# + "\n" + #"{"webgazer_data":[\#(two)]}"#,
    ] {
      let read = try webgazer.sessions(text, name: "a.json")
      #expect(read[0].samples.map(\.time) == [1, 2] && read[0].skipped.isEmpty, "\(text)")
    }
    let cells =
      "trial,webgazer_data\n1,\"[{\"\"x\"\":50,\"\"y\"\":50,\"\"t\"\":1000}]\"\n2,lost\n3,[]\n4,\n"
      + "5,\"{\"\"x\"\":50,\"\"y\"\":50,\"\"t\"\":2000}\"\n"
    let read = try webgazer.sessions(cells, name: "a.csv")
    #expect(read[0].samples.map(\.time) == [1, 2])
    #expect(read[0].skipped == ["value of the wrong type": 1])
    // A cell that a spreadsheet program truncated.
    let cut = webgazer.rejection(
      "trial,webgazer_data\n1,\n2,\"[{\"\"x\"\":50,\"\"y\"\":5\"\n".utf8, name: "a.csv")
    #expect(cut.hasPrefix("3: the cell in 'webgazer_data': the file ends inside a value"), "\(cut)")
  }

  // MARK: - No usable data

  @Test func fileWithoutUsableSamplesIsRejectedWithReasons() throws {
    var table = try file("table", [.map: Self.map.replacing(",happy=happy", with: ",conf=conf")])
    let text = "t,x,y,conf\n1,,,1\n2,NaN,0.5,1\n3,0.5,0.5,0.1\n4,soon,0.5,1\nx,0.5,0.5,1\n"
    for isPlain in [true, false] {
      table.options.usesFastPath = isPlain
      let rejection = table.rejection(text)
      #expect(rejection.contains("no usable sample ("), "\(rejection)")
      for reason in [
        "gaze without coordinates 3", "gaze of too little confidence 1", "time is not a number 1",
        "text instead of a number 1",
      ] {
        #expect(rejection.contains(reason), "\(rejection)")
      }
    }
    let faces = try file("table", [.map: "time=t,happy=happy"])
    #expect(faces.rejection("t,happy\n1,\n2,NaN\n").contains("(face without a score 2)"))
    #expect(
      try file("table", [.preset: "openface"]).rejection(
        "frame,timestamp,confidence,success,AU06_r,AU12_r\n1,0.1,0.1,0,1,1\n2,0.2,0.1,0,1,1\n"
      ).contains("(no face found 2)"))
    let lost = Self.header + #"{"t":1,"gaze":{"x":1,"y":1,"tracking":"FACE_MISSING"}}"#
    #expect(try file("timeline").rejection(lost).contains("no usable sample (lost gaze 1)"))
    // Samples with blinks only are usable.
    let blinks = try file("table", [.map: "time=t,blink=b"])
    #expect(blinks.rejection("t,b\n1,1\n2,1\n").isEmpty)
  }

  // MARK: - Boxes

  private static let boxes =
    #"{"gazecut":"detections/1","video":"v","source":"s","image":{"width":1,"height":1}}"# + "\n"
  private static let box = #"{"label":"cat","score":0.9,"x":0,"y":0,"width":0.5,"height":0.5}"#

  @Test func boxesAreReadInEveryStructure() throws {
    let text =
      Self.boxes + #"{"t":1,"boxes":\#(Self.box)}"# + "\n"
      + #"{"t":2,"boxes":[null,\#(Self.box),[\#(Self.box)]]}"# + "\n"
      + #"{"t":3,"boxes":{"0":\#(Self.box),"2":\#(Self.box)}}"# + "\n"
      + #"{"t":4,"boxes":null}"# + "\n" + #"{"t":5,"boxes":[4]}"# + "\n"
    guard case .detections(let read) = try file("detections").read(text.utf8) else { return }
    #expect(read.detections.map(\.time) == [1, 2, 2, 3, 3])
    #expect(read.skipped == ["value of the wrong type": 1])
    let useless = Self.boxes + #"{"t":1,"boxes":[{"label":"cat","x":0,"y":0}]}"#
    #expect(
      try file("detections").rejection(useless).contains("no usable box (box without a size 1)"))
    // An empty list is valid: no object was detected.
    #expect(try file("detections").rejection(Self.boxes + #"{"t":1,"boxes":[]}"#).isEmpty)
  }

  @Test func cocoResultsAreReadInEveryStructure() throws {
    let coco = try file("coco", [.fps: "1", .image: "100x100"])
    func result(_ frame: Int) -> String {
      #"{"image_id":\#(frame),"category_id":1,"bbox":[1,1,9,9],"score":0.5}"#
    }
    for text in [
      "[null,\(result(1)),\(result(2))]", "\(result(1))\n\(result(2))",
      #"{"info":{},"annotations":[\#(result(1)),\#(result(2))]}"#,
      #"{"0":\#(result(1)),"1":\#(result(2))}"#,
    ] {
      guard case .detections(let read) = try coco.read(text.utf8) else { return }
      #expect(read.detections.map(\.time) == [1, 2] && read.skipped.isEmpty, "\(text)")
    }
  }

  // MARK: - Summary of skipped records

  @Test func skippedRecordsAreCountedRelativeToAllRecords() {
    let one = SkippedSummary(["no trackingId": 37], taken: 34)
    #expect(one.words == "37 of 71 records ignored: no trackingId" && one.exceedTenPercent)
    let two = SkippedSummary(
      ["negative time": 2, "time is not a number": 3, "score outside 0…1": 1], taken: 95)
    #expect(
      two.words
        == "5 of 100 records ignored: time is not a number 3, negative time 2; "
        + "1 value ignored: score outside 0…1")
    #expect(
      !two.exceedTenPercent && SkippedSummary(["negative time": 11], taken: 89).exceedTenPercent)
    #expect(!SkippedSummary(["negative time": 10], taken: 90).exceedTenPercent)
    #expect(SkippedSummary(["text instead of a number": 11], taken: 100).exceedTenPercent)
    // Rows of other videos are not counted as skipped.
    let other = SkippedSummary(["row of another video": 900], taken: 100)
    #expect(other.words == nil && !other.exceedTenPercent)
    #expect(other.others == "left out: row of another video 900")
  }
}
