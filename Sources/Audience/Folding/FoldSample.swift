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
