import Audience
import Testing

@Suite("One viewing recorded by two devices, and eyes that close")
struct TimelineFolderViewingTests {
  private let seconds = 60.0

  private func timeline(_ viewers: [[SampleColumns]]) -> AudienceTimeline {
    var folder = TimelineFolder(duration: seconds, aspect: 16.0 / 9)
    for viewer in viewers { folder.add(viewer: viewer) }
    return folder.timeline()
  }

  /// Gaze alone, 4 times a second.
  private func gaze(_ at: (Double) -> Gaze = { _ in MadeUp.center }) -> SampleColumns {
    MadeUp.session(seconds: seconds, rate: 4, gaze: at, face: { _ in .notReported })
  }

  /// A face alone, twice a second, that smiles from 20 to 30 s.
  private func face(_ lids: (Double) -> Gaze = { _ in .notReported }) -> SampleColumns {
    MadeUp.session(
      seconds: seconds, rate: 2, gaze: lids,
      face: { (20..<30).contains($0) ? MadeUp.face(.happy, 0.9) : MadeUp.neutral($0) })
  }

  @Test("gaze from one device and a smile from another are one viewer, in either order")
  func oneViewer() throws {
    for sessions in [[gaze(), face()], [face(), gaze()]] {
      let timeline = timeline([sessions])
      #expect(timeline.viewers == 1)
      let row = try #require(timeline.bins[50].rows.first)
      #expect(timeline.bins[50].rows.count == 1)
      #expect(row.position == PicturePoint(x: 0.5, y: 0.5))
      #expect((row.strengths?[.happy] ?? 0) > 0.5)
    }
  }

  @Test("lids seen by the camera blank the gaze of the tracker")
  func lidsOfAnotherDevice() throws {
    // The tracker follows each falling lid to the bottom of the picture.
    let isClosed = { (time: Double) in time.truncatingRemainder(dividingBy: 3) < 0.5 }
    let tracked = gaze { MadeUp.at(0.5, isClosed($0) ? 0.95 : 0.4) }
    let seen = face { isClosed($0) ? .blink : .notReported }
    let joined = timeline([[tracked, seen]])
    for bin in joined.bins {
      guard let position = bin.rows.first?.position else { continue }
      #expect(abs(position.y - 0.4) < 0.01)
    }
    #expect(joined.bins.allSatisfy { $0.rows.count == 1 }, "blinking is watching")
    let alone = timeline([[tracked]])
    #expect(alone.bins.contains { ($0.rows.first?.position?.y ?? 0) > 0.9 })
  }

  @Test("eyes closed for longer than a blink are not watching, whatever the other device saw")
  func sleep() {
    let seen = face { (40..<50).contains($0) ? .blink : .notReported }
    let timeline = timeline([[gaze(), seen]])
    #expect(timeline.bins[82..<98].allSatisfy { $0.rows.isEmpty })
    #expect(timeline.bins[40..<78].allSatisfy { $0.rows.count == 1 })
    #expect(timeline.bins[102..<118].allSatisfy { $0.rows.count == 1 })
  }

  @Test("one closed sample a second is a blink, two are sleep")
  func slowRecords() {
    let lids = { (closed: Set<Int>) in
      MadeUp.session(
        seconds: 60, rate: 1, gaze: { closed.contains(Int($0)) ? .blink : MadeUp.center })
    }
    #expect(timeline([[lids([20])]]).bins[40].rows.count == 1)
    #expect(timeline([[lids([20, 21, 22])]]).bins[42].rows.isEmpty)
  }

  @Test("the lids of one pass blank nothing in another pass")
  func twoPasses() {
    let asleep = MadeUp.session(
      seconds: seconds, rate: 4, gaze: { $0 < 30 ? .blink : MadeUp.at(0.2, 0.5) })
    let awake = MadeUp.session(seconds: seconds, rate: 4, gaze: { _ in MadeUp.at(0.8, 0.5) })
    let timeline = timeline([[asleep, awake]])
    #expect((timeline.bins[20].rows.first?.position?.x ?? 0) > 0.79)
    let both = timeline.bins[100].rows.first?.position?.x ?? 0
    #expect(abs(both - 0.5) < 0.01, "two passes are averaged")
  }

  @Test("two recordings of gaze and two of the face are paired in their order")
  func pairs() {
    let timeline = timeline([
      [
        gaze(), gaze(), face { $0 < 30 ? .blink : .notReported },
        face { $0 < 30 ? .blink : .notReported },
      ]
    ])
    #expect(timeline.bins[10..<50].allSatisfy { $0.rows.isEmpty })
    #expect(timeline.viewers == 1)
  }
}
