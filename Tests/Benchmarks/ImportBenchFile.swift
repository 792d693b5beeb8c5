import Foundation
import Importers

/// A kind of large file, made as long as is asked for.
struct ImportBenchFile: Sendable {
  let name: String
  let format: String
  /// What stands before the pieces, between two of them, and behind them.
  private let frame: (before: String, between: String, after: String)
  /// The text of a piece: a session, or the rows of a time.
  private let piece: @Sendable (Int) -> String
  /// What is said beside the file.
  let options: @Sendable () throws -> ImportOptions

  static let all = [timeline, table, seetube]

  private static let timeline = ImportBenchFile(
    name: "timeline", format: "timeline", frame: ("", "", ""), piece: session,
    options: { ImportOptions() })

  /// 200 viewers, row by row in turn: the worst order that there is.
  static let table = ImportBenchFile(
    name: "csv", format: "table",
    frame: ("t_us,viewer,x_px,y_px,conf,happy,surprise\n", "", ""),
    piece: { piece in
      (0..<50).map { step in
        let time = (piece * 50 + step) * 20_000
        return (0..<200).map { viewer in
          "\(time),v\(viewer),\((time / 31 + viewer) % 1280).5,\((time / 17) % 720).25,0.98,"
            + "0.0\(time / 20_000 % 7),0.02\n"
        }.joined()
      }.joined()
    },
    options: {
      var options = ImportOptions(video: "bench")
      try options.set(.map, to: tableMap)
      return options
    })

  /// How the columns of `table` are read.
  static let tableMap =
    "time=t_us:us,x=x_px,y=y_px,gaze=pixels 1280x720,conf=conf,viewer=viewer,happy=happy,"
    + "surprise=surprise"

  private static let seetube = ImportBenchFile(
    name: "seetube", format: "seetube", frame: ("[", ",", "]"),
    piece: { piece in
      let records = (2..<130).map { second in
        #"{"playTime":\#(second),"gazeInfo":{"x":0.\#(100 + second * 7 % 800),"y":0.4\#(second % 10),"#
          + #""trackingState":"SUCCESS","eyeMovementState":"FIXATION","#
          + #""screenState":"INSIDE_OF_SCREEN"},"emotionInfo":{"classification":"#
          + #""\#(second % 20 > 14 ? "happy" : "neutral")","confidencePercentage":\#(60 + second % 30).5}}"#
      }
      return #"{"id":\#(piece + 1),"videoId":"bench","reviewerId":\#(piece),"watchingInfos":["#
        + records.joined(separator: ",") + "]}"
    },
    options: { ImportOptions() })

  /// A session of 2,000 lines of a timeline.
  @Sendable private static func session(_ piece: Int) -> String {
    let header =
      #"{"gazecut":"timeline/1","video":"bench","session":"s\#(piece)","viewer":"v\#(piece)","#
      + #""picture":{"x":0,"y":0,"width":844,"height":475}}"# + "\n"
    return header
      + (0..<2000).map { index in
        #"{"t":\#(index / 10).\#(index % 10),"gaze":{"x":\#(index * 37 % 800).5,"y":\#(index % 470),"#
          + #""tracking":"SUCCESS","movement":"FIXATION","screen":"INSIDE_OF_SCREEN"},"#
          + #""emotion":{"state":"SUCCESS","scores":{"happy":0.\#(index / 50 % 9)5,"neutral":0.05}}}"#
          + "\n"
      }.joined()
  }

  /// Writes the file.
  ///
  /// - Returns: its length in bytes.
  func write(to path: String, megabytes: Int) throws -> Int {
    _ = FileManager.default.createFile(atPath: path, contents: Data(frame.before.utf8))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    var written = Int(try handle.seekToEnd())
    var number = 0
    while written < megabytes * 1_000_000 {
      let text = Data(((number > 0 ? frame.between : "") + piece(number)).utf8)
      try handle.write(contentsOf: text)
      written += text.count
      number += 1
    }
    try handle.write(contentsOf: Data(frame.after.utf8))
    return written + frame.after.utf8.count
  }

  private struct Line: Decodable {
    struct Look: Decodable { var x: Double?, y: Double?, tracking: String? }
    struct Mood: Decodable { var state: String?, scores: [String: Double]? }
    var t: Double
    var gaze: Look?
    var emotion: Mood?
  }

  /// Megabytes of timeline a second that JSONDecoder reads, line by line.
  static func decoderSpeed(of count: Int) throws -> Double {
    let lines = (0..<count / 2000).flatMap { session($0).split(separator: "\n").dropFirst() }
    let decoder = JSONDecoder()
    var bytes = 0
    let clock = ContinuousClock()
    let time = try clock.measure {
      for line in lines {
        bytes += line.utf8.count + 1
        _ = try decoder.decode(Line.self, from: Data(line.utf8))
      }
    }
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    return Double(bytes) / seconds / 1e6
  }
}
