import Audience
import TestMaterial
import Testing

@Suite("Sessions of one viewer from two devices, and blinks")
struct TimelineFolderViewingTests {
  private let seconds = 60.0

  private func folded(_ viewers: [[SampleColumns]]) -> AggregatedAudience {
    var folder = TimelineFolder(duration: seconds, aspect: 16.0 / 9)
    for viewer in viewers { folder.add(viewer: viewer) }
    return folder.folded()
  }

  /// Gaze without a face, 4 times per second.
  private func gaze(_ at: (Double) -> Gaze = { _ in MadeUp.center }) -> SampleColumns {
    MadeUp.session(seconds: seconds, rate: 4, gaze: at, face: { _ in .notReported })
  }

  /// A face without gaze, twice per second, that smiles from 20 to 30 s.
  private func face(_ lids: (Double) -> Gaze = { _ in .notReported }) -> SampleColumns {
    MadeUp.session(
      seconds: seconds, rate: 2, gaze: lids,
      face: { (20..<30).contains($0) ? MadeUp.face(.happy, 0.9) : MadeUp.neutral($0) })
  }

  @Test("gaze of one device and a smile of another are one viewer, in any order")
  func oneViewer() throws {
    for sessions in [[gaze(), face()], [face(), gaze()]] {
      let audience = folded([sessions])
      #expect(audience.summary.viewers == 1)
      let bin = audience.summary.bins[50]
      #expect(bin.watching == 1 && bin.withBoth == 1)
      #expect(audience.rows[50].map(\.position) == [PicturePoint(x: 0.5, y: 0.5)])
      #expect(bin.reacting > 0.5 && audience.summary.bins[20].reacting < 0.2)
    }
  }

  @Test("a viewer with closed eyes is watching, without a gaze point")
  func blinks() {
    let isClosed = { (time: Double) in time.truncatingRemainder(dividingBy: 3) < 0.5 }
    let bins = folded([[gaze { isClosed($0) ? .blink : MadeUp.at(0.5, 0.4) }]]).summary.bins
    #expect(bins.allSatisfy { $0.watching == 1 })
    #expect(bins.indices.allSatisfy { bins[$0].withGaze == ($0.isMultiple(of: 6) ? 0 : 1) })
    let asleep = folded([[gaze { $0 < 30 ? .blink : MadeUp.center }]]).summary.bins
    #expect(asleep[..<58].allSatisfy { $0.withGaze == 0 && $0.watching == 1 })
  }

  @Test("closed eyes in one session do not remove gaze of another session")
  func blinksInAnotherSession() {
    let shut = MadeUp.session(
      seconds: seconds, rate: 4, gaze: { $0 < 30 ? .blink : .notReported },
      face: { _ in .notReported })
    for sessions in [[gaze(), shut], [shut, gaze()]] {
      #expect(folded([sessions]).summary.bins.allSatisfy { $0.withGaze == 1 })
    }
  }

  @Test("a time bin uses the gaze of one of two viewings")
  func twoViewings() {
    let asleep = MadeUp.session(
      seconds: seconds, rate: 4, gaze: { $0 < 30 ? .blink : MadeUp.at(0.2, 0.5) })
    let awake = MadeUp.session(seconds: seconds, rate: 4, gaze: { _ in MadeUp.at(0.8, 0.5) })
    let rows = folded([[asleep, awake]]).rows
    #expect((rows[20].first?.position?.x ?? 0) > 0.79)
    // The mean of two viewings is no gaze point.
    let position = rows[100].first?.position?.x ?? 0.5
    #expect(abs(position - 0.2) < 0.01 || abs(position - 0.8) < 0.01)
    #expect(rows.allSatisfy { $0.count == 1 })
  }
}
