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
    var samples: [FoldSample] = []
    samples.reserveCapacity(count)
    var isOrdered = true
    var before = -Double.infinity
    for index in 0..<count {
      let time = Double(milliseconds[index]) / 1000
      guard time >= 0, time < duration else { continue }
      isOrdered = isOrdered && before <= time
      before = time
      samples.append(FoldSample(time: time, gaze: gaze(at: index), face: faceLevels(at: index)))
    }
    return isOrdered ? samples : samples.sorted { $0.time < $1.time }
  }
}
