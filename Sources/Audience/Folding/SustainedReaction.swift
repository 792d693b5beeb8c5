import Glibc

/// Turns deviations above rest into the strength of sustained reactions.
///
/// Whether a reaction is held is decided over all samples at once, by the most likely path of two
/// states (Viterbi 1967): bursts of misfires and one wrong sample in a laugh change nothing. How
/// strong it is then comes from a median that drops single samples and a Gaussian that smooths. The
/// strength stays continuous: votes on thresholds are the worst aggregate of faces measured.
struct SustainedReaction {
  let settings: FoldSettings
  private let kernel: [Float]
  private let medianReach: Int
  /// What a bin counts: a sample of a slow source fills several.
  private let binWeight: Float

  /// Prepares for a source with a sampling interval in seconds: a sample of a slow one fills
  /// several bins, and the median must outvote all of them.
  init(settings: FoldSettings, interval: Double) {
    self.settings = settings
    let bin = HalfSeconds.length
    medianReach = min(8, max(1, Int(settings.outvoted / bin), Int((interval / bin).rounded())))
    binWeight = interval > 0 ? Float(min(1, (bin / interval).squareRoot())) : 1
    let sigma = settings.smoothing / HalfSeconds.length
    let reach = sigma > 0 ? Int((3 * sigma).rounded(.up)) : 0
    kernel = (-reach...reach).map { step in
      sigma > 0 ? Float(exp(-Double(step * step) / (2 * sigma * sigma))) : 1
    }
  }

  /// Strengths 0…1 of each bin, a lane a class; not a number where no face is known within the
  /// bridged gap.
  func strengths(of deviations: consuming FaceDeviations) -> [SIMD8<Float>] {
    deviations.bridge(longest: longestBridged)
    let typical = medians(deviations.values)
    // A mean is not above its greatest value: where nothing can be on, nothing is.
    var most = SIMD8<Float>(repeating: -.infinity)
    for value in typical { most.replace(with: value, where: value .> most) }
    let canBeOn = SIMD8<Int64>.zero.replacing(
      with: 1, where: SIMD8<Double>(most) .> 0.999 * settings.on)
    let mayBeOn = SIMD8<Int32>(truncatingIfNeeded: canBeOn) .> 0
    return [SIMD8<Float>](unsafeUninitializedCapacity: typical.count) { strengths, filled in
      filled = typical.count
      held(deviations.values) { bin, isHeld in
        let value = typical[bin]
        let rest = SIMD8<Float>.zero.replacing(with: value, where: value .!= value)
        let isOn = isHeld .& mayBeOn
        strengths.initializeElement(
          at: bin, to: Self.isAny(isOn) ? strength(typical, at: bin, isOn, rest) : rest)
      }
    }
  }

  /// Strengths of a bin in which a reaction is held; `rest` where it is not.
  private func strength(
    _ typical: [SIMD8<Float>], at bin: Int, _ isOn: SIMDMask<SIMD8<Int32>>, _ rest: SIMD8<Float>
  ) -> SIMD8<Float> {
    let span = Float(max(0.1, settings.clip - settings.on))
    var strength = (smoothed(typical, at: bin) - Float(settings.on)) / span
    strength.replace(with: 0, where: strength .< 0)
    strength.replace(with: 1, where: strength .> 1)
    return rest.replacing(with: strength, where: isOn .& (rest .== rest))
  }

  /// How many stretches of bins count as sustained, of each class.
  func stretches(of deviations: consuming FaceDeviations) -> SIMD8<Int32> {
    deviations.bridge(longest: longestBridged)
    var count = SIMD8<Int32>.zero
    var after = SIMD8<Int32>.zero
    // From the last bin to the first: a stretch is counted where it ends.
    held(deviations.values) { _, isHeld in
      let isOn = SIMD8<Int32>.zero.replacing(with: 1, where: isHeld)
      count &+= isOn & ~after
      after = isOn
    }
    return count
  }

  /// The most bins of a gap that is filled.
  private var longestBridged: Int { Int(settings.bridged / HalfSeconds.length) }

  /// The median around each bin; of what is known there, and the lower of two.
  private func medians(_ values: [SIMD8<Float>]) -> [SIMD8<Float>] {
    guard medianReach == 1 else { return widerMedians(values) }
    let unknown = SIMD8<Float>(repeating: .nan)
    let lowest = SIMD8<Float>(repeating: -.infinity)
    return values.indices.map { bin in
      let value = values[bin]
      var before = bin > 0 ? values[bin - 1] : unknown
      var after = bin + 1 < values.count ? values[bin + 1] : unknown
      // Of two the lower, as of three of which one is lowest. A sample that nothing beside it bears
      // out is nothing.
      let isAlone = (before .!= before) .& (after .!= after)
      before.replace(with: lowest, where: before .!= before)
      after.replace(with: lowest, where: after .!= after)
      after.replace(with: 0, where: isAlone)
      let low = before.replacing(with: after, where: after .< before)
      let high = before.replacing(with: after, where: after .> before)
      let capped = value.replacing(with: high, where: high .< value)
      return capped.replacing(with: low, where: low .> capped)
    }
  }

  private func widerMedians(_ values: [SIMD8<Float>]) -> [SIMD8<Float>] {
    var medians = values
    for bin in values.indices {
      let places = max(0, bin - medianReach)...min(values.count - 1, bin + medianReach)
      for lane in 0..<8 where !values[bin][lane].isNaN {
        var near = NearValues()
        for place in places where !values[place][lane].isNaN { near.insert(values[place][lane]) }
        medians[bin][lane] =
          near.count == 1 ? min(0, values[bin][lane]) : near[(near.count - 1) / 2]
      }
    }
    return medians
  }

  /// A Gaussian around a bin over what is known.
  private func smoothed(_ values: [SIMD8<Float>], at bin: Int) -> SIMD8<Float> {
    let reach = kernel.count / 2
    var sum = SIMD8<Float>.zero
    var weight = SIMD8<Float>.zero
    for place in max(0, bin - reach)...min(values.count - 1, bin + reach) {
      let value = values[place]
      let factor = kernel[place - bin + reach]
      // What is unknown adds nothing to either sum.
      let isKnown = value .== value
      sum += SIMD8<Float>.zero.replacing(with: factor * value, where: isKnown)
      weight += SIMD8<Float>.zero.replacing(with: factor, where: isKnown)
    }
    return sum / weight
  }

  /// Where a reaction is held: the most likely path of two states, at rest and reacting (Viterbi).
  ///
  /// Each bin speaks for one of them by how far it lies from `on`, up to what a classifier that is
  /// right four times in five can say; a change of state costs half of `heldEvidence`. A burst of
  /// misfires brings too little, and one wrong sample in the middle of a laugh ends nothing.
  ///
  /// - Parameters:
  ///   - values: how far each class lies above rest.
  ///   - visit: told every bin, the last one first, and the classes held in it.
  @inline(__always)
  private func held(
    _ values: [SIMD8<Float>], visit: (_ bin: Int, _ isHeld: SIMDMask<SIMD8<Int32>>) -> Void
  ) {
    let change = SIMD8(repeating: Float(settings.heldEvidence / 2))
    let on = SIMD8(repeating: Float(max(0.1, settings.on)))
    var (rest, reacting) = (SIMD8<Float>.zero, -change)
    // Whether the best path to each state at a bin was reacting before: to rest in the second bit,
    // to reacting in the first.
    withUnsafeTemporaryAllocation(of: SIMD8<Int32>.self, capacity: values.count) { reacted in
      for bin in values.indices {
        let (fromRest, fromReacting) = (rest - change, reacting - change)
        let (stays, staysReacting) = (rest .>= fromReacting, reacting .>= fromRest)
        reacted.initializeElement(
          at: bin, to: (~Self.bits(stays) & 2) | (Self.bits(staysReacting) & 1))
        rest = fromReacting.replacing(with: rest, where: stays)
        reacting = fromRest.replacing(with: reacting, where: staysReacting)
        reacting += evidence(of: values[bin], on)
      }
      var isHeld = Self.bits(reacting - change .> rest)
      for bin in values.indices.reversed() {
        visit(bin, unsafeBitCast(isHeld, to: SIMDMask<SIMD8<Int32>>.self))
        isHeld = (0 &- (reacted[bin] &>> 1)) | (isHeld & (0 &- (reacted[bin] & 1)))
      }
    }
  }

  /// A mask as numbers, −1 where it is set: as such it is calculated with in whole vectors.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD8<Int32>>) -> SIMD8<Int32> {
    unsafeBitCast(mask, to: SIMD8<Int32>.self)
  }

  /// Log likelihood that a deviation gives to a reaction, against rest; what is unknown gives none.
  @inline(__always)
  private func evidence(of deviation: SIMD8<Float>, _ on: SIMD8<Float>) -> SIMD8<Float> {
    var evidence = 1.6 * (deviation / on - 1)
    evidence.replace(with: -1.45, where: evidence .< -1.45)
    evidence.replace(with: 1.6, where: evidence .> 1.6)
    return SIMD8<Float>.zero.replacing(with: binWeight * evidence, where: deviation .== deviation)
  }

  /// Whether a mask is set anywhere; asked of whole words, since lane by lane takes eight times as
  /// long.
  @inline(__always)
  private static func isAny(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
    let words = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return words[0] | words[1] | words[2] | words[3] != 0
  }
}

/// The values of one median, sorted as they come; without an array, of which there would be one a
/// bin and class.
private struct NearValues {
  private var values = SIMD32<Float>(repeating: 0)
  private(set) var count = 0

  subscript(index: Int) -> Float { values[index] }

  /// Takes one in; at most 17 come (`SustainedReaction.medianReach`).
  mutating func insert(_ value: Float) {
    var place = count
    while place > 0, values[place - 1] > value {
      values[place] = values[place - 1]
      place -= 1
    }
    values[place] = value
    count += 1
  }
}
