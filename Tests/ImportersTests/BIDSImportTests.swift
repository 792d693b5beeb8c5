import Audience
import Foundation
import SampleAudience
import TestMaterial
import Testing

@testable import Importers

/// A temporary dataset with the structure of eyetracking_binocular in bids-examples.
private final class Dataset {
  let folder = NSTemporaryDirectory() + "gazecut-bids-\(UUID().uuidString)"
  private let stem = "sub-01/beh/sub-01_task-film_run-01"

  init() throws {
    try put("dataset_description.json", #"{"Name": "Study", "BIDSVersion": "1.11.0"}"#)
    try put(
      "task-film_physio.json",
      #"{"PhysioType": "eyetrack", "Columns": ["timestamp", "x_coordinate", "y_coordinate","#
        + #" "pupil_size"], "timestamp": {"Units": "ms"}, "x_coordinate": {"Units": "pixel"},"#
        + #" "CalibrationUnit": null, "SamplingFrequency": 100}"#)
    try put(
      "task-film_physioevents.json",
      #"{"Columns": ["onset", "duration", "trial_type", "blink", "message"]}"#)
    try put(
      "task-film_events.json",
      #"{"StimulusPresentation": {"ScreenOrigin": ["top", "left"],"#
        + #" "ScreenResolution": [1600, 900]}}"#)
    try put(
      "\(stem)_events.tsv",
      "onset\tduration\ttrial_type\tstim_file\n1\t2\tfilm\tstimuli/trip.mp4\n4\t2\tsea\tsea.mp4\n")
    for (eye, word) in [(1, "left"), (2, "right")] {
      try put("\(stem)_recording-eye\(eye)_physio.json", #"{"RecordedEye": "\#(word)"}"#)
      // 6 s: the left eye is at x = 784, the right eye at x = 816. Every 50th sample of the left
      // eye is missing, and every 20th sample of both eyes.
      let rows = (0..<600).map { step in
        let isLost = step % 20 == 7 || (eye == 1 && step % 50 == 3)
        let x = isLost ? "n/a\tn/a" : "\(800 + (eye == 1 ? -16 : 16))\t450"
        return "\(70_000 + 10 * step)\t\(x)\t3.5\n"
      }
      try put(recording(eye), bytes: StoredGzip.bytes(Array(rows.joined().utf8)))
    }
    // A blink that begins 1.5 s after the first sample, on the clock of the device.
    try put(
      "\(stem)_recording-eye1_physioevents.tsv.gz",
      bytes: StoredGzip.bytes(Array("71500\t200\tsaccade\t1\tn/a\n".utf8)))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func recording(_ eye: Int) -> String { "\(stem)_recording-eye\(eye)_physio.tsv.gz" }

  func put(_ name: String, _ text: String) throws { try put(name, bytes: Array(text.utf8)) }

  func put(_ name: String, bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: folder + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func read(_ eye: Int, _ options: ImportOptions) throws -> [ImportedSession] {
    let format = try #require(ImportFormat.named("bids"))
    guard case .sessions(let found) = try format.read(folder + "/" + recording(eye), options) else {
      return []
    }
    return found
  }
}

@Suite struct BIDSImportTests {
  private func options(_ video: String = "trip") -> ImportOptions {
    ImportOptions(video: video) { _ in FrameSize(width: 1280, height: 720) }
  }

  @Test func bothEyesAreOneSessionThatStartsAtTheEvent() throws {
    let dataset = try Dataset()
    let found = try dataset.read(2, options())
    let session = try #require(found.first)
    #expect(found.count == 1 && session.viewer == "Study sub-01")
    #expect(try dataset.read(1, options()).first?.samples == session.samples)
    // 2 s at 100 Hz, with the samples at both ends.
    #expect(session.samples.count == 201)
    #expect(session.samples.first?.time == 0 && session.samples.last?.time == 2)
    for sample in session.samples {
      let step = 100 + Int((sample.time * 100).rounded())
      if (150...170).contains(step) {
        #expect(sample.gaze == .blink, "\(step)")
      } else if step % 20 == 7 {
        #expect(sample.gaze == .lost, "\(step)")
      } else if case .at(let point, .full, _) = sample.gaze {
        // The mean of both eyes, or only the right eye.
        let x = step % 50 == 3 ? 0.51 : 0.5
        #expect(abs(point.x - x) < 0.001 && abs(point.y - 0.5) < 0.001, "\(step)")
      } else {
        Issue.record("\(step): \(sample.gaze)")
      }
    }
  }

  @Test func stimulusIsFoundByTheValueOfACell() throws {
    let dataset = try Dataset()
    for name in ["sea", "trial_type=sea", "sea.mp4"] {
      var options = options("other")
      try options.set(.stimulus, to: name)
      // The blink is in the other film.
      let samples = try #require(try dataset.read(1, options).first).samples
      #expect(samples.count == 200 && !samples.contains { $0.gaze == .blink }, "\(name)")
    }
    let error = #expect(throws: ImportError.self) { try dataset.read(1, self.options("other")) }
    #expect(error?.kind == .missingOption)
    #expect(error?.problem == "the start of the video is not known: none of 3 events is its ID")
    #expect(error?.remedy.contains("; found 'film'") == true, "\(error as Any)")
  }

  @Test func viewerFromOptionUsesTheSubjectFolder() throws {
    var options = options()
    try options.set(.viewerFrom, to: "folder:2")
    #expect(try Dataset().read(1, options).map(\.viewer) == ["sub-01"])
  }

  /// Only the events file contains the start of the video.
  @Test(arguments: [
    ("", "the file is empty"),
    ("onset\tduration\ttrial_type\n", "none of 0 events is its ID"),
    ("onset\tduration\ttrial_type\n1\t2", "the row has 2 cells"),
    ("onset\tduration\ttrial_type\n1\t-2\ttrip\n", "this event has a negative duration"),
  ])
  func unusableEventsFilesAreReported(events: String, words: String) throws {
    let dataset = try Dataset()
    let stem = "sub-01/beh/sub-01_task-film_run-01_"
    let (name, own) = (stem + "events.tsv", stem + "recording-eye1_physioevents.tsv.gz")
    // The events file of the device is not tested here.
    try FileManager.default.removeItem(atPath: dataset.folder + "/" + own)
    try dataset.put(name, events)
    let error = try #require(throws: ImportError.self) { try dataset.read(1, self.options()) }
    #expect(error.problem.contains(words), "\(error)")
    // The message refers to the events file.
    #expect(error.file.hasSuffix("events.tsv") || error.problem.contains("event"), "\(error)")
    // Without an events file, the recording begins with the video.
    try FileManager.default.removeItem(atPath: dataset.folder + "/" + name)
    var options = options()
    try options.set(.screen, to: "1600x900")
    #expect(try dataset.read(1, options).first?.samples.first?.time == 0)
  }

  @Test func eventsOnTheClockOfTheDeviceAreRead() throws {
    let dataset = try Dataset()
    try dataset.put(
      "task-film_events.json",
      #"{"OnsetSource": "timestamp", "StimulusPresentation": {"ScreenResolution": [1600, 900]}}"#)
    try dataset.put(
      "sub-01/beh/sub-01_task-film_run-01_events.tsv",
      "onset\tduration\ttrial_type\n71.5\tn/a\ttrip\n")
    let samples = try #require(try dataset.read(1, options()).first).samples
    #expect(samples.count == 450 && samples.first?.gaze == .blink)
  }

  @Test func nearerSidecarOverridesThoseAbove() throws {
    let dataset = try Dataset()
    try dataset.put(
      "sub-01/sub-01_task-film_physio.json", #"{"timestamp": {"Units": "us"}}"#)
    var options = options()
    try options.set(.offset, to: "0.001")
    // 6 s of milliseconds, read as microseconds, are 6 ms. The event is later than that.
    #expect(throws: ImportError.self) { try dataset.read(1, options) }
    try dataset.put("sub-01/sub-01_task-sea_physio.json", #"{"timestamp": {"Units": "ns"}}"#)
    try dataset.put("sub-01/sub-01_task-film_physio.json", #"{"timestamp": {"Units": "ms"}}"#)
    #expect(try dataset.read(1, self.options()).first?.samples.count == 201)
  }

  @Test func invalidSidecarsAreReported() throws {
    let cases: [(String, String)] = [
      (#"{"Columns": ["timestamp", "pupil_size"]}"#, "no columns x_coordinate and y_coordinate"),
      (#"{"Columns": ["timestamp", "x_coordinate", "y_coordinate"]}"#, "neither a unit for its"),
      (
        #"{"Columns": ["timestamp", "x_coordinate", "y_coordinate"], "SamplingFrequency": 9}"#,
        "the row has 4 cells"
      ), ("[1]", "this is not a sidecar"), (#"{"Columns": ["#, "ends inside a value"),
    ]
    for (sidecar, words) in cases {
      let dataset = try Dataset()
      try dataset.put("task-film_physio.json", sidecar)
      let error = #expect(throws: ImportError.self) { try dataset.read(1, self.options()) }
      #expect(error?.description.contains(words) ?? false, "\(String(describing: error))")
    }
  }

  /// The example is recognised as BIDS, but rejected because its data files are empty on purpose.
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func exampleOfTheStandardIsRejectedAsEmpty() throws {
    let name = "sub-01_task-FreeView_run-01_recording-eye1_physio.tsv.gz"
    let file = try SharedData.file("lab/eyetracking_binocular/sub-01/beh/\(name)").path
    #expect(try ImportFormat.detectFormat(file).format.name == "bids")
    var options = options()
    try options.set(.stimulus, to: "image_blank_num=77")
    let format = try #require(ImportFormat.named("bids"))
    let error = #expect(throws: ImportError.self) { try format.read(file, options) }
    #expect(error?.problem.contains("no samples") == true)
  }
}
