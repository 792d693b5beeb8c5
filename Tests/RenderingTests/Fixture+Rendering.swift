import EditDecisions
import Foundation
import Media
import MediaFixture
import Testing

@testable import Rendering

/// Rendering and inspection of synthetic media.
extension Fixture {
  /// Fast settings with a size of exactly 9:16 and without loudness normalisation.
  static let settings = RenderSettings(
    width: 180, height: 320, crf: 12, preset: "ultrafast", loudness: nil)

  /// One shot with one layout.
  static func framing(_ start: Double, _ end: Double, _ layout: Layout) -> Framing {
    Framing(
      gazeKept: nil, shots: [ClipShot(start: start, end: end, cut: .source, layout: layout)])
  }

  /// A full-height 9:16 crop of a frame that is `height` high.
  static func window(_ x: Double, height: Double = 180, at time: Double = 0) -> CropKeyframe {
    CropKeyframe(t: time, x: x, y: 0, width: height * 9 / 16, height: height)
  }

  /// Renders a clip with one layout and returns its path.
  func render(
    _ source: String, _ start: Double, _ end: Double, _ layout: Layout = .crop([window(100)]),
    name: String = "clip.mp4", settings: RenderSettings = settings
  ) throws -> String {
    let path = folder + "/" + name
    let renderer = ClipRenderer(source: try MediaInfo.probe(source), settings: settings)
    try renderer.render(
      from: start, to: end, framing: Self.framing(start, end, layout), to: path)
    return path
  }

  /// Calls `body` with every frame of a file and its number.
  static func frames(_ path: String, _ body: @escaping (Frame, Int) -> Void) throws {
    var count = 0
    try RangeReader(try MediaInfo.probe(path)).read(
      from: 0, to: 1e6,
      picture: { frame throws(MediaError) in
        body(frame, count)
        count += 1
      })
  }

  /// The numbers that are encoded in the frames of a file.
  static func numbers(_ path: String) throws -> [Int] {
    var numbers: [Int] = []
    try frames(path) { frame, _ in numbers.append(number(frame)) }
    return numbers
  }

  /// The sound of a file from play time 0 on, one array per channel.
  static func sound(_ path: String) throws -> [[Float]] {
    let info = try MediaInfo.probe(path)
    let rate = info.sound?.sampleRate ?? 1
    var channels = [[Float]](repeating: [], count: info.sound?.channels ?? 0)
    try RangeReader(info).read(
      from: 0, to: 1e6, picture: nil,
      sound: { frame throws(MediaError) in
        let place = Int((frame.time * Double(rate)).rounded())
        for (index, samples) in frame.floatChannels().enumerated() {
          let missing = max(0, place - channels[index].count)
          channels[index] += [Float](repeating: 0, count: missing) + samples
        }
      })
    return channels
  }

  /// Times at which a channel becomes louder than 0.25 after 0.2 s of quiet.
  static func onsets(_ samples: [Float], rate: Int = 48_000) -> [Double] {
    var onsets: [Double] = []
    var last = -rate
    for (index, sample) in samples.enumerated() where abs(sample) > 0.25 {
      if index - last > rate / 5 { onsets.append(Double(index) / Double(rate)) }
      last = index
    }
    return onsets
  }

  /// Whether the folder contains exactly the files `names`.
  func containsOnly(_ names: [String]) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names.sorted()
  }
}

extension ClipRenderer {
  /// Renders a reel without clips.
  @discardableResult
  func render(
    _ stretches: [Range<Double>], to path: String
  ) throws(MediaError) -> (file: RenderedFile, map: [ReelSegment]) {
    let file = try SharedDecoding(
      reel: preparedReel(stretches, path: path), clips: [], progress: { _, _ in },
      isCancelled: { false }
    ).render()[0]
    return (file, reelSegments(stretches))
  }
}
