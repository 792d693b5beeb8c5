import Audience

/// OpenFace's FeatureExtraction: action units from 0 to 5.
enum OpenFaceSample {
  static func file(_ viewer: RecordedViewer) -> SampleFile {
    let names =
      "frame, face_id, timestamp, confidence, success, AU01_r, AU02_r, AU05_r, AU06_r, AU12_r,"
      + " AU26_r"
    let rows = viewer.samples.map { sample in
      // Frames of a camera at 30 per second, counted from 1.
      let frame = Int((sample.time * 30).rounded()) + 1
      let head = "\(frame), 0, \(short(sample.time, 3))"
      guard let scores = sample.scores else { return "\(head), 0.02, 0, 0, 0, 0, 0, 0, 0" }
      let happy = Double(scores[.happy]) * 5
      let surprise = Double(scores[.surprise]) * 5
      let spread = min(0.3, happy, 5 - happy)
      let units = [surprise, surprise, surprise, happy - spread, happy + spread, surprise]
      return "\(head), 0.98, 1, " + units.map { short($0, 2) }.joined(separator: ", ")
    }
    return SampleFile("openface/\(viewer.name).csv", lines: [names] + rows)
  }
}

/// FaceReader's detailed log: a preamble, then tab-separated shares from 0 to 1.
enum FaceReaderSample {
  private static let order: [Emotion] = [
    .neutral, .happy, .sad, .angry, .surprise, .fear, .disgust,
  ]

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    let head = [
      "Video analysis detailed log", "", "Face Model\tGeneral", "Calibration\t-",
      "Start time\t11/19/2026 21:03:00.000", "Filename\tcamera.mp4", "Frame rate\t30.000000000", "",
      "Video Time\tNeutral\tHappy\tSad\tAngry\tSurprised\tScared\tDisgusted",
    ]
    return SampleFile("facereader/\(viewer.name).txt", lines: head + viewer.samples.map(row))
  }

  private static func row(_ sample: Sample) -> String {
    let millis = Int((sample.time * 1000).rounded())
    let clock =
      "00:\(padded(millis / 60_000, 2)):\(padded(millis / 1000 % 60, 2)).\(padded(millis % 1000, 3))"
    let cells = order.map { emotion in
      sample.scores.map { short(Double($0[emotion]), 2) }
        ?? (millis % 2000 < 1000 ? "FIND_FAILED" : "FIT_FAILED")
    }
    return ([clock] + cells).joined(separator: "\t")
  }
}

/// Evoked Expressions in Video: 15 expressions; a row of zeros means no detection.
enum EEVSample {
  private static let names = [
    "amusement", "anger", "awe", "concentration", "confusion", "contempt", "contentment",
    "disappointment", "doubt", "elation", "interest", "pain", "sadness", "surprise", "triumph",
  ]

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    let head = "YouTube ID,Timestamp (milliseconds)," + names.joined(separator: ",")
    let rows = viewer.samples.map { sample in
      var cells = [String](repeating: "0", count: names.count)
      if let scores = sample.scores {
        // Joy has two names in this format, of which the importer uses the higher value.
        let told: [(String, Emotion, Double)] = [
          ("amusement", .happy, 1), ("elation", .happy, 0.6), ("surprise", .surprise, 1),
          ("awe", .surprise, 0.5), ("anger", .angry, 1), ("sadness", .sad, 1),
        ]
        for (name, emotion, factor) in told {
          guard let index = names.firstIndex(of: name) else { continue }
          cells[index] = short(Double(scores[emotion]) * factor, 2)
        }
      }
      return "meadow,\(Int((sample.time * 1000).rounded()))," + cells.joined(separator: ",")
    }
    return SampleFile("eev/\(viewer.name).csv", lines: [head] + rows)
  }
}
