import ArgumentParser
import Foundation
import TestMaterial

/// `gazecut-bench framing`: how many looks of held-out viewers the framing keeps.
struct FramingBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "framing",
    abstract: "Frame with half of the real viewers, score with the other half.")

  @Option(help: "How many random halves to average.")
  var splits = 20

  func run() throws {
    let clips = try RealGaze.clips.map { try BenchClip(RealGaze.gazeCom($0)) }
    print("Framing, real viewers: six clips, mean of \(splits) splits, window 9:16 at full height")
    if ProcessInfo.processInfo.environment["DBG"] != nil { dbg(clips, HalvesBench(clips: clips, splits: 1)); return }
    HalvesBench(clips: clips, splits: splits).report()
  }
}
