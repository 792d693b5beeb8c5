import Audience

/// ML Kit's faces: smiles and open eyes by the device's clock, without gaze or play time.
enum FirebaseSample {
  /// Seconds of the day at play time 0, to be given as `--started-at 2026-11-19T21:03:00`.
  private static let start = (21 * 60 + 3) * 60

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    var track = 1
    var wasLost = false
    var faces: [(second: Int, text: String)] = []
    for (counter, sample) in viewer.samples.enumerated() {
      // A face that is not found leaves no record, and comes back under another id.
      guard let scores = sample.scores else {
        wasLost = true
        continue
      }
      if wasLost { track += 1 }
      wasLost = false
      let eyes = sample.isBlink ? 4 : 92
      let smile = Int((Double(scores[.happy]) * 100).rounded())
      faces.append(
        (
          Int(sample.time),
          #""-Mk\#(padded(counter, 4))":{"smileProb":\#(smile),"leftEyeOpenProb":\#(eyes),"#
            + #""rightEyeOpenProb":\#(eyes - 1),"trackingId":\#(track),"#
            + #""timestamp":"\#(stamp(sample.time))","counter":\#(counter)}"#
        ))
    }
    // Within a second the export keeps no order; `counter` tells it.
    let mixed = faces.enumerated().sorted {
      ($0.element.second, -$0.offset) < ($1.element.second, -$1.offset)
    }
    let list = mixed.map(\.element.text).joined(separator: ",\n")
    return SampleFile("firebase/\(viewer.name).json", lines: [#"{"faces":{\#(list)}}"#])
  }

  private static func stamp(_ time: Double) -> String {
    let second = start + Int(time)
    return "20261119" + padded(second / 3600, 2) + padded(second / 60 % 60, 2)
      + padded(second % 60, 2)
  }
}
