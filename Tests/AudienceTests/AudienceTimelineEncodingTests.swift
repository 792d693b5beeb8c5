import Audience
import Testing

@Suite("A timeline in bytes")
struct AudienceTimelineEncodingTests {
  private func timeline() -> AudienceTimeline {
    let viewers = (0..<7).map { index in
      MadeUp.session(
        seconds: 40,
        gaze: { $0 < 5 && index == 2 ? .lost : MadeUp.at(0.3 + 0.01 * Double(index), 0.5) },
        face: { $0 > 20 ? MadeUp.face(.surprise, 0.7) : MadeUp.neutral($0) })
    }
    let frozen = MadeUp.session(seconds: 40, face: { _ in MadeUp.face(.neutral, 1) })
    return MadeUp.timeline(viewers + [frozen], seconds: 40.123)
  }

  @Test("comes back equal")
  func roundTrip() {
    let timeline = timeline()
    #expect(timeline.bins.contains { $0.agreement != nil })
    #expect(AudienceTimeline(encoded: timeline.encoded()) == timeline)
    let empty = AudienceTimeline(duration: 0, bins: [], viewers: 0, excluded: [])
    #expect(AudienceTimeline(encoded: empty.encoded()) == empty)
  }

  @Test("is small: 13 bytes a row and some 40 a bin, and 2 bits a viewer and bin")
  func size() {
    let timeline = timeline()
    let rows = timeline.bins.reduce(0) { $0 + $1.rows.count }
    let heads = 46 * timeline.bins.count + 33 * timeline.viewers + 120
    #expect(timeline.encoded().count < 13 * rows + heads)
  }

  @Test("cut, lengthened or foreign bytes are refused")
  func damaged() {
    let bytes = timeline().encoded()
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(AudienceTimeline(encoded: Array(bytes[..<length])) == nil)
    }
    #expect(AudienceTimeline(encoded: bytes + [0]) == nil)
    #expect(AudienceTimeline(encoded: [1, 2, 3, 4, 5]) == nil)
    // A count that promises more than there is must not be believed.
    var promising = bytes
    for place in 32..<36 { promising[place] = 0xFF }
    #expect(AudienceTimeline(encoded: promising) == nil)
  }
}

@Suite("A row")
struct AudienceRowRoundingTests {
  @Test("gives back what it was given, in its steps")
  func steps() throws {
    var strengths = EmotionVector.zero
    strengths[.happy] = 1
    strengths[.neutral] = 0.5
    let row = AudienceRow(
      position: PicturePoint(x: 0.25, y: 0.5), weight: 0.2, strengths: strengths)
    #expect(row.position == PicturePoint(x: 0.25, y: 0.5))
    #expect(abs(row.weight - 0.2) < 1e-9)
    #expect(row.strengths?[.happy] == 1)
    let again = AudienceRow(
      position: row.position, weight: row.weight, strengths: row.strengths)
    #expect(again == row)
  }

  @Test("nothing is nothing")
  func nothing() {
    let row = AudienceRow(
      position: PicturePoint(x: .nan, y: 0), weight: .nan, strengths: nil)
    #expect(row.position == nil && row.weight == 0 && row.strengths == nil)
    let far = AudienceRow(position: PicturePoint(x: 1e9, y: -1e9), weight: 7, strengths: nil)
    #expect(far.weight == 1 && (far.position?.x ?? 0) > 3.9)
  }
}
