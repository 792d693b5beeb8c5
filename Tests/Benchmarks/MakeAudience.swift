import ArgumentParser
import Foundation
import TestMaterial

/// `gazecut-bench make-audience`: real gaze as files that `gazecut import timeline` takes.
struct MakeAudience: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-audience",
    abstract: "Write a real-gaze clip as timeline files, with planted reactions.",
    discussion: """
      Example: gazecut-bench make-audience --clip golf --video-id bbb_0_30 --duration 30 \
      --width 1280 --height 720 --react 4-12 --out audience
      """)

  @Option(help: "One of \(RealGaze.clips.joined(separator: ", ")), or a recording of data/lund.")
  var clip = "golf"
  @Option(help: "The video they are to have watched.")
  var videoId: String
  @Option(help: "Its length in seconds.")
  var duration: Double
  @Option(help: "Width of its picture, pixels.")
  var width = 1280.0
  @Option(help: "Height of its picture, pixels.")
  var height = 720.0
  @Option(help: "Seconds of laughter, such as 4-12; repeatable.")
  var react: [String] = []
  @Option(help: "The folder to write into.")
  var out: String

  func run() throws {
    let gaze = try RealGaze.clips.contains(clip) ? .gazeCom(clip) : RealGaze.lund(clip)
    let files = TimelineFiles(
      gaze: gaze, videoID: videoId, duration: duration, width: width, height: height,
      reactions: try react.map(Self.range))
    let written = try files.write(to: URL(fileURLWithPath: out))
    print("\(written.count) viewers in \(out)")
  }

  private static func range(_ text: String) throws -> ClosedRange<Double> {
    let ends = text.split(separator: "-").compactMap { Double($0) }
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw ValidationError("--react takes START-END in seconds, not '\(text)'")
    }
    return ends[0]...ends[1]
  }
}
