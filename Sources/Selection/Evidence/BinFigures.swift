package import Audience
import Glibc

/// The raw figures of one half second; what leaves the library is a `DisclosedBin`.
package struct BinFigures: Hashable, Sendable {
  /// Play time of the bin's start, seconds.
  package var start: Double
  /// Viewers watching.
  package var watching: Int
  /// Viewers with usable gaze.
  package var withGaze: Int
  /// Viewers whose face tells any of the emotions that count.
  package var withFace: Int
  /// Viewers with both.
  package var withBoth: Int
  /// Share of the faces that react, for each emotion, among those that tell it.
  package var reactingShares: EmotionVector
  /// Share of the faces whose strongest reaction is each emotion: together no more than 1.
  package var leadingShares: EmotionVector
  /// Share of the faces that react with any emotion that counts.
  package var reactingShareAny: Double
  /// Lower bound of the share that reacts with any emotion that counts (Wilson, one σ).
  package var reactingShareLow: Double
  /// Mean strength of the emotions that count, by weight, shrunk by n / (n + 1).
  package var reaction: Double
  /// Share of the gaze in the densest cluster; `nil` with fewer than three looks.
  package var gatheredShare: Double?
  /// The same by chance.
  package var gatheredByChance: Double?
  /// How close the looks are, against chance; `nil` with too little gaze.
  package var agreement: LookAgreement?

  /// Whether the looks are gathered beyond what chance gives, at `z` deviations.
  ///
  /// - Parameter least: the deviations asked for.
  /// - Returns: false with too little gaze.
  package func isGathered(atLeast least: Double = 2) -> Bool { z >= least }

  /// Deviations of the agreement above chance; 0 with too little gaze.
  package var z: Double { agreement?.z ?? 0 }

  /// How many of those with a face react: at most all of them, whatever the share claims.
  package var reactingViewers: Int {
    guard reactingShareAny > 0 else { return 0 }
    return Int((min(1, reactingShareAny) * Double(withFace)).rounded())
  }

  /// Share of those with a face who react, with one more viewer who does nothing: three of four do
  /// not beat sixty of a hundred.
  var reactingOfOneMore: Double {
    reactingShareAny * Double(withFace) / Double(withFace + 1)
  }

  /// The figures of one bin.
  ///
  /// - Parameters:
  ///   - bin: what is known of the bin.
  ///   - index: its place in the summary.
  ///   - settings: which emotions count.
  package init(_ bin: BinSummary, index: Int, settings: SelectionSettings) {
    self.init(bin, index: index, CountedEmotions(settings))
  }

  init(_ bin: BinSummary, index: Int, _ counting: CountedEmotions) {
    start = HalfSeconds.start(of: index)
    watching = bin.watching
    withGaze = bin.withGaze
    withFace = bin.withFace(telling: counting.kinds)
    withBoth = bin.withBoth(telling: counting.kinds)
    let faces = FaceSums(bin.faces, counting)
    reactingShares = faces.shares
    leadingShares = faces.leadingShares
    reaction = faces.reaction
    reactingShareAny = withFace > 0 ? Double(faces.reacting) / Double(withFace) : 0
    reactingShareLow = wilsonLow(Double(faces.reacting), of: Double(withFace))
    gatheredShare = bin.gatheredShare
    gatheredByChance = bin.chance?.share
    agreement = bin.agreement
  }
}

/// What the faces of a bin add up to.
///
/// Each face gives its strongest emotion that counts. Where some are pleased and others are not,
/// that is no reaction shared: only the side with more weight counts, and surprise, which goes
/// with either.
struct FaceSums {
  var shares = EmotionVector.zero
  /// Of each face its strongest class alone, whether that counts or not.
  var leadingShares = EmotionVector.zero
  var reaction = 0.0
  var reacting = 0

  /// What the faces of one valence add up to.
  private struct Side {
    var sum = 0.0
    var faces = 0
  }

  /// The bit of each class in its lane.
  private static let bits = SIMD8<UInt8>(1, 2, 4, 8, 16, 32, 64, 0)

  init(_ groups: [FaceGroup], _ counting: CountedEmotions) {
    let weights = counting.weights.lanes
    let kinds = counting.kinds.rawValue
    let least = counting.leastStrength
    var total = 0.0
    var telling = SIMD8<Float>.zero
    var reacted = SIMD8<Float>.zero
    var (leadingFaces, known) = (SIMD8<Float>.zero, Float(0))
    var (pleased, displeased, either) = (Side(), Side(), Side())
    var faces = 0
    for group in groups {
      let strengths = group.strengths.lanes
      let viewers = SIMD8<Float>(repeating: Float(group.viewers))
      let bits = group.knownBits
      if bits != 0 { known += Float(group.viewers) }
      if let first = strengths.firstOfGreatest, strengths[Int(first.rawValue)] >= least {
        leadingFaces[Int(first.rawValue)] += Float(group.viewers)
      }
      let tells = viewers.replacing(with: 0, where: SIMD8<Float>(Self.bits & bits) .== 0)
      telling += tells
      reacted += tells.replacing(with: 0, where: strengths .< least)
      guard bits & kinds != 0 else { continue }
      faces += group.viewers
      let weight = group.weight
      total += weight
      let counted = strengths * weights
      guard let strongest = counted.firstOfGreatest else { continue }
      // A trace that smoothing left is no reaction that a person would count.
      let showing = strengths[Int(strongest.rawValue)] >= least ? group.viewers : 0
      let sum = weight * Double(counted[Int(strongest.rawValue)])
      switch strongest.valence {
      case .pleasant: pleased = Side(sum: pleased.sum + sum, faces: pleased.faces + showing)
      case .unpleasant:
        displeased = Side(sum: displeased.sum + sum, faces: displeased.faces + showing)
      case .either: either = Side(sum: either.sum + sum, faces: either.faces + showing)
      }
    }
    shares = EmotionVector(
      lanes: reacted.replacing(with: reacted / telling, where: telling .> 0))
    if known > 0 { leadingShares = EmotionVector(lanes: leadingFaces / known) }
    guard faces > 0, total > 0 else { return }
    let leading = pleased.sum >= displeased.sum ? pleased : displeased
    reacting = leading.faces + either.faces
    // One more viewer who does nothing: three of four do not beat sixty of a hundred.
    reaction = (leading.sum + either.sum) / total * Double(faces) / Double(faces + 1)
  }
}

extension Emotion {
  /// Whether an emotion is pleasant.
  enum Valence: Hashable {
    case pleasant, unpleasant, either
  }

  var valence: Valence {
    switch self {
    case .happy: .pleasant
    case .angry, .disgust, .fear, .sad: .unpleasant
    case .surprise, .neutral: .either
    }
  }
}

extension SIMD8<Float> {
  /// The class with the greatest number, the first of equals; `nil` where none is above 0.
  fileprivate var firstOfGreatest: Emotion? {
    // By halves: the standard library's `max` asks lane by lane.
    let four = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    let most = Swift.max(two[0], two[1])
    guard most > 0 else { return nil }
    var place: UInt8 = 0
    while place < 7, self[Int(place)] != most { place += 1 }
    return Emotion(rawValue: place)
  }
}

/// Lower bound of a share (Wilson 1927) at `deviations` standard deviations.
func wilsonLow(_ hits: Double, of count: Double, deviations z: Double = 1) -> Double {
  guard count > 0 else { return 0 }
  let share = min(1, max(0, hits / count))
  let middle = share + z * z / (2 * count)
  let spread = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
  return max(0, (middle - spread) / (1 + z * z / count))
}
