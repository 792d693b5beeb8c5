import TestMaterial
import Testing

@testable import Audience

/// Compares gaze coverage and agreement with their definitions.
@Suite("Sums over viewers")
struct AudienceSumsTests {
  private static let bins = 24

  /// Gaze points near a moving place, with outliers and gaps.
  private static func gaze(_ viewer: Int, _ bin: Int) -> Double? {
    let mixed = (viewer * 7919 + bin * 104_729 + viewer * bin * 31) % 997
    if mixed % 11 == 0 { return nil }
    let stray = mixed % 5 == 0 ? 0.45 : 0.08
    return min(1, max(0, 0.2 + 0.025 * Double(bin) + stray * (Double(mixed) / 498.5 - 1)))
  }

  private func viewer(_ number: Int) -> ViewerSeries {
    var bins = ViewerBins(binCount: Self.bins)
    for bin in 0..<Self.bins {
      if let x = Self.gaze(number, bin) { bins.along[bin] = SampleQuantization.step(x) }
    }
    return ViewerSeries(bins, leastBins: 6)
  }

  /// Gaze coverage, written directly from its definition in the reference.
  private func gazeCoverage(_ viewers: [Int], _ bin: Int) -> Double {
    let centres = (0..<41).map { 0.158 + 0.684 * Double($0) / 40 }
    func isInside(_ viewer: Int, _ bin: Int, _ place: Int) -> Bool {
      guard (0..<Self.bins).contains(bin), let x = Self.gaze(viewer, bin) else { return false }
      let step = Double(SampleQuantization.step(x)) / SampleQuantization.steps
      return abs(step - centres[place]) <= 0.158 + 1e-12
    }
    return viewers.reduce(0) { sum, viewer in
      guard Self.gaze(viewer, bin) != nil else { return sum }
      let others = (0..<41).map { place in
        viewers.filter { $0 != viewer }.reduce(0) { count, other in
          count + (bin - 1...bin + 1).count { isInside(other, $0, place) }
        }
      }
      let most = others.max() ?? 0
      let nearest = (0..<41).filter { others[$0] == most }.map { abs($0 - 20) }.min() ?? 0
      let best = (0..<41).filter { others[$0] == most && abs($0 - 20) == nearest }
      return sum + (isInside(viewer, bin, best.count == 2 ? 20 : best[0]) ? 1 : 0)
    }
  }

  @Test(
    "coverage places the crop by the other viewers, in the bin and both neighbours",
    arguments: [2, 3, 8, 40])
  func coverageByOtherViewers(count: Int) {
    let viewers = Array(0..<count)
    let sums = AudienceBinSums(
      viewers.map(viewer), counts: Array(repeating: 1, count: count), binCount: Self.bins
    ).bins()
    for bin in 0..<Self.bins {
      #expect(sums[bin].held == gazeCoverage(viewers, bin), "bin \(bin)")
      #expect(sums[bin].withGaze == viewers.count { Self.gaze($0, bin) != nil })
    }
  }

  @Test("a viewer who counts several times does not count as another viewer")
  func repeatedViewer() {
    let all = (0..<6).map(viewer)
    let twice = AudienceBinSums(all, counts: [2, 2, 2, 2, 2, 2], binCount: Self.bins).bins()
    let once = AudienceBinSums(all, counts: [1, 1, 1, 1, 1, 1], binCount: Self.bins).bins()
    for (two, one) in zip(twice, once) {
      #expect(two.held == 2 * one.held && two.withGaze == 2 * one.withGaze)
    }
    let none = AudienceBinSums(all, counts: [1, 1, 1, 0, 0, 0], binCount: Self.bins).bins()
    let three = AudienceBinSums(Array(all[..<3]), counts: [1, 1, 1], binCount: Self.bins).bins()
    #expect(none == three)
  }

  /// Five viewers agree, and one reacts at a different time.
  @Test("a viewer who reacts at other times than the others has no weight")
  func viewerWithoutAgreement() {
    func session(_ laughs: @escaping (Double) -> Bool) -> SampleColumns {
      MadeUp.session(
        seconds: 60, face: { laughs($0) ? MadeUp.face(.happy, 0.9) : MadeUp.neutral($0) })
    }
    let together = (0..<5).map { _ in session { (20..<30).contains($0) } }
    let alone = session { (40..<50).contains($0) }
    let bins = MadeUp.folded(together + [alone], seconds: 60).summary.bins
    let five = MadeUp.folded(together, seconds: 60).summary.bins
    #expect(bins[50].reacting == 5 && bins[88].reacting == 1)
    #expect(bins[88].evidence < 0 && bins[50].evidence > five[50].evidence)
  }

  @Test("the crop lies along the longer side of the frame")
  func orientationOfTheCrop() {
    let scattered = (0..<9).map { viewer in
      MadeUp.session(seconds: 10, gaze: { _ in MadeUp.at(0.1 * Double(viewer + 1), 0.5) })
    }
    func gazeCoverage(_ aspect: Double) -> Double {
      var folder = TimelineFolder(duration: 10, aspect: aspect)
      for viewer in scattered { folder.add(viewer: [viewer]) }
      return folder.folded().summary.bins[5].heldShare ?? 0
    }
    #expect(gazeCoverage(9.0 / 16) == 1 && gazeCoverage(16.0 / 9) < 0.5)
  }
}
