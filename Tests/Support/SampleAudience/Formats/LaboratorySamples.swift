import Audience

/// Writes chunks of the Lab Streaming Layer's XDF format.
package struct XDFWriter {
  package private(set) var bytes = Array("XDF:".utf8)

  package init() {
    chunk(1, Array("<?xml version=\"1.0\"?><info><version>1.0</version></info>".utf8))
  }

  /// Writes the header of a stream.
  ///
  /// - Parameters:
  ///   - id: the number of the stream.
  ///   - facts: its name, its type, and the format of its values.
  ///   - rate: samples per second; 0 for irregular samples.
  ///   - labels: one label per channel.
  package mutating func stream(
    _ id: UInt32, _ facts: (name: String, type: String, format: String), rate: Double,
    labels: [String]
  ) {
    let channels = labels.map { "<channel><label>\($0)</label></channel>" }.joined()
    let xml =
      "<?xml version=\"1.0\"?><info><name>\(facts.name)</name><type>\(facts.type)</type>"
      + "<channel_count>\(labels.count)</channel_count><nominal_srate>\(rate)</nominal_srate>"
      + "<channel_format>\(facts.format)</channel_format>"
      + "<desc><channels>\(channels)</channels></desc></info>"
    chunk(2, Self.little(id) + Array(xml.utf8))
  }

  /// Writes samples as float32; a time of `nil` follows from the rate.
  package mutating func samples(_ id: UInt32, _ samples: [(time: Double?, values: [Float])]) {
    var body: [UInt8] = []
    for sample in samples {
      body += Self.time(sample.time)
      for value in sample.values { body += Self.little(value.bitPattern) }
    }
    chunk(3, Self.little(id) + Self.number(samples.count) + body)
  }

  package mutating func markers(_ id: UInt32, _ markers: [(time: Double, text: String)]) {
    var body: [UInt8] = []
    for marker in markers {
      body += Self.time(marker.time) + Self.number(marker.text.utf8.count) + Array(marker.text.utf8)
    }
    chunk(3, Self.little(id) + Self.number(markers.count) + body)
  }

  /// Writes a clock offset of a stream.
  package mutating func offset(_ id: UInt32, at time: Double, _ value: Double) {
    chunk(4, Self.little(id) + Self.little(time.bitPattern) + Self.little(value.bitPattern))
  }

  package mutating func chunk(_ kind: UInt16, _ body: [UInt8]) {
    bytes += Self.number(body.count + 2) + Self.little(kind) + body
  }

  private static func time(_ time: Double?) -> [UInt8] {
    time.map { [8] + little($0.bitPattern) } ?? [0]
  }

  private static func number(_ value: Int) -> [UInt8] {
    value < 256 ? [1, UInt8(value)] : [4] + little(UInt32(value))
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// The Lab Streaming Layer: a gaze stream on the eye tracker's clock, and a marker stream with the
/// start of the video.
enum XDFSample {
  /// The eye tracker's clock at play time 0, and how far the recorder's clock is ahead, in seconds.
  private static let (start, ahead) = (812.25, 41.5)

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    var writer = XDFWriter()
    writer.stream(
      1, ("Eyes", "Gaze", "float32"), rate: 2, labels: ["confidence", "norm_pos_x", "norm_pos_y"])
    writer.stream(2, ("Script", "Markers", "string"), rate: 0, labels: ["marker"])
    writer.markers(2, [(start + ahead, "meadow")])
    var samples: [(time: Double?, values: [Float])] = []
    for sample in viewer.samples {
      var values: [Float] = [0.1, 0, 0]
      if let point = sample.point { values = [0.95, Float(point.x), Float(1 - point.y)] }
      samples.append((start + sample.time, values))
    }
    for first in stride(from: 0, to: samples.count, by: 50) {
      writer.samples(1, Array(samples[first..<min(samples.count, first + 50)]))
      writer.offset(1, at: start + Double(first) / 2, ahead)
    }
    return SampleFile("xdf/\(viewer.name).xdf", writer.bytes)
  }
}

/// A BIDS dataset of eye tracking: pixels of a screen, milliseconds of the eye tracker's clock.
enum BIDSSample {
  private static let screen = (width: 1600.0, height: 1000.0)
  private static let area = ShownArea(letterboxedIn: screen)
  /// The clock in milliseconds at the first sample, one second before the video.
  private static let clock = 70_000
  private static let task = "task-meadow"

  /// Files that all recordings share.
  static let shared = [
    SampleFile(
      "bids/dataset_description.json",
      lines: [#"{"Name": "meadow", "BIDSVersion": "1.11.0", "DatasetType": "raw"}"#]),
    SampleFile(
      "bids/\(task)_physio.json",
      lines: [
        "{",
        #"  "PhysioType": "eyetrack","#,
        #"  "Columns": ["timestamp", "x_coordinate", "y_coordinate"],"#,
        #"  "timestamp": {"Units": "ms", "Origin": "System startup"},"#,
        #"  "x_coordinate": {"Units": "pixel"}, "y_coordinate": {"Units": "pixel"},"#,
        #"  "SampleCoordinateSystem": "gaze-on-screen", "RecordedEye": "cyclopean","#,
        #"  "SamplingFrequency": 2, "StartTime": 0"#,
        "}",
      ]),
    SampleFile(
      "bids/\(task)_events.json",
      lines: [
        #"{"StimulusPresentation": {"ScreenOrigin": ["top", "left"], "ScreenResolution": [1600, 1000]}}"#
      ]),
  ]

  static func files(_ viewer: RecordedViewer) -> [SampleFile] {
    let name = "bids/sub-\(viewer.name)/beh/sub-\(viewer.name)_\(task)"
    let rows =
      ["\(clock)\tn/a\tn/a"]
      + viewer.samples.map { sample in
        let time = clock + 1000 + Int((sample.time * 1000).rounded())
        guard let point = sample.point else { return "\(time)\tn/a\tn/a" }
        let (x, y) = area.point(point)
        return "\(time)\t\(short(x, 1))\t\(short(y, 1))"
      }
    return [
      SampleFile(
        "\(name)_physio.tsv.gz", StoredGzip.bytes(Array((rows.joined(separator: "\n") + "\n").utf8))
      ),
      SampleFile(
        "\(name)_events.tsv",
        lines: ["onset\tduration\ttrial_type\tstim_file", "1\t100\tvideo\tstimuli/meadow.mp4"]),
    ]
  }
}

/// Gzip without compression (RFC 1952), with the same bytes on every machine.
package enum StoredGzip {
  package static func bytes(_ plain: [UInt8]) -> [UInt8] {
    func little(_ value: some FixedWidthInteger) -> [UInt8] {
      (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
      let count = min(65_535, plain.count - start)
      packed.append(start + count == plain.count ? 1 : 0)
      packed += little(UInt16(count)) + little(~UInt16(count)) + plain[start..<start + count]
      start += count
    } while start < plain.count
    var check = ~UInt32(0)
    for byte in plain {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    return packed + little(~check) + little(UInt32(plain.count))
  }
}

/// iMotions: a preamble about the study, then one row per sample of any sensor, of several stimuli.
enum IMotionsSample {
  private static let area = ShownArea(letterboxedIn: (width: 1600.0, height: 1000.0))
  /// Milliseconds from the start of the recording to the start of the video.
  private static let lead = 9000

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    let about = ["#INFO", "#Study name,Meadows", "#METADATA", "#Device,EyeTracker", "#DATA"]
    let names = "Row,Timestamp,EventSource,SlideEvent,SourceStimuliName,Gaze X,Gaze Y"
    var rows = [
      "1000,,StartMedia,A sea,,", "1500,EyeTracker,,A sea,800,500",
      "\(lead),,StartMedia,A meadow,,",
    ]
    rows += viewer.samples.map { sample in
      let time = lead + Int((sample.time * 1000).rounded())
      guard let point = sample.point else { return "\(time),EyeTracker,,A meadow,-1,-1" }
      let (x, y) = area.point(point)
      return "\(time),EyeTracker,,A meadow,\(short(x, 0)),\(short(y, 0))"
    }
    return SampleFile(
      "imotions/\(viewer.name).csv",
      lines: about + [names] + rows.enumerated().map { "\($0 + 1),\($1)" })
  }
}

/// py-feat on one camera that films all viewers: one row per face and frame.
///
/// Viewers are identified by position.
enum PyFeatSample {
  static func file(_ audience: [RecordedViewer]) -> SampleFile {
    let names =
      "frame,FaceRectX,FaceRectY,FaceRectWidth,FaceRectHeight,FaceScore,"
      + "anger,disgust,fear,happiness,sadness,surprise,neutral"
    let rows = audience.flatMap { viewer in
      viewer.samples.compactMap { sample in
        // Two frames per second, for `--fps 2`; each contains all faces.
        sample.scores.map { (frame: Int(sample.time * 2), viewer.number, $0) }
      }
    }.sorted { ($0.frame, $0.1) < ($1.frame, $1.1) }
    let kinds: [Emotion] = [.angry, .disgust, .fear, .happy, .sad, .surprise, .neutral]
    return SampleFile(
      "meadow.pyfeat.csv",
      lines: [names]
        + rows.map { frame, number, scores in
          // Two rows of four faces, each moving by some pixels.
          let x = 200 + 400 * (number % 4) + frame % 7
          let y = 300 + 350 * (number / 4) - frame % 5
          let told = kinds.map { short(Double(scores[$0]), 2) }.joined(separator: ",")
          return "\(frame),\(x),\(y),120,150,0.98,\(told)"
        })
  }
}
