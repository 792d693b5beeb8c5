import EditDecisions
import Foundation
import TestMaterial
import Testing

/// A zoom chosen by gazecut, from the files of an audience to the pixels of the clip.
@Suite(.waitsForPrograms) struct ZoomedClipTests {
  /// Six viewers who look at a small object low in the frame.
  ///
  /// If `looksUp`, they look at another far above it from 8 to 14 s, so only a crop of full height
  /// covers both groups.
  private static func audience(looksUp: Bool) -> SimpleAudience {
    SimpleAudience(
      video: "two", duration: 26, viewers: 6, smiles: [0...26],
      subject: { time in (0.4, looksUp && (8..<14).contains(time) ? 0.08 : 0.8) },
      seed: looksUp ? 2 : 1)
  }

  /// Draws 320×180, black, with white squares of 12 pixels where viewers look.
  private static func draw(_ path: String) throws {
    let squares = [(122, 138), (122, 8)].map {
      "drawbox=x=\($0.0):y=\($0.1):w=12:h=12:c=white:t=fill"
    }.joined(separator: ",")
    let outcome = try Program.runTool(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-f", "lavfi", "-i",
        "color=black:size=320x180:rate=25:duration=26,\(squares)", "-c:v", "libx264", "-preset",
        "ultrafast", "-pix_fmt", "yuv420p", path,
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Number of white pixels in a frame of the clip.
  private static func whitePixels(_ path: String, at time: Double) throws -> Int {
    try FFmpeg.greyFrame(path, at: time, width: 90, height: 160).count { $0 > 128 }
  }

  @Test func clipZoomsAsDecided() throws {
    // 160 output lines may come from 80 of the 180 source lines, so there is room to zoom in.
    let library = try TestLibrary(
      yaml: """
        run: {report: off}
        framing: {layouts: [crop]}
        render: {width: 90, height: 160, preset: ultrafast, loudness: off, crf: 20}
        """)
    try Self.draw(library.path("videos/two.mp4"))
    for lookUp in [false, true] {
      let taken = try library.importAudience(
        Self.audience(looksUp: lookUp), prefix: lookUp ? "up" : "low")
      try #require(taken.status == 0, "\(taken.errors)")
    }
    let told = try library.gazecut(
      "regenerate", "two", "--moment", "0:00-0:24", "--dry-run")
    #expect(told.output.contains(", zooms"), "\(told.output)")
    let made = try library.gazecut("regenerate", "two", "--moment", "0:00-0:24")
    try #require(made.status == 0, "\(made.errors)")
    let framing = try #require(try library.decisions(of: "two").moments.first).framing
    guard case .crop(let keyframes)? = framing.shots.first?.layout else {
      Issue.record("no crop")
      return
    }
    // At these times the crop is still.
    let times = [4.0, 11, 20]
    let heights = try times.map { time in
      try #require(keyframes.last { $0.t <= time }).height
    }
    #expect(heights[0] < 110 && heights[1] == 180 && heights[2] < 110, "\(heights)")
    // 12 source pixels are 12 · 160 / height output pixels; the full height shows both squares.
    let clip = library.path("shorts/two/" + (try #require(library.clips(of: "two").first)))
    for (index, time) in times.enumerated() {
      let side = 12 * 160 / heights[index]
      let expected = (index == 1 ? 2 : 1) * side * side
      let found = Double(try Self.whitePixels(clip, at: time))
      #expect(abs(found - expected) < expected / 4, "\(found) of \(expected) at \(time) s")
    }
  }
}
