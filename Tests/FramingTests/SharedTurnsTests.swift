import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("The shots of a moment share its turns")
struct SharedTurnsTests {
  /// There and back within six seconds, in the first of three shots of twenty seconds in all.
  private let timeline = FramingMaterial.timeline(seconds: 20) { time, _ in
    (1.5..<4.5).contains(time) ? 0.8 : 0.2
  }

  private func framed(
    cuts: [Double], rate: Double = 0.15
  ) -> (turns: Int, kept: Double, breaches: [String]) {
    var request = FramingMaterial.request(timeline, cuts: cuts, layouts: [.crop])
    // A square window as large as there is cannot cut: it shows a part of what it showed.
    (request.settings.outputHeight, request.settings.maximumZoom) = (1080, 1)
    request.settings.constants.maximumReversalRate = rate
    let framing = frame(request).framing
    let motion = CameraMotion(of: framing.shots, pictureWidth: 1280, frameRate: 25)
    return (
      motion.reversals, framing.gazeKept ?? 0,
      FramingMaterial.breaches(framing, width: 1280)
    )
  }

  @Test("a short shot turns back on what the others leave, and keeps more for it")
  func shared() {
    // Six seconds have no turn of their own: 6 × 0.15 < 1.
    let found = framed(cuts: [6, 12])
    #expect(found.turns == 1)
    #expect(found.breaches == [])
    #expect(found.kept > framed(cuts: [6, 12], rate: 0).kept)
  }

  /// Each half of the viewers alone would stack the two; what is shown is a window that pans.
  @Test("what is told is of the layout that is shown, whichever the halves would have")
  func toldOfWhatIsShown() {
    for turn in [2.0, 3, 4] {
      for stays in [0.15, 0.25, 0.35] {
        var timeline = FramingMaterial.timeline(seconds: 20, viewers: 20) { time, viewer in
          let side = Int(time / turn) % 2 == 0
          let isStaying = Double((viewer * 7 + Int(time / turn) * 3) % 20) < stays * 20
          return side != isStaying ? 0.33 : 0.67
        }
        for bin in timeline.bins.indices {
          for row in stride(from: 1, to: 20, by: 2) {
            timeline.bins[bin][row].isInSecondHalf = true
          }
        }
        let request = FramingMaterial.request(timeline)
        let framing = frame(request).framing
        let shown = gazeKept(by: framing.shots, of: request) ?? 0
        // What halves tell of others' looks is a few points less.
        #expect(abs((framing.gazeKept ?? 0) - shown) <= 0.1, "\(turn) s, \(stays): \(shown)")
      }
    }
  }

  @Test("a moment under seven seconds has no turn to give")
  func none() {
    var request = FramingMaterial.request(timeline, layouts: [.crop])
    request.end = 6
    let framing = frame(request).framing
    #expect(CameraMotion(of: framing.shots, pictureWidth: 1280, frameRate: 25).reversals == 0)
  }
}
