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

  /// Strengths 0…1 of each bin; `nil` where no face is known within the bridged gap.
  func strengths(of deviations: [Float?]) -> [Float?] {
    let known = bridged(deviations)
    let typical = medians(known)
    // A mean is not above its greatest value: where nothing can be on, nothing need be smoothed.
    let most = typical.lazy.compactMap(\.self).max() ?? 0
    guard Double(most) > 0.999 * settings.on else { return typical.map { $0.map { _ in 0 } } }
    let steady = smoothed(typical)
    let isOn = held(known)
    let offset = Float(settings.on)
    let span = Float(max(0.1, settings.clip - settings.on))
    return steady.indices.map { bin in
      steady[bin].map { isOn[bin] ? min(1, max(0, ($0 - offset) / span)) : 0 }
    }
  }

  /// The stretches of bins that count as sustained.
  func stretches(of deviations: [Float?]) -> [Range<Int>] {
    let isOn = held(bridged(deviations))
    var stretches: [Range<Int>] = []
    for bin in isOn.indices where isOn[bin] {
      if let last = stretches.last, last.upperBound == bin {
        stretches[stretches.count - 1] = last.lowerBound..<bin + 1
      } else {
        stretches.append(bin..<bin + 1)
      }
    }
    return stretches
  }

  /// Fills gaps of at most `bridged` seconds by the line between their ends.
  private func bridged(_ values: [Float?]) -> [Float?] {
    let longest = Int(settings.bridged / HalfSeconds.length)
    var filled = values
    var last: Int?
    for bin in values.indices {
      guard let value = values[bin] else { continue }
      if let last, let before = values[last], bin - last > 1, bin - last - 1 <= longest {
        for gap in last + 1..<bin {
          let part = Float(gap - last) / Float(bin - last)
          filled[gap] = before + part * (value - before)
        }
      }
      last = bin
    }
    return filled
  }

  /// The median around each bin; of what is known there, and the lower of two.
  private func medians(_ values: [Float?]) -> [Float?] {
    values.indices.map { bin in
      guard let value = values[bin] else { return nil }
      if medianReach == 1, bin > 0, bin + 1 < values.count, let before = values[bin - 1],
        let after = values[bin + 1]
      {
        // The usual case, without an array.
        return max(min(before, after), min(max(before, after), value))
      }
      var near = NearValues()
      for place in max(0, bin - medianReach)...min(values.count - 1, bin + medianReach) {
        if let value = values[place] { near.insert(value) }
      }
      // A sample that nothing beside it bears out is nothing.
      return near.count == 1 ? min(0, value) : near[(near.count - 1) / 2]
    }
  }

  /// A Gaussian over what is known, tap by tap over all bins at once.
  private func smoothed(_ values: [Float?]) -> [Float?] {
    let reach = kernel.count / 2
    let count = values.count
    // What is unknown adds nothing to either sum.
    let known = values.map { $0 ?? 0 }
    let isKnown: [Float] = values.map { $0 == nil ? 0 : 1 }
    var sums = [Float](repeating: 0, count: count)
    var weights = sums
    for (tap, factor) in kernel.enumerated() {
      let step = tap - reach
      guard abs(step) < count else { continue }
      for bin in max(0, -step)..<min(count, count - step) {
        sums[bin] += factor * known[bin + step]
        weights[bin] += factor * isKnown[bin + step]
      }
    }
    return values.indices.map { values[$0] == nil ? nil : sums[$0] / weights[$0] }
  }

  /// Where a reaction is held: the most likely path of two states, at rest and reacting (Viterbi).
  ///
  /// Each bin speaks for one of them by how far it lies from `on`, up to what a classifier that is
  /// right four times in five can say; a change of state costs half of `heldEvidence`. A burst of misfires
  /// brings too little, and one wrong sample in the middle of a laugh ends nothing.
  private func held(_ values: [Float?]) -> [Bool] {
    let change = Float(settings.heldEvidence / 2)
    var (rest, reacting) = (Float(0), -change)
    // Whether the best path to each state at a bin was in that state before.
    var restStayed = [Bool](repeating: true, count: values.count)
    var reactingStayed = [Bool](repeating: true, count: values.count)
    for bin in values.indices {
      let (before, beforeReacting) = (rest, reacting)
      restStayed[bin] = before >= beforeReacting - change
      reactingStayed[bin] = beforeReacting >= before - change
      rest = max(before, beforeReacting - change)
      reacting = max(beforeReacting, before - change) + (values[bin].map(evidence) ?? 0)
    }
    var marks = [Bool](repeating: false, count: values.count)
    var isReacting = reacting - change > rest
    for bin in values.indices.reversed() {
      marks[bin] = isReacting
      isReacting = isReacting ? reactingStayed[bin] : !restStayed[bin]
    }
    return marks
  }

  /// Log likelihood that a deviation gives to a reaction, against rest.
  private func evidence(of deviation: Float) -> Float {
    let on = Float(max(0.1, settings.on))
    return binWeight * min(1.6, max(-1.45, 1.6 * (deviation / on - 1)))
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
