import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Reading one stimulus of a recording of several stimuli.
@Suite struct StimulusImportTests {
  private func file(_ preset: String, _ stimulus: String?) throws -> ImportFile {
    var options = ImportOptions(video: "trip") { _ in FrameSize(width: 1280, height: 720) }
    try options.set(.preset, to: preset)
    try options.set(.screen, to: "1000x1000")
    try options.set(.picture, to: "0,0,1000x1000")
    if let stimulus { try options.set(.stimulus, to: stimulus) }
    return ImportFile(format: "table", options: options)
  }

  private static let iMotions =
    "#INFO\n" + String(repeating: "#Sensor,x\n", count: 200) + """
      #DATA
      Row,Timestamp,EventSource,SlideEvent,SourceStimuliName,Gaze X,Gaze Y,Joy,Surprise
      1,500,,StartSlide,My trip,,,,
      2,1000,,StartMedia,My trip,,,,
      3,1100,Tobii,,My trip,250,500,,
      4,1150,Affdex,,My trip,,,80,10
      5,1200,Tobii,,My trip,-1,-1,,
      6,2000,,StartMedia,The sea,,,,
      7,2100,Tobii,,The sea,900,900,,

      """

  @Test func iMotionsRowsOfTheStimulusAreRead() throws {
    let found = try file("imotions", "My trip").sessions(Self.iMotions, name: "avocet.csv")
    let session = try #require(found.first)
    #expect(found.count == 1 && session.viewer == "avocet" && session.video == "trip")
    let samples = Array(session.samples)
    #expect(samples.map { ($0.time * 100).rounded() / 100 } == [0.1, 0.15, 0.2])
    // Each row contains values of one sensor only.
    guard case .at(let point, _, _) = samples[0].gaze else { return #expect(Bool(false)) }
    #expect(abs(point.x - 0.25) < 0.001 && samples[0].face == .notReported)
    #expect(samples[1].gaze == .notReported && samples[2].gaze == .lost)
    guard case .scores(let scores) = samples[1].face else { return #expect(Bool(false)) }
    #expect(abs(Double(scores[.happy]) - 0.8) < 0.01)
    #expect(session.skipped["row of another video"] == 2)
  }

  @Test func unknownStimulusIsReported() throws {
    #expect(
      try file("imotions", "Another").rejection(Self.iMotions)
        == " no row has the stimulus 'Another'; the table has 'My trip', 'The sea'; give "
        + "--stimulus NAME as in the table, for example --stimulus 'My trip'")
    #expect(
      try file("pupil", "My trip").rejection(
        "gaze_timestamp,x_norm,y_norm,confidence\n1,0.5,0.5,1\n")
        == " --stimulus needs a column of stimuli; add --map video=COLUMN")
  }

  @Test func allMissingOptionsAreReportedTogether() throws {
    var options = ImportOptions(video: "sea") { _ in FrameSize(width: 1280, height: 720) }
    try options.set(.preset, to: "imotions")
    #expect(
      ImportFile(format: "table", options: options).rejection(Self.iMotions)
        == " no row has the video 'sea'; the table has 'My trip', 'The sea'; give --stimulus "
        + "NAME as in the table and --screen WxH for points in pixels, for example "
        + "--stimulus 'The sea' --screen 1920x1080")
    options = ImportOptions()
    try options.set(.preset, to: "imotions")
    let rejection = ImportFile(format: "table", options: options).rejection(Self.iMotions)
    #expect(
      rejection.hasSuffix("for example --video trip --stimulus 'My trip' --screen 1920x1080"),
      "\(rejection)")
    // A long list of stimuli is shortened.
    let many = (0..<99).map { "\($0),500,,StartMedia,My trip \($0),,,,\n" }.joined()
    let long = try file("imotions", "None").rejection(Self.iMotions + many)
    #expect(long.contains("'My trip 9' and more;") && !long.contains("'My trip 10'"), "\(long)")
  }

  @Test func cellsOfAMappedColumnAreNotPrinted() throws {
    var options = ImportOptions(video: "sea")
    try options.set(.map, to: "time=t,happy=h,video=who")
    let rejection = ImportFile(format: "table", options: options).rejection("who,t,h\nZora S,0,1\n")
    #expect(rejection.hasPrefix(" no row has the video 'sea'; give") && !rejection.contains("Zora"))
  }

  @Test func tobiiStimuliOfAnyNameAreRead() throws {
    let text =
      "Recording timestamp [ms]\tSensor\tParticipant name\tEvent\tGaze point X [DACS px]\t"
      + "Gaze point Y [DACS px]\tPresented Stimulus name\n"
      + "1000\t\tavocet\tVideoStimulusStart\t\t\tTrip (final).mp4\n"
      + "1100\tEye Tracker\tavocet\t\t500\t500\tTrip (final).mp4\n"
      + "5000\t\tavocet\tVideoStimulusStart\t\t\tsea (1).mp4\n"
      + "5100\tEye Tracker\tavocet\t\t900\t900\tsea (1).mp4\n"
    for name in ["Trip (final)", "Trip (final).mp4"] {
      let found = try file("tobii", name).sessions(text, name: "export.tsv")
      #expect(found.count == 1 && found.first?.samples.count == 1 && found.first?.video == "trip")
    }
    // Without `--stimulus`, stimuli whose names are not valid IDs count as other videos.
    #expect(try file("tobii", nil).rejection(text) != "")
  }
}
