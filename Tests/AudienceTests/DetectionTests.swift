import Audience
import TestMaterial
import Testing

/// Boxes are looked up by their times.
@Suite struct DetectionTests {
  private let boxes: [Detection]

  init() {
    var random = SeededGenerator(seed: 1)
    // Quarters of a second, so that many share a time and lie just as far away as is asked.
    boxes =
      (0..<200).map { number in
        Detection(
          time: (random.unit() * 40).rounded() / 4, label: "face", score: 1,
          box: PictureBox(x: 0, y: 0, width: 1, height: 1), track: number)
      }.sortedByTime
  }

  @Test(arguments: [-1, 0, 0.1, 0.25, 4, 9.75, 10, 11])
  func thoseOfSomeSecondsAreThoseThatLookingThroughFinds(start: Double) {
    for end in [-1, 0, start, 4.25, 10, 12] {
      let wanted = boxes.filter { $0.time >= start && $0.time < end }
      #expect(Array(boxes.seen(from: start, to: end)) == wanted)
    }
    for reach in [0, 0.25, 0.5, 20] {
      let wanted = boxes.filter { abs($0.time - start) <= reach }
      #expect(boxes.seen(near: start, within: reach) == wanted)
    }
    #expect([Detection]().seen(near: start, within: 1).isEmpty)
  }
}
