import Audience
import TestMaterial
import Testing

@Suite("Gaze that counts")
struct TimelineFolderGazeTests {
  private func rows(_ session: SampleColumns, at bin: Int = 20) -> [AudienceRow] {
    MadeUp.timeline([session], seconds: 30).bins[bin].rows
  }

  @Test("the position of a bin is the median of its looks")
  func medianPosition() throws {
    let session = MadeUp.session(
      seconds: 30, rate: 10, gaze: { MadeUp.at(Int(($0 * 10).rounded()) % 5 == 0 ? 0.9 : 0.3, 0.5) }
    )
    let position = try #require(rows(session).first?.position)
    #expect(abs(position.x - 0.3) < 1e-3)
  }

  @Test("low confidence counts half")
  func lowConfidence() throws {
    let low = MadeUp.session(
      seconds: 30,
      gaze: { _ in .at(PicturePoint(x: 0.5, y: 0.5), confidence: .low, movement: .unknown) })
    #expect(abs(try #require(rows(low).first).weight - 0.5) < 0.01)
  }

  @Test("labels weigh only where the source labels at all")
  func labels() throws {
    let weight = { (movement: @escaping (Double) -> EyeMovement) in
      try #require(
        rows(MadeUp.session(seconds: 30, gaze: { MadeUp.at(0.5, 0.5, movement($0)) })).first
      ).weight
    }
    #expect(try weight { _ in .unknown } == 1)
    #expect(try weight { _ in .fixation } == 1)
    #expect(abs(try weight { $0 < 5 ? .fixation : .unknown } - 0.5) < 0.01)
    #expect(abs(try weight { $0 < 5 ? .fixation : .saccade } - 0.25) < 0.01)
  }

  @Test("a margin of 2 % is moved to the edge; beyond it is no look")
  func margin() throws {
    let near = MadeUp.session(seconds: 30, gaze: { _ in MadeUp.at(-0.015, 1.015) })
    #expect(rows(near).first?.position == PicturePoint(x: 0, y: 1))
    let far = MadeUp.session(seconds: 30, gaze: { _ in MadeUp.at(-0.03, 0.5) })
    #expect(try #require(rows(far).first).position == nil)
  }

  @Test("eyes follow by a quarter of a second, and are shifted back")
  func lag() {
    let session = MadeUp.session(
      seconds: 30, rate: 60, gaze: { MadeUp.at($0 < 10.25 ? 0.2 : 0.8, 0.5) })
    let timeline = MadeUp.timeline([session], seconds: 30)
    #expect((timeline.bins[19].rows[0].position?.x ?? 1) < 0.3)
    #expect((timeline.bins[20].rows[0].position?.x ?? 0) > 0.7)
  }

  @Test("at 60 Hz a saccade counts less than what is held")
  func saccades() {
    // Held, but for a sweep across the picture at 8 widths a second.
    let session = MadeUp.session(
      seconds: 30, rate: 60,
      gaze: { time in
        let phase = time.truncatingRemainder(dividingBy: 2)
        return MadeUp.at(phase > 1 && phase < 1.1 ? 0.1 + (phase - 1) * 8 : 0.1, 0.5)
      })
    let timeline = MadeUp.timeline([session], seconds: 30)
    let weights = timeline.bins.map { $0.rows[0].weight }
    #expect(weights.contains(1))
    #expect((weights.min() ?? 1) < 0.95)
  }

  @Test("at 500 Hz eyes that follow a runner are no saccade, and a saccade still is")
  func pursuit() throws {
    // 0.6 widths a second are 18 degrees, under the threshold of 30; the noise is 0.06 degrees.
    var random = SeededGenerator(seed: 5)
    let runner = MadeUp.session(
      seconds: 30, rate: 500,
      gaze: { time in
        let phase = time.truncatingRemainder(dividingBy: 1.5)
        return MadeUp.at(
          0.05 + 0.6 * phase + Double.random(in: -0.0035...0.0035, using: &random), 0.5)
      })
    let weights = MadeUp.timeline([runner], seconds: 30).bins.compactMap { $0.rows.first?.weight }
    #expect(weights.reduce(0, +) / Double(weights.count) > 0.85)
    // To and fro between two places every tenth of a second, in 30 ms each.
    let restless = MadeUp.session(
      seconds: 30, rate: 500,
      gaze: { time in
        let phase = (time * 10).truncatingRemainder(dividingBy: 2)
        return MadeUp.at(
          phase < 1 ? 0.2 + min(0.6, phase * 2) : 0.8 - min(0.6, (phase - 1) * 2), 0.5)
      })
    let least = MadeUp.timeline([restless], seconds: 30).bins.compactMap { $0.rows.first?.weight }
    #expect(least.reduce(0, +) / Double(least.count) < 0.5)
  }

  @Test("a video of six seconds has its figures of chance")
  func shortVideo() {
    let viewers = (0..<8).map { viewer in
      MadeUp.session(
        seconds: 6, rate: 10,
        gaze: { MadeUp.at($0 < 3 ? 0.2 : 0.2 + 0.08 * Double(viewer), 0.5) })
    }
    let timeline = MadeUp.timeline(viewers, seconds: 6)
    #expect(timeline.bins[2].chance != nil && timeline.bins[2].agreement != nil)
  }

  @Test("a long gap is not watching, a short one is")
  func gaps() {
    let away = SampleColumns(
      MadeUp.session(seconds: 30).filter { $0.time < 10 || $0.time > 18 })
    let timeline = MadeUp.timeline([away], seconds: 30)
    #expect(timeline.bins[28].rows.isEmpty)
    #expect(!timeline.bins[50].rows.isEmpty)
    let blinked = SampleColumns(
      MadeUp.session(seconds: 30).filter { $0.time < 10 || $0.time > 11.4 })
    #expect(MadeUp.timeline([blinked], seconds: 30).bins[21].rows.count == 1)
  }

  @Test("records of one a second speak for both halves")
  func slow() {
    let session = MadeUp.session(seconds: 30, rate: 1)
    let timeline = MadeUp.timeline([session], seconds: 30)
    #expect(timeline.bins[2..<56].allSatisfy { $0.rows.first?.position != nil })
    #expect(timeline.bins[2..<56].allSatisfy { $0.rows.first?.strengths != nil })
  }
}
