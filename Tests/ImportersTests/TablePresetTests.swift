import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct TablePresetTests {
  private func file(_ preset: String) -> ImportFile {
    var file = ImportFile(format: "table", options: ImportOptions(video: "v"))
    file.options.preset = preset
    file.options.pictureSize = { _ in FrameSize(width: 1920, height: 1080) }
    return file
  }

  private func happy(_ face: Face) -> Float? {
    guard case .scores(let scores) = face else { return nil }
    return (scores[.happy] * 100).rounded() / 100
  }

  @Test(arguments: TablePreset.texts.map(\.name)) func everyPresetLoads(_ name: String) throws {
    let preset = try TablePreset.named(name)
    #expect(preset.name == name && !preset.about.isEmpty && !preset.carries.isEmpty)
    #expect(!preset.signature.isEmpty)
  }

  @Test func tobiiUsesTheStartEventAndTheScreenSize() throws {
    let text = """
      \u{FEFF}Recording timestamp\tSensor\tParticipant name\tRecording name\tEvent\t\
      Recording resolution width\tRecording resolution height\tGaze point X\tGaze point Y\t\
      Validity left\tValidity right\tEye movement type\tPresented Media name
      900\tEye Tracker\tP01\tRecording 1\t\t1920\t1200\t5\t5\tValid\tValid\tFixation\tbbb.mp4
      1000\t\tP01\tRecording 1\tVideoStimulusStart\t1920\t1200\t\t\t\t\t\tbbb.mp4
      1010\tEye Tracker\tP01\tRecording 1\t\t1920\t1200\t960\t330\tValid\tInvalid\tFixation\tbbb.mp4
      1020\tEye Tracker\tP01\tRecording 1\t\t1920\t1200\t960,0\t330\tInvalid\tInvalid\tSaccade\tbbb.mp4
      1030\tEye Tracker\tP01\tRecording 1\t\t1920\t1200\t5\t5\tValid\tValid\tFixation\t
      """
    var tobii = file("tobii")
    tobii.options.video = nil
    let read = try tobii.sessions(text, name: "export.tsv")
    #expect(read.count == 1 && read[0].video == "bbb" && read[0].viewer == "P01")
    #expect(read[0].samples.map(\.time) == [0.01, 0.02])
    // The frame of 1920 × 1080 begins 60 pixels below the top of the screen of 1920 × 1200.
    #expect(
      read[0].samples.map(\.gaze) == [
        .at(PicturePoint(x: 0.5, y: 0.25), confidence: .full, movement: .fixation), .lost,
      ])
    #expect(
      read[0].skipped == [
        "row of another kind": 1, "before the video began": 1, "row of another video": 1,
      ])
  }

  @Test func pupilCoordinatesPointUpwards() throws {
    let text = """
      world_timestamp,world_index,gaze_timestamp,x_norm,y_norm,on_surf,confidence
      3.0,1,3.5,0.25,0.75,True,0.95
      3.0,1,3.6,0.25,0.75,True,0.4
      """
    let read = try file("pupil").sessions(text, name: "p.csv")
    #expect(read[0].samples.map(\.time) == [3.5, 3.6])
    #expect(
      read[0].samples.map(\.gaze) == [
        .at(PicturePoint(x: 0.25, y: 0.25), confidence: .full, movement: .unknown), .lost,
      ])
  }

  @Test func neonReportsBlinksAndFixations() throws {
    let text = """
      section id,recording id,timestamp [ns],gaze x [px],gaze y [px],worn,fixation id,blink id
      a,b,1700000001500000000,800,300,True,7,
      a,b,1700000001600000000,800,300,True,,3
      a,b,1700000001700000000,800,300,False,,
      """
    var neon = file("neon")
    neon.options.startedAt = ClockDate("2023-11-14T22:13:20Z")
    neon.options.picture = SourceRectangle(x: 0, y: 0, width: 1600, height: 1200)
    let read = try neon.sessions(text, name: "gaze.csv")
    #expect(read[0].samples.map(\.time) == [1.5, 1.6, 1.7])
    #expect(
      read[0].samples.map(\.gaze) == [
        .at(PicturePoint(x: 0.5, y: 0.25), confidence: .full, movement: .fixation), .blink, .lost,
      ])
  }

  /// The origin of gaze.csv of the Marker Mapper is the top left corner of the surface.
  @Test func neonGazeOnASurfaceIsRead() throws {
    let text = """
      section id,recording id,timestamp [ns],gaze detected on surface,\
      gaze position on surface x [normalized],gaze position on surface y [normalized],\
      fixation id,blink id
      a,b,1700000001500000000,True,0.5,0.25,7,
      a,b,1700000001600000000,True,,,,3
      a,b,1700000001700000000,False,,,,
      """
    var neon = file("neon")
    neon.options.startedAt = ClockDate("2023-11-14T22:13:20Z")
    let read = try neon.sessions(text, name: "gaze.csv")
    #expect(
      read[0].samples.map(\.gaze) == [
        .at(PicturePoint(x: 0.5, y: 0.25), confidence: .full, movement: .fixation), .blink, .lost,
      ])
  }

  @Test func faceReaderParticipantsAreViewers() throws {
    let text = """
      Video analysis detailed log

      Filename\tcamera.mp4
      Video Time\tNeutral\tHappy\tSad\tAngry\tSurprised\tScared\tDisgusted\tParticipant Name
      00:00:01.500\t0.1\t0.8\t0\t0\t0.1\t0\t0\twren
      00:00:01.500\t0.9\t0.1\t0\t0\t0\t0\t0\tteal
      """
    let read = try file("facereader").sessions(text, name: "all.txt")
    #expect(read.map(\.viewer) == ["wren", "teal"])
  }

  @Test func webgazerIsReadFromCSVJSONAndCells() throws {
    let rows = "[{\"x\":400,\"y\":150,\"t\":500},{\"x\":400,\"y\":150,\"t\":600}]"
    let texts = [
      "x,y,t\n400,150,500\n400,150,600\n",
      "[{\"trial_type\":\"video\",\"rt\":null,\"webgazer_data\":\(rows)},{\"rt\":3}]",
      "trial,webgazer_data\n1,\n2,\"\(rows.replacing("\"", with: "\"\""))\"\n",
    ]
    var webgazer = file("webgazer")
    webgazer.options.picture = SourceRectangle(x: 0, y: 0, width: 800, height: 600)
    for text in texts {
      let read = try webgazer.sessions(text, name: "w.json")
      #expect(read[0].samples.map(\.time) == [0.5, 0.6], "\(text)")
      let gaze = Gaze.at(PicturePoint(x: 0.5, y: 0.25), confidence: .full, movement: .unknown)
      #expect(read[0].samples.map(\.gaze) == [gaze, gaze])
    }
  }

  @Test func openFaceRowsWithoutSuccessAreLost() throws {
    let text = """
      frame, face_id, timestamp, confidence, success, AU01_r, AU02_r, AU05_r, AU06_r, AU12_r, AU26_r
      1, 0, 0.0, 0.98, 1, 0, 0, 0, 3, 4, 0
      2, 0, 0.04, 0.98, 0, 0, 0, 0, 3, 4, 0
      3, 0, 0.08, 0.3, 1, 0, 0, 0, 3, 4, 0
      """
    let read = try file("openface").sessions(text, name: "o.csv")
    #expect(read[0].samples.map { happy($0.face) } == [0.7, nil, nil])
    #expect(read[0].samples.map(\.gaze) == [.notReported, .notReported, .notReported])
  }

  @Test func faceReaderLinesBeforeTheHeaderAreSkipped() throws {
    let text = """
      Video analysis detailed log

      Filename:\tanna.mp4
      Video Time\tNeutral\tHappy\tSad\tAngry\tSurprised\tScared\tDisgusted\tValence
      00:00:31.040\t0.1\t0.8\t0\t0\t0.1\t0\t0\t0.8
      00:00:31.080\tFIT_FAILED\tFIT_FAILED\tFIT_FAILED\tFIT_FAILED\tFIT_FAILED\tFIT_FAILED\t\
      FIT_FAILED\tFIT_FAILED
      """
    let read = try file("facereader").sessions(text, name: "f.txt")
    #expect(read[0].samples.map(\.time) == [31.04, 31.08])
    #expect(read[0].samples.map { happy($0.face) } == [0.8, nil])
    #expect(read[0].samples[1].face == .lost)
  }

  @Test func eevTimeUnitIsReadFromTheHeader() throws {
    let header = "amusement,anger,awe,elation,sadness,surprise,triumph"
    let cells = "0.6,0,0.1,0.2,0,0.3,0\nbbb,200,0,0,0,0,0,0,0"
    let text = "Video ID,Timestamp (milliseconds),\(header)\nbbb,0,\(cells)\n"
    var eev = file("eev")
    eev.options.video = "bbb"
    let read = try eev.sessions(text, name: "e.csv")
    #expect(read[0].samples.map(\.time) == [0, 0.2])
    #expect(read[0].samples.map { happy($0.face) } == [0.6, nil])
    let bare = text.replacing(" (milliseconds)", with: "")
    #expect(eev.rejection(bare).contains("--map time=COLUMN:UNIT"))
    try eev.options.set(.map, to: "time=Timestamp:us")
    #expect(try eev.sessions(bare)[0].samples.map(\.time) == [0, 0])
  }

  @Test(arguments: [
    ("{}", "1: this is not a preset;"), ("", "1: the preset is empty;"),
    ("{\"gazecut\":\"preset/1\",\n\"tme\":1}", "2: an unknown key 'tme';"),
    (
      "{\"gazecut\":\"preset/1\",\n\n\"time\":{\"column\":\"t\",\"unit\":\"h\"}}",
      "3: the unit 'h' is"
    ),
    (
      "{\"gazecut\":\"preset/1\",\"time\":{\"column\":\"t\"}}",
      "1: the preset has neither 'gaze' nor 'scores';"
    ),
    (
      "{\"gazecut\":\"preset/1\",\"time\":7}",
      "1: 'time' cannot be a number; it must be an object {…}, or a list of them"
    ),
    (
      "{\"gazecut\":\"preset/1\",\n\"gaze\":7,\"time\":{\"column\":\"t\"}}",
      "2: 'gaze' cannot be a number; it must be an object {…}, or a list of them"
    ),
    ("{\"gazecut\":\"preset/1\",\n\"name\":7}", "2: 'name' cannot be a number; it must be a text"),
    (
      "{\"gazecut\":\"preset/1\",\n\"time\":{\"column\":[\"t\",\n7]}}",
      "3: 'column' cannot be a number; it must be a text, or a list of texts"
    ),
    (
      "{\"gazecut\":\"preset/1\",\"time\":{\"column\":\"t\",\n\"offset\":true}}",
      "2: 'offset' cannot be true or false; it must be a number"
    ),
    (
      "{\"gazecut\":\"preset/1\",\"time\":{\"column\":\"t\"},"
        + "\n\"gaze\":{\"x\":\"x\",\"y\":\"y\",\"unit\":\"px\",\"plane\":\"scren\"}}",
      "2: the 'plane' is unknown; the only value is screen"
    ),
  ])
  func invalidPresetFilesAreRejected(_ text: String, _ beginning: String) throws {
    let path = NSTemporaryDirectory() + "gazecut-preset-\(UUID().uuidString).json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: ImportError.self) { try TablePreset(ByteSource(path: path)) }
    #expect(error?.description.dropFirst(path.count + 1).hasPrefix(beginning) ?? false)
  }

  @Test func textOfAPresetCanBeLoadedFromAFile() throws {
    let path = NSTemporaryDirectory() + "gazecut-preset-\(UUID().uuidString).json"
    let text = try #require(TablePreset.text(named: "openface"))
    try Data(text.replacing("\"full\": 5", with: "\"full\": 4").utf8)
      .write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var own = ImportFile(format: "table", options: ImportOptions(video: "v"))
    own.options.presetFile = path
    let read = try own.sessions("timestamp,success,confidence,AU06_r,AU12_r\n1,1,1,2,2\n")
    #expect(read[0].samples.map { happy($0.face) } == [0.5])
  }
}
