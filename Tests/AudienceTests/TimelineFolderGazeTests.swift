import Audience
import Testing

@Suite("Weights and positions of gaze")
struct TimelineFolderGazeTests {
  private func rows(_ session: SampleColumns, at bin: Int = 20) -> [GazeRow] {
    MadeUp.timeline([session], seconds: 30).bins[bin]
  }

  @Test("the position of a bin is the median of its gaze points")
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

  @Test("coverage uses low confidence only for viewers without better data")
  func coverageByLowConfidence() {
    func session(_ confidence: @escaping (Double) -> GazeConfidence) -> SampleColumns {
      MadeUp.session(
        seconds: 30,
        gaze: {
          .at(PicturePoint(x: 0.5, y: 0.5), confidence: confidence($0), movement: .unknown)
        })
    }
    let head = MadeUp.folded([session { _ in .low }], seconds: 30).summary
    #expect(head.bins[20].withGaze == 1)
    let eyes = MadeUp.folded([session { $0 < 20 ? .low : .full }], seconds: 30).summary
    #expect(eyes.bins[20].withGaze == 0 && eyes.bins[50].withGaze == 1)
  }

  @Test("gaze that the eye tracker labels as a saccade counts half")
  func saccades() throws {
    let weight = { (movement: @escaping (Double) -> EyeMovement) in
      try #require(
        rows(MadeUp.session(seconds: 30, gaze: { MadeUp.at(0.5, 0.5, movement($0)) })).first
      ).weight
    }
    #expect(try weight { _ in .unknown } == 1)
    #expect(try weight { _ in .fixation } == 1)
    #expect(try weight { $0 < 5 ? .fixation : .unknown } == 1)
    #expect(abs(try weight { $0 < 5 ? .fixation : .saccade } - 0.5) < 0.01)
  }

  @Test("the edge of the frame is inside, and beyond it there is no gaze point")
  func edgeOfTheFrame() throws {
    let near = MadeUp.session(seconds: 30, gaze: { _ in MadeUp.at(0, 1) })
    #expect(rows(near).first?.position == PicturePoint(x: 0, y: 1))
    let far = MadeUp.session(seconds: 30, gaze: { _ in MadeUp.at(-0.03, 0.5) })
    #expect(try #require(rows(far).first).position == nil)
  }

  @Test("a gaze point belongs to the bin of its time")
  func timeOfAGazePoint() {
    let session = MadeUp.session(
      seconds: 30, rate: 60, gaze: { MadeUp.at($0 < 10 ? 0.2 : 0.8, 0.5) })
    let timeline = MadeUp.timeline([session], seconds: 30)
    #expect((timeline.bins[19][0].position?.x ?? 1) < 0.3)
    #expect((timeline.bins[20][0].position?.x ?? 0) > 0.7)
  }

  @Test("a viewer is away during a long gap, but not during a short one")
  func gapsInASession() {
    let away = SampleColumns(
      MadeUp.session(seconds: 30).filter { $0.time < 10 || $0.time > 18 })
    let timeline = MadeUp.timeline([away], seconds: 30)
    #expect(timeline.bins[28].isEmpty)
    #expect(!timeline.bins[50].isEmpty)
    let blinked = SampleColumns(
      MadeUp.session(seconds: 30).filter { $0.time < 10 || $0.time > 11.4 })
    #expect(MadeUp.timeline([blinked], seconds: 30).bins[21].count == 1)
  }

  @Test("one sample per second fills both time bins")
  func oneSamplePerSecond() {
    let session = MadeUp.session(seconds: 30, rate: 1)
    let bins = MadeUp.folded([session], seconds: 30).summary.bins
    #expect(bins[2..<56].allSatisfy { $0.withGaze == 1 && $0.withFace == 1 })
  }
}
