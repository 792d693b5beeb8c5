/// Finds where one scene turns into another without a cut: a dissolve, a fade.
///
/// Cuts are steps between two frames; a dissolve has none. But other colours are seen before and
/// after it, in other places, and each part of a picture in it lies between what is seen there
/// before and after, while of a camera that moves, or of somebody who walks through the picture, it
/// does not. Of 500 dissolves of .5 to 2 s between 13 real shots, five of which move fast, 448 were
/// found; of 96 made by another hand 91, half of their ends within .05 s. In two minutes of real
/// films each of 12 found was a dissolve, a fade or a title's card.
enum SceneDissolves {
  /// Seconds before and after a time whose pictures are compared, as far as the shot goes.
  static let reach = 1.0
  /// Share of the colours of two pictures from which on they may be of one scene.
  static let leastShared = 0.55
  /// Correlation of the luma of two pictures from which on they may be of one scene.
  static let leastAlike = 0.55
  /// Share of the difference of two pictures that those between may lie outside of both.
  ///
  /// Root mean square, on average of those between.
  static let mostStrange = 0.25
  /// Up to this share of the other a picture shows one scene alone.
  private static let pure = 0.05
  /// Share of the greatest difference of two pictures about a dissolve from which on both show one
  /// scene alone: of those the nearest are taken, between which the least moves besides.
  private static let mostOther = 0.9
  /// Seconds from one picture that is compared to the next.
  static let step = 0.125

  /// A shot that fades to black, the next that fades in, or both.
  struct Fade {
    /// From the first black frame to the first that is lit, or to the last frame.
    var black: Range<Double>
    /// From where the one shot darkens to where the other is seen in its own light.
    var span: Range<Double>
  }

  /// Seconds over which a frame must gain `growth` for a fade to go on there.
  private static let pace = 0.25
  /// A picture that fades within five seconds gains a twentieth of its light in each `pace`.
  private static let growth = 1.05

  /// Finds where one shot fades to black, or the next out of it.
  ///
  /// - Parameter frames: of one stretch, in order of time.
  /// - Returns: the fades, in order. Black that comes in one step and goes in one within
  ///   `minimumGap` is a flash.
  static func fades(among frames: [SceneCuts.Scored]) -> [Fade] {
    // What is black from the beginning on is seen in its light when it has come out of it.
    let turns = frames.indices.filter { index in
      frames[index].isBlack != (index > 0 && frames[index - 1].isBlack)
    }
    let ends = turns.dropFirst() + [frames.count - 1]
    // A step scores as a cut does, of 100 (scdet itself tells none that leads back), and the shot
    // beside it is in its own light at once: a fade of a fifth of a second has such steps, too.
    func isGradual(_ black: Int, _ lit: Int, _ next: Int) -> Bool {
      let score = SceneCuts.difference(frames[black].look, frames[lit].look) / 2.55
      guard score >= SceneCuts.quietScore, frames.indices.contains(next) else { return true }
      return frames[next].light > growth * frames[lit].light
    }
    return zip(turns, ends).compactMap { first, lit in
      let black = frames[first].cut.time..<max(frames[first].cut.time, frames[lit].cut.time)
      let isOut = first > 0 && isGradual(first, first - 1, first - 2)
      let isIn = isGradual(lit - 1, lit, lit + 1)
      guard frames[first].isBlack, !black.isEmpty,
        isOut || isIn || black.upperBound - black.lowerBound >= SceneCuts.minimumGap
      else { return nil }
      let start = isOut ? fullLight(Array(frames[..<first].reversed())) : nil
      let end = isIn ? fullLight(Array(frames[lit...])) : nil
      return Fade(
        black: black, span: (start ?? black.lowerBound)..<max(black.upperBound, end ?? 0))
    }
  }

  /// The time of the first frame, from the black one away, that hardly gains light any more.
  private static func fullLight(_ frames: [SceneCuts.Scored]) -> Double? {
    var later = 0
    return frames.first { frame in
      while later < frames.count, abs(frames[later].cut.time - frame.cut.time) < pace { later += 1 }
      return later == frames.count || !(frames[later].light > growth * frame.light)
    }?.cut.time
  }

  /// What is compared of a picture.
  struct Picture {
    /// Seconds.
    var time: Double
    fileprivate var palette: Palette
    fileprivate var luma: [UInt8]
    fileprivate var chroma: [UInt8]

    /// What chroma counts: a cell of it is four of luma, and it varies half as much.
    private static let chromaWeight: Float = 4

    /// Takes it of samples of a picture.
    ///
    /// - Parameters:
    ///   - luma: of every `step`-th line, whole.
    ///   - chroma: of the same lines, as many columns apart.
    ///   - step: a multiple of 2, since chroma has half as many lines and columns.
    ///   - time: seconds.
    init(
      _ luma: PlaneSamples, _ chroma: (u: PlaneSamples, v: PlaneSamples), step: Int,
      at time: Double
    ) {
      self.time = time
      let few = (0..<chroma.u.rows).flatMap { row in
        (0..<chroma.u.columns).map { luma.values[row * luma.columns + step * $0] }
      }
      palette = Palette(luma: few, chroma: (chroma.u.values, chroma.v.values))
      self.luma = luma.means(across: 32, down: 18)
      self.chroma =
        chroma.u.means(across: 16, down: 9) + chroma.v.means(across: 16, down: 9)
    }

    /// Luma less its mean: more light on one scene is no other, nor is what a camera makes of it.
    fileprivate var shape: [Float] {
      let mean = Float(luma.reduce(0) { $0 + Int($1) }) / Float(max(1, luma.count))
      return luma.map { Float($0) - mean }
    }

    /// Its shape and colours.
    fileprivate var cells: [Float] {
      shape + chroma.map { Self.chromaWeight * (Float($0) - 128) }
    }
  }

  /// Finds the dissolves of one stretch.
  ///
  /// - Parameters:
  ///   - pictures: of the stretch, in order of time, about `step` apart.
  ///   - cuts: of the stretch; pictures on either side of one are not compared.
  ///   - fades: of the stretch; nor are those in one and others, for what moves behind it would be
  ///     taken for its end.
  /// - Returns: from the last picture of the one scene alone to the first of the other, seconds, in
  ///   order.
  static func dissolves(
    among pictures: [Picture], besides cuts: [SceneCut], _ fades: [Fade]
  ) -> [Range<Double>] {
    let bounds =
      (cuts.flatMap { [$0.time, $0.settled ?? $0.time] }
      + fades.flatMap { [$0.span.lowerBound, $0.span.upperBound] }).sorted()
    let turns = pictures.indices.compactMap { index -> Turn? in
      let time = pictures[index].time
      let start = bounds.last { $0 <= time } ?? -.infinity
      let end = bounds.first { $0 > time } ?? .infinity
      let isCompared = { (other: Picture) in
        abs(other.time - time) < reach + step / 2 && start <= other.time && other.time < end
      }
      let before = pictures[..<index].reversed().prefix(while: isCompared).count
      let after = pictures[(index + 1)...].prefix(while: isCompared).count
      return turn(pictures[index - before...index + after])
    }
    let joined = TimeRanges.merged(turns.map(\.seconds), duration: .infinity, gap: 0)
    return joined.compactMap { seconds in
      let found = turns.filter { $0.seconds.overlaps(seconds) }
      let most = found.map(\.change).max() ?? 0
      return found.filter { $0.change >= mostOther * most }.map(\.seconds).min {
        ($0.upperBound - $0.lowerBound, $0.lowerBound)
          < ($1.upperBound - $1.lowerBound, $1.lowerBound)
      }
    }
  }

  /// Seconds in which some pictures turn from the first into the last, and how other that is: the
  /// sum of squares over their cells.
  private typealias Turn = (seconds: Range<Double>, change: Double)

  /// Where some pictures turn from the first into the last by what lies between both, seconds.
  private static func turn(_ pictures: ArraySlice<Picture>) -> Turn? {
    guard let first = pictures.first, let last = pictures.last,
      first.palette.shared(with: last.palette) < leastShared, isOther(first.shape, last.shape)
    else { return nil }
    let (one, other) = (first.cells, last.cells)
    let change = difference(other, one)
    let whole = product(change, change)
    guard whole > 0 else { return nil }
    let parts = pictures.map { picture in
      let cells = picture.cells
      let outside = zip(cells, zip(one, other)).map { cell, ends in
        max(0, min(ends.0, ends.1) - cell, cell - max(ends.0, ends.1))
      }
      return (
        time: picture.time, share: product(difference(cells, one), change) / whole,
        strange: (product(outside, outside) / whole).squareRoot()
      )
    }
    guard let half = parts.firstIndex(where: { $0.share >= 0.5 }),
      let start = parts[..<half].lastIndex(where: { $0.share <= pure }),
      let end = parts[half...].firstIndex(where: { $0.share >= 1 - pure })
    else { return nil }
    // What is shorter is a cut, or somebody who leaves.
    let between = parts[(start + 1)..<max(start + 1, end)]
    let strange = between.reduce(0) { $0 + $1.strange }
    guard parts[end].time - parts[start].time > 3.9 * step,
      strange <= mostStrange * Double(between.count)
    else { return nil }
    return (parts[start].time..<parts[end].time, whole)
  }

  /// Whether two pictures correlate under `leastAlike`; one of one colour does with none.
  private static func isOther(_ one: [Float], _ other: [Float]) -> Bool {
    let spread = (product(one, one) * product(other, other)).squareRoot()
    return spread == 0 || product(one, other) < leastAlike * spread
  }

  private static func difference(_ one: [Float], _ other: [Float]) -> [Float] {
    zip(one, other).map { $0 - $1 }
  }

  private static func product(_ one: [Float], _ other: [Float]) -> Double {
    Double(zip(one, other).reduce(0) { $0 + $1.0 * $1.1 })
  }
}
