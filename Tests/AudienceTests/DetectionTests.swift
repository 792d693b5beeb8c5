import Audience
import TestMaterial
import Testing

@Suite struct DetectionTests {
  private let boxes: [Detection]

  init() {
    var random = SeededGenerator(seed: 1)
    // Times in steps of 0.25 s, so that many boxes share a time or lie exactly at a limit.
    boxes =
      (0..<200).map { number in
        Detection(
          time: (random.unit() * 40).rounded() / 4, label: "face", score: 1,
          box: PictureBox(x: 0, y: 0, width: 1, height: 1), track: number)
      }.sortedByTime
  }

  @Test(arguments: [-1, 0, 0.1, 0.25, 4, 9.75, 10, 11])
  func boxesAreFoundByTimeRangeAndDistance(start: Double) {
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
