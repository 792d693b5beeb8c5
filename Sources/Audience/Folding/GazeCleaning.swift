/// A look that counts: where, when, and how much.
struct UsableLook {
  var time: Double
  var x: Double
  var y: Double
  var weight: Double
}

/// Picks the gaze that counts out of one session.
struct GazeCleaning {
  let settings: FoldSettings
  let aspect: Double

  /// The usable looks in order of time.
  ///
  /// - Parameters:
  ///   - samples: sorted by time.
  ///   - interval: the session's median sampling interval in seconds.
  /// - Returns: position inside the picture, and weight 0…1.
  func looks(in samples: [FoldSample], interval: Double) -> [UsableLook] {
    let labelled = samples.contains { sample in
      if case .at(_, _, let movement) = sample.gaze { return movement != .unknown }
      return false
    }
    var looks = [UsableLook](unsafeUninitializedCapacity: samples.count) { looks, filled in
      for sample in samples {
        guard let look = look(sample, labelled: labelled) else { continue }
        looks.initializeElement(at: filled, to: look)
        filled += 1
      }
    }
    if !labelled, interval > 0, interval <= 1 / 15.0 + 1e-3, looks.count > 8 {
      weighSaccades(&looks, rate: 1 / interval)
    }
    return looks
  }

  private func look(_ sample: FoldSample, labelled: Bool) -> UsableLook? {
    guard case .at(let point, let confidence, let movement) = sample.gaze,
      let x = inside(point.x), let y = inside(point.y)
    else { return nil }
    var weight = confidence == .low ? settings.lowConfidenceWeight : 1
    if labelled {
      switch movement {
      case .fixation: break
      case .unknown: weight *= settings.unknownMovementWeight
      case .saccade: weight *= settings.saccadeWeight
      }
    }
    return UsableLook(time: sample.time, x: x, y: y, weight: weight)
  }

  private func inside(_ value: Double) -> Double? {
    guard value >= -settings.margin, value <= 1 + settings.margin else { return nil }
    return min(1, max(0, value))
  }

  /// Velocity threshold (I-VT, Salvucci & Goldberg 2000) for sources of 15 Hz and more without
  /// labels; below, a detector would throw away most of what counts.
  private func weighSaccades(_ looks: inout [UsableLook], rate: Double) {
    let noise = sampleNoise(looks)
    let clean = rate >= 60 && noise < 0.3
    let width = clean ? 3 : max(3, Int((0.1 * rate).rounded()) | 1)
    let xs = slidingMedian(looks.map(\.x), width: width)
    let ys = slidingMedian(looks.map(\.y), width: width)
    let threshold = clean ? 30 : max(50, 4 * noise * rate)
    var slow = [Bool](repeating: true, count: looks.count)
    // Over 20 ms: from sample to sample, 500 Hz would make a saccade of a twentieth of a degree of
    // noise, and eyes that follow a runner would hardly count.
    let span = max(1, Int((0.02 * rate).rounded()))
    for index in looks.indices.dropFirst() {
      let first = max(0, index - (span + 1) / 2)
      let last = min(looks.count - 1, first + span)
      let seconds = max(1e-3, looks[last].time - looks[first].time)
      guard seconds < 4 * Double(span) / rate else { continue }
      let moved = degrees(xs[last] - xs[first], ys[last] - ys[first])
      slow[index] = moved / seconds < threshold
    }
    if clean { dropShortFixations(&slow, least: Int((0.1 * rate).rounded(.up))) }
    for index in looks.indices where !slow[index] { looks[index].weight *= settings.saccadeWeight }
  }

  /// Robust deviation of the steps from sample to sample, in degrees.
  private func sampleNoise(_ looks: [UsableLook]) -> Double {
    let steps = looks.indices.dropFirst().map { index in
      degrees(looks[index].x - looks[index - 1].x, looks[index].y - looks[index - 1].y)
    }
    return 1.4826 * median(steps) / 2.0.squareRoot()
  }

  private func degrees(_ dx: Double, _ dy: Double) -> Double {
    let y = dy / max(aspect, 0.01)
    return settings.pictureDegrees * (dx * dx + y * y).squareRoot()
  }

  private func dropShortFixations(_ slow: inout [Bool], least: Int) {
    var start = 0
    while start < slow.count {
      guard slow[start] else {
        start += 1
        continue
      }
      var end = start
      while end < slow.count, slow[end] { end += 1 }
      if end - start < least { for index in start..<end { slow[index] = false } }
      start = end
    }
  }
}

/// The median of `width` values around each value (fewer at the ends).
func slidingMedian(_ values: [Double], width: Int) -> [Double] {
  let half = width / 2
  return values.indices.map { index in
    median(Array(values[max(0, index - half)...min(values.count - 1, index + half)]))
  }
}

/// What folding reads of one sample; all of it in place, without a count of references.
struct FoldSample {
  /// Play time in seconds.
  var time: Double
  var gaze: Gaze
  /// What the face showed; `nil` where none was read.
  var face: FaceLevels?
}

extension SampleColumns {
  /// The samples inside a video, in order of time; those of one time in the order of the columns.
  ///
  /// - Parameter duration: length of the video in seconds.
  /// - Returns: each with its face and its gaze.
  func samples(within duration: Double) -> [FoldSample] {
    var isOrdered = true
    var before = -Double.infinity
    // In place: an array asks at every append whether it is its own.
    let samples = [FoldSample](unsafeUninitializedCapacity: count) { samples, filled in
      for index in 0..<count {
        let time = Double(milliseconds[index]) / 1000
        guard time >= 0, time < duration else { continue }
        isOrdered = isOrdered && before <= time
        before = time
        samples.initializeElement(
          at: filled,
          to: FoldSample(time: time, gaze: gaze(at: index), face: faceLevels(at: index)))
        filled += 1
      }
    }
    return isOrdered ? samples : samples.sorted { $0.time < $1.time }
  }
}
