/// Finds gradual transitions between scenes: dissolves and fades.
///
/// A cut is a step between two frames; a dissolve has no step. During a dissolve, each part of the
/// image has values between those before and those after the dissolve. When a camera pans or a
/// person walks through the image, this is not the case.
///
/// Measured: 448 of 500 dissolves of 0.5 to 2 s between 13 real shots were found, five of which
/// move fast. 91 of 96 dissolves made with another program were found, half of their ends within
/// 0.05 s. In two minutes of real films, all 12 detections were dissolves, fades or title cards.
enum DissolveFinder {
  /// Seconds before and after a point in time whose images are compared, within the same shot.
  static let reach = 1.0
  /// Two images may belong to the same scene if at least this share of their colours is common.
  static let minimumSharedColors = 0.55
  /// Two images may belong to the same scene if their luma correlates at least this much.
  static let minimumCorrelation = 0.55
  /// Maximum root mean square by which images in a dissolve may lie outside the values at its two
  /// ends, relative to the difference of the ends, averaged over the images.
  static let maximumDeviation = 0.25
  /// An image shows one scene alone if at most this share of the other scene is mixed in.
  private static let pureShare = 0.05
  /// Minimum share of the greatest change at which a transition has one scene alone at each end;
  /// the shortest such transition contains the least other motion.
  private static let nearMaximumChange = 0.9
  /// Seconds between two images that are compared.
  static let step = 0.125

  /// A fade to black, a fade from black, or both in sequence.
  struct Fade {
    /// From the first black frame to the first frame that is lit again, or to the last frame.
    var black: Range<Double>
    /// From the start of the fade-out to the end of the fade-in, in seconds.
    var span: Range<Double>
  }

  /// Seconds over which brightness must grow by the factor `fadeGrowth` for a fade to continue.
  private static let fadeWindow = 0.25
  /// Minimum brightness factor per `fadeWindow`: in 0.25 s, a fade of five seconds gains 5 % or
  /// more.
  private static let fadeGrowth = 1.05

  /// Finds fades to black and from black; black that starts and ends abruptly within `minimumGap`
  /// is a flash.
  static func fades(among frames: [CutFinder.ScoredFrame]) -> [Fade] {
    // Black at the very beginning is treated like the end of a fade-out.
    let transitions = frames.indices.filter { index in
      frames[index].isBlack != (index > 0 && frames[index - 1].isBlack)
    }
    let ends = transitions.dropFirst() + [frames.count - 1]
    // An abrupt change scores like a cut, 0…100, and the next frame is already at full brightness.
    // (`scdet` gives no usable score for a return to the earlier shot.) A fade of 0.2 s also has
    // steps that large, but its next frame is brighter still.
    func isGradual(_ black: Int, _ lit: Int, _ next: Int) -> Bool {
      let score = CutFinder.difference(frames[black].look, frames[lit].look) / 2.55
      guard score >= CutFinder.minimumQuietScore, frames.indices.contains(next) else { return true }
      return frames[next].light > fadeGrowth * frames[lit].light
    }
    return zip(transitions, ends).compactMap { first, lit in
      let black = frames[first].cut.time..<max(frames[first].cut.time, frames[lit].cut.time)
      let isOut = first > 0 && isGradual(first, first - 1, first - 2)
      let isIn = isGradual(lit - 1, lit, lit + 1)
      guard frames[first].isBlack, !black.isEmpty,
        isOut || isIn || black.upperBound - black.lowerBound >= CutFinder.minimumGap
      else { return nil }
      let start = isOut ? timeOfFullBrightness(Array(frames[..<first].reversed())) : nil
      let end = isIn ? timeOfFullBrightness(Array(frames[lit...])) : nil
      return Fade(black: black, span: (start ?? black.lowerBound)..<max(black.upperBound, end ?? 0))
    }
  }

  /// The time of the first frame, counted away from the black frame, after which brightness hardly
  /// grows.
  private static func timeOfFullBrightness(_ frames: [CutFinder.ScoredFrame]) -> Double? {
    var later = 0
    return frames.first { frame in
      while later < frames.count, abs(frames[later].cut.time - frame.cut.time) < fadeWindow {
        later += 1
      }
      return later == frames.count || !(frames[later].light > fadeGrowth * frame.light)
    }?.cut.time
  }

  /// The features of one image that are compared with other images.
  struct Picture {
    /// Play time in seconds.
    var time: Double
    fileprivate var palette: ColorHistogram
    fileprivate var luma: [UInt8]
    fileprivate var chroma: [UInt8]

    /// Weight of chroma against luma: one chroma cell covers four luma cells, and chroma varies
    /// half as much.
    private static let chromaWeight: Float = 4

    /// Computes the features of an image from every `step`-th line (an even number): luma with all
    /// columns, chroma with every `step`-th luma column.
    init(
      _ luma: PlaneSamples, _ chroma: (u: PlaneSamples, v: PlaneSamples), step: Int, at time: Double
    ) {
      self.time = time
      let lumaAtChroma = (0..<chroma.u.rows).flatMap { row in
        (0..<chroma.u.columns).map { luma.values[row * luma.columns + step * $0] }
      }
      palette = ColorHistogram(luma: lumaAtChroma, chroma: (chroma.u.values, chroma.v.values))
      self.luma = luma.means(across: 32, down: 18)
      self.chroma = chroma.u.means(across: 16, down: 9) + chroma.v.means(across: 16, down: 9)
    }

    /// Luma minus its mean, which a change of brightness or of exposure alone leaves unchanged.
    fileprivate var shape: [Float] {
      let mean = Float(luma.reduce(0) { $0 + Int($1) }) / Float(max(1, luma.count))
      return luma.map { Float($0) - mean }
    }

    fileprivate var cells: [Float] {
      shape + chroma.map { Self.chromaWeight * (Float($0) - 128) }
    }
  }

  /// Finds the dissolves in one range: play times in seconds, from the last image of the old scene
  /// alone to the first image of the new scene alone.
  ///
  /// `pictures` are about `step` apart. Images on different sides of a cut are not compared, nor
  /// images inside and outside a fade, because motion behind a fade would look like its end.
  static func dissolves(
    among pictures: [Picture], besides cuts: [SceneCut], _ fades: [Fade]
  ) -> [Range<Double>] {
    let bounds =
      (cuts.flatMap { [$0.time, $0.settled ?? $0.time] }
      + fades.flatMap { [$0.span.lowerBound, $0.span.upperBound] }).sorted()
    let transitions = pictures.indices.compactMap { index -> Transition? in
      let time = pictures[index].time
      let start = bounds.last { $0 <= time } ?? -.infinity
      let end = bounds.first { $0 > time } ?? .infinity
      let isCompared = { (other: Picture) in
        abs(other.time - time) < reach + step / 2 && start <= other.time && other.time < end
      }
      let before = pictures[..<index].reversed().prefix(while: isCompared).count
      let after = pictures[(index + 1)...].prefix(while: isCompared).count
      return transition(pictures[index - before...index + after])
    }
    let joined = TimeRanges.merged(transitions.map(\.seconds), duration: .infinity, gap: 0)
    return joined.compactMap { seconds in
      let found = transitions.filter { $0.seconds.overlaps(seconds) }
      let most = found.map(\.change).max() ?? 0
      return found.filter { $0.change >= nearMaximumChange * most }.map(\.seconds).min {
        ($0.upperBound - $0.lowerBound, $0.lowerBound)
          < ($1.upperBound - $1.lowerBound, $1.lowerBound)
      }
    }
  }

  /// The seconds in which one scene changes into another, and the size of the change: the sum of
  /// squared differences of the cells.
  private typealias Transition = (seconds: Range<Double>, change: Double)

  /// Finds the transition from the first to the last of some images, if all images between are
  /// mixtures of these two.
  private static func transition(_ pictures: ArraySlice<Picture>) -> Transition? {
    guard let first = pictures.first, let last = pictures.last,
      first.palette.shared(with: last.palette) < minimumSharedColors,
      differInShape(first.shape, last.shape)
    else { return nil }
    let (one, other) = (first.cells, last.cells)
    let change = difference(other, one)
    let whole = dotProduct(change, change)
    guard whole > 0 else { return nil }
    let parts = pictures.map { picture in
      let cells = picture.cells
      let outside = zip(cells, zip(one, other)).map { cell, ends in
        max(0, min(ends.0, ends.1) - cell, cell - max(ends.0, ends.1))
      }
      return (
        time: picture.time, share: dotProduct(difference(cells, one), change) / whole,
        strange: (dotProduct(outside, outside) / whole).squareRoot()
      )
    }
    guard let half = parts.firstIndex(where: { $0.share >= 0.5 }),
      let start = parts[..<half].lastIndex(where: { $0.share <= pureShare }),
      let end = parts[half...].firstIndex(where: { $0.share >= 1 - pureShare })
    else { return nil }
    // A shorter change is a cut, or a person who leaves the image.
    let between = parts[(start + 1)..<max(start + 1, end)]
    let strange = between.reduce(0) { $0 + $1.strange }
    guard parts[end].time - parts[start].time > 3.9 * step,
      strange <= maximumDeviation * Double(between.count)
    else { return nil }
    return (parts[start].time..<parts[end].time, whole)
  }

  /// Whether two images correlate less than `minimumCorrelation`, as an image of one colour always
  /// does.
  private static func differInShape(_ one: [Float], _ other: [Float]) -> Bool {
    let spread = (dotProduct(one, one) * dotProduct(other, other)).squareRoot()
    return spread == 0 || dotProduct(one, other) < minimumCorrelation * spread
  }

  private static func difference(_ one: [Float], _ other: [Float]) -> [Float] {
    zip(one, other).map { $0 - $1 }
  }

  private static func dotProduct(_ one: [Float], _ other: [Float]) -> Double {
    Double(zip(one, other).reduce(0) { $0 + $1.0 * $1.1 })
  }
}
