import ArgumentParser
import Framing
import TestMaterial

/// `gazecut-bench framing`: how many looks of held-out viewers the framing keeps.
struct FramingBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "framing",
    abstract: "Frame with some of the real viewers, score with the others.")

  @Option(help: "How many random halves to average.")
  var splits = 20

  @Flag(help: "Leave out the human editors' windows, which take longest.")
  var gazeOnly = false

  func run() throws {
    let settings = benchSettings()
    let clips = try RealGaze.clips.map { try BenchClip(RealGaze.gazeCom($0)) }
    print("Framing, real viewers: six clips, mean of \(splits) halves, 9:16 at full height")
    HalvesBench(clips: clips, splits: splits, settings: settings, crowd: .half).report(
      target: "reach 69.9 within the limits; best static 58.8")
    print("\nThe same with 8 viewers, each 5 % off, with 4 % of noise in each 0.1 s")
    HalvesBench(clips: clips, splits: splits, settings: settings, crowd: .fewAndNoisy).report(
      target: "reach 68.8 within the limits")
    if gazeOnly { return }
    print("\nFraming, human editors: five frame, the sixth scores; clips 001 to 100")
    try EditorsBench(settings: settings).report()
  }

  /// The defaults, with crops alone: the share kept is that of a window.
  private func benchSettings() -> FramingSettings { FramingSettings(layouts: [.crop]) }
}
