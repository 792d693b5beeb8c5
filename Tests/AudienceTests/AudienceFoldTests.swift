import TestMaterial
import Testing

@testable import Audience

@Suite("Aggregation in batches")
struct AudienceFoldTests {
  private static let seconds = 40.0

  private static func session(_ viewer: Int) -> SampleColumns {
    MadeUp.session(
      seconds: seconds,
      gaze: { MadeUp.at(0.2 + 0.01 * Double(viewer % 40) + 0.01 * ($0 / 4).rounded(), 0.5) },
      face: { time in
        (10..<20).contains(time) && viewer % 3 > 0
          ? MadeUp.face(.happy, 0.6 + 0.01 * Double(viewer % 29)) : MadeUp.neutral(time)
      })
  }

  private static func folded(_ viewers: [[SampleColumns]], by count: Int) -> AggregatedAudience {
    var fold = AudienceAggregation(duration: seconds, aspect: 16.0 / 9)
    for start in stride(from: 0, to: viewers.count, by: count) {
      fold.add(sessions: Array(viewers[start..<min(viewers.count, start + count)]))
    }
    return fold.finish()
  }

  /// Only 512 rows of 530 viewers are stored.
  @Test("the size of the batches does not change a byte", arguments: [13, 530])
  func sizeOfBatches(count: Int) {
    let viewers = (0..<count).map { [Self.session($0)] }
    let whole = EncodedAudience(Self.folded(viewers, by: count))
    for batch in [1, 7, 512] where count < 100 || batch > 1 {
      #expect(EncodedAudience(Self.folded(viewers, by: batch)) == whole, "\(batch)")
    }
  }

  @Test("the order of the viewers does not change a byte")
  func orderOfViewers() {
    let viewers = (0..<13).map(Self.session)
    let whole = EncodedAudience(MadeUp.folded(viewers, seconds: Self.seconds))
    for shift in [1, 5, 12] {
      let turned = Array(viewers[shift...] + viewers[..<shift])
      #expect(EncodedAudience(MadeUp.folded(turned, seconds: Self.seconds)) == whole)
    }
    let reversed = MadeUp.folded(viewers.reversed(), seconds: Self.seconds)
    #expect(EncodedAudience(reversed) == whole)
  }

  /// Two of three viewers laugh from 10 to 20 s, and look further left than the third.
  @Test("gaze points are separated by whether their viewer reacts")
  func gazeByReaction() throws {
    func session(_ viewer: Int, isBlind: Bool = false) -> SampleColumns {
      let laughs = viewer % 3 > 0
      return MadeUp.session(
        seconds: Self.seconds,
        gaze: { _ in isBlind ? .lost : MadeUp.at(laughs ? 0.3 : 0.7, 0.5) },
        face: { time in
          laughs && (10..<20).contains(time) ? MadeUp.face(.happy, 0.9) : MadeUp.neutral(time)
        })
    }
    var fold = AudienceAggregation(duration: Self.seconds, aspect: 16.0 / 9)
    fold.stretches = [24..<36, 50..<60]
    fold.add(sessions: (0..<15).map { [session($0)] } + [[session(1, isBlind: true)]])
    _ = fold.finish()
    let (laugh, rest) = (fold.gazeByReaction[0], fold.gazeByReaction[1])
    #expect(laugh.reacting.viewers == 10 && laugh.others.viewers == 5)
    #expect(laugh.reacting.places.count == 120 && laugh.others.places.count == 60)
    #expect(laugh.reacting.places.allSatisfy { abs($0.x - 0.3) < 0.01 })
    #expect(laugh.others.places.allSatisfy { abs($0.x - 0.7) < 0.01 })
    #expect(rest.reacting.viewers == 0 && rest.others.viewers == 15)
  }

  /// Two of three viewers laugh from 10 to 20 s.
  ///
  /// A box is visible on the left during that time, and the same viewers look at it from 12 s on.
  @Test("gaze at an object counts while its box is visible")
  func gazeAtObjects() throws {
    func session(_ viewer: Int) -> SampleColumns {
      let isLooker = viewer % 3 > 0
      return MadeUp.session(
        seconds: Self.seconds,
        gaze: { MadeUp.at(isLooker && $0 >= 12 ? 0.3 : 0.7, 0.5) },
        face: { time in
          isLooker && (10..<20).contains(time) ? MadeUp.face(.happy, 0.9) : MadeUp.neutral(time)
        })
    }
    let box = PictureBox(x: 0.2, y: 0.4, width: 0.2, height: 0.2)
    var boxes = ObjectBoxesByBin(binCount: 80)
    for time in stride(from: 10.25, to: 20, by: 0.5) {
      boxes.add(Detection(time: time, label: "sign", score: 1, box: box, track: 7))
    }
    var fold = AudienceAggregation(duration: Self.seconds, aspect: 16.0 / 9)
    fold.boxes = boxes
    fold.add(sessions: (0..<15).map { [session($0)] })
    let object = try #require(fold.objects.first)
    #expect(fold.objects.count == 1 && object.name == "sign#7")
    // Half a second before the first box and after the last one counts too.
    #expect(abs(object.appears - 10) <= 0.5 && abs(object.visible - 10) <= 1)
    #expect(object.viewers == 15 && object.viewersWhoLooked == 10)
    #expect(object.lookersWithFace == 10 && object.reacting == 10)
    let first = try #require(object.firstLook)
    #expect(abs(first - 2) <= 0.5)
    #expect(abs(object.dwell - 8) <= 0.5 && abs(object.gazeShare - 2.0 / 3 * 0.8) < 0.04)
  }

  /// Five of fifteen viewers leave at 20 s.
  ///
  /// One viewer has a gap and stays.
  @Test("viewers leave at the last sample of their sessions")
  func departures() {
    func session(_ viewer: Int) -> [SampleColumns] {
      let whole = MadeUp.session(
        seconds: viewer % 3 == 0 ? 20 : Self.seconds, gaze: { _ in MadeUp.at(0.5, 0.5) },
        face: MadeUp.neutral)
      return viewer == 1 ? [SampleColumns(whole.filter { $0.time < 5 || $0.time > 30 })] : [whole]
    }
    var fold = AudienceAggregation(duration: Self.seconds, aspect: 16.0 / 9)
    fold.add(sessions: (0..<15).map(session))
    let shares = fold.departures.shares
    #expect(fold.departures.viewers == 15 && shares.count == 80)
    #expect(shares[0] == 1 && shares[39] == 1 && shares[79] > 0.6 && shares[42] < 0.7)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 >= $1 })
  }
}
