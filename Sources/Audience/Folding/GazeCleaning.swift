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

  /// The usable looks in order of time.
  ///
  /// - Parameter samples: sorted by time.
  /// - Returns: position inside the picture, and weight 0…1.
  func looks(in samples: [FoldSample]) -> [UsableLook] {
    [UsableLook](unsafeUninitializedCapacity: samples.count) { looks, filled in
      for sample in samples {
        guard let look = look(sample) else { continue }
        looks.initializeElement(at: filled, to: look)
        filled += 1
      }
    }
  }

  private func look(_ sample: FoldSample) -> UsableLook? {
    guard case .at(let point, let confidence, let movement) = sample.gaze,
      (0...1).contains(point.x), (0...1).contains(point.y)
    else { return nil }
    let isSure = confidence == .full && movement != .saccade
    return UsableLook(
      time: sample.time, x: point.x, y: point.y, weight: isSure ? 1 : settings.uncertainWeight)
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
