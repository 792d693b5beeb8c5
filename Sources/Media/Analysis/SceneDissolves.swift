/// Finds where one scene turns into another without a cut: a dissolve, a fade.
///
/// Cuts are steps between two frames; a dissolve has none. But what is seen before and after it
/// has other colours, while a camera that moves, or somebody who walks through the picture, leaves
/// more of them: in six real films all that shared less was a dissolve, a fade or a title's card.
enum SceneDissolves {
  /// Seconds before and after a time whose colours are compared.
  static let reach = 0.75
  /// Share of the colours under which two pictures are two scenes.
  static let leastShared = 0.2
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
    let turns = frames.indices.dropFirst().filter { frames[$0].isBlack != frames[$0 - 1].isBlack }
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
      let isOut = isGradual(first, first - 1, first - 2)
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

  /// A picture's time and colours.
  typealias Seen = (time: Double, palette: Palette)

  /// Finds the dissolves among pictures of one stretch.
  ///
  /// - Parameters:
  ///   - pictures: in order of time, about `step` apart.
  ///   - cuts: of the stretch; nothing that has one within reach is a dissolve.
  /// - Returns: from where the colours before and after are those of two scenes to where they are
  ///   again those of one, seconds, in order.
  static func dissolves(among pictures: [Seen], besides cuts: [SceneCut]) -> [Range<Double>] {
    var found: [Range<Double>] = []
    var (first, last) = (0, 0)
    var isInside = false
    for picture in pictures {
      while pictures[first].time < picture.time - reach - step / 2 { first += 1 }
      while last < pictures.count, pictures[last].time < picture.time + reach - step / 2 {
        last += 1
      }
      let isSeen = pictures[first].time <= picture.time - reach + step && last < pictures.count
      let isDissolve =
        isSeen
        && pictures[first].palette.shared(with: pictures[last].palette) < leastShared
        && !cuts.contains {
          $0.settled ?? $0.time > pictures[first].time && $0.time <= pictures[last].time
        }
      if isDissolve {
        let start = isInside ? found.removeLast().lowerBound : picture.time
        found.append(start..<picture.time + step)
      }
      isInside = isDissolve
    }
    return found
  }
}
