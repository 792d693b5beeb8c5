import Audience
import Foundation
import Media
import SampleAudience
import TestMaterial
import Testing

/// Small generated videos, made once per run of the suite and copied.
enum TestVideo {
  /// Three shots in 40 s; a face crosses the second one.
  static let script = SampleScript(
    duration: 40,
    shots: [
      SampleShot(
        start: 0, end: 12, from: PicturePoint(x: 0.5, y: 0.5), to: PicturePoint(x: 0.5, y: 0.5)),
      SampleShot(
        start: 12, end: 30, from: PicturePoint(x: 0.25, y: 0.5),
        to: PicturePoint(x: 0.75, y: 0.5)),
      SampleShot(
        start: 30, end: 40, from: PicturePoint(x: 0.4, y: 0.5), to: PicturePoint(x: 0.4, y: 0.5)),
    ], stretches: [])

  static let landscape = draw("landscape", script)

  /// The same without sound and with a third of the frames, which is faster.
  static let silent = draw("silent", script, quick)

  /// The same with a middle shot of 8 s, shorter than the minimum length of 10 s.
  static let brief = draw("brief", shortened(script, to: 20), quick)

  /// The same in seven shots; the second, fourth and sixth last 6 s.
  static let scenes = draw("scenes", divided(script, at: [8, 14, 16.5, 22.5, 25.5, 31.5]), quick)

  static let portrait = draw("portrait", script) {
    $0.width = 180
    $0.height = 320
    quick(&$0)
  }

  /// Eight seconds: longer than the shortest possible moment, shorter than the default minimum.
  static let short = draw("short", cut(script, to: 8), quick)

  /// Three seconds: too short for any moment.
  static let tiny = draw("tiny", cut(script, to: 3), quick)

  /// The project's sample video of 100 s, as small as possible and silent.
  static let meadow = draw("meadow", .meadow) {
    ($0.width, $0.height, $0.frameRate, $0.hasSound) = (160, 90, 10, false)
  }

  private static func quick(_ video: inout SampleVideo) {
    video.hasSound = false
    video.frameRate = 8
  }

  private static func cut(_ script: SampleScript, to seconds: Double) -> SampleScript {
    var copy = script
    copy.duration = seconds
    copy.shots = copy.shots.filter { $0.start < seconds }
    copy.shots[copy.shots.count - 1].end = seconds
    return copy
  }

  /// A script with a shorter second shot and a longer third one.
  private static func shortened(_ script: SampleScript, to seconds: Double) -> SampleScript {
    var copy = script
    (copy.shots[1].end, copy.shots[2].start) = (seconds, seconds)
    return copy
  }

  /// A script with shots divided at `cuts`, each with its subject elsewhere.
  private static func divided(_ script: SampleScript, at cuts: [Double]) -> SampleScript {
    var copy = script
    copy.shots = zip([0] + cuts, cuts + [script.duration]).enumerated().map { index, shot in
      let place = PicturePoint(x: index.isMultiple(of: 2) ? 0.3 : 0.6, y: 0.5)
      return SampleShot(start: shot.0, end: shot.1, from: place, to: place)
    }
    return copy
  }

  private static let folder =
    FileManager.default.temporaryDirectory.path
    + "/gazecut-videos-\(ProcessInfo.processInfo.processIdentifier)"

  static func draw(
    _ name: String, _ script: SampleScript, _ change: (inout SampleVideo) -> Void = { _ in }
  ) -> String {
    var video = SampleVideo(script)
    video.width = 320
    video.height = 180
    change(&video)
    let path = "\(folder)/\(name).mp4"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try video.write(to: path)
    } catch {
      preconditionFailure("cannot draw \(name): \(error)")
    }
    return path
  }
}

extension TestLibrary {
  /// Copies a video into the library under an ID.
  func add(_ source: String, as id: String) throws {
    let name = "videos/\(id).\((source as NSString).pathExtension)"
    try FileManager.default.copyItem(atPath: source, toPath: path(name))
  }

  /// A library with a video and an audience that smiled at its middle shot.
  static func withAudience(
    _ yaml: String = TestLibrary.quickSettings, viewers: Int = 12,
    video: String = TestVideo.silent
  ) throws -> TestLibrary {
    guard viewers == 12, video == TestVideo.silent else {
      return try makeWithAudience(yaml, viewers: viewers, video)
    }
    let library = try TestLibrary(copyOf: try withAudienceTemplate.get())
    try library.write("gazecut.yaml", yaml)
    return library
  }

  /// The same after a first run, which rendered one clip and the reel.
  static func afterFirstRun() throws -> TestLibrary {
    try TestLibrary(copyOf: try afterFirstRunTemplate.get())
  }

  /// The same during a run, paused with SIGSTOP while it renders and does not write to the
  /// database.
  static func duringRun() throws -> (library: TestLibrary, run: ChildProcess) {
    // On a busy machine a small clip may be complete before the signal; then it tries again.
    for _ in 0..<10 {
      let library = try withAudience()
      let night = try Program.start(
        Program.path, ["run"], in: nil, environment: ["GAZECUT_LIBRARY": library.folder])
      func names() -> [String] { library.files("shorts/walk") }
      while night.isRunning, names().isEmpty { Thread.sleep(forTimeInterval: 0.01) }
      night.signal(SIGSTOP)
      if night.isRunning, !names().contains(where: { $0.hasSuffix(".mp4") && $0.first != "." }) {
        return (library, night)
      }
      night.signal(SIGCONT)
      _ = try night.wait()
    }
    throw POSIXError(.ETIMEDOUT)
  }

  /// The same after `--moment` chose seconds 16 to 22.
  static func withManualChoice() throws -> TestLibrary {
    try TestLibrary(copyOf: try withManualChoiceTemplate.get())
  }

  // Made once and copied.
  private static let withAudienceTemplate = Result {
    try makeWithAudience(quickSettings, viewers: 12, TestVideo.silent)
  }
  private static let afterFirstRunTemplate = Result {
    let library = try withAudience()
    let night = try library.gazecut("run")
    try #require(night.status == 0 && library.clips(of: "walk").count == 1, "\(night.errors)")
    return library
  }
  private static let withManualChoiceTemplate = Result {
    let library = try withAudience()
    let outcome = try library.gazecut("regenerate", "walk", "--moment", "16-22")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return library
  }

  private static func makeWithAudience(
    _ yaml: String, viewers: Int, _ video: String
  ) throws -> TestLibrary {
    let library = try TestLibrary(yaml: yaml)
    try library.add(video, as: "walk")
    let taken = try library.importAudience(.walk(viewers: viewers))
    try #require(taken.status == 0, "\(taken.errors)")
    return library
  }

  @discardableResult
  func importAudience(_ audience: SimpleAudience, prefix: String = "viewer", _ options: String...)
    throws -> Program.Outcome
  {
    let written = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: written) }
    let files = try audience.write(into: written, prefix: prefix)
    return try Program.run(
      ["import", "timeline"] + files + options, environment: ["GAZECUT_LIBRARY": folder])
  }
}

extension SimpleAudience {
  /// Viewers of `TestVideo.script` who smile from 14 to 28 s at the face that crosses.
  static func walk(viewers: Int = 12, seed: UInt64 = 1) -> SimpleAudience {
    SimpleAudience(
      video: "walk", duration: 40, viewers: viewers, smiles: [14...28],
      subject: { time in
        let place = TestVideo.script.subject(at: time)
        return (place.x, place.y)
      }, seed: seed)
  }
}
