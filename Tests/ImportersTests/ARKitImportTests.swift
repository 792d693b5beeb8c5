import Audience
import TestMaterial
import Testing

@testable import Importers

@Suite struct ARKitImportTests {
  private let header = "t,left_x,left_y,right_x,right_y,blink_left,blink_right\n"
  private var file: ImportFile {
    var file = ImportFile(format: "arkit", options: ImportOptions(video: "v"))
    file.options.screen = SourceRectangle(width: 800, height: 1200)
    file.options.picture = SourceRectangle(x: 0, y: 400, width: 800, height: 400)
    return file
  }

  private func x(_ sample: Sample) -> Double? {
    guard case .at(let point, _, _) = sample.gaze else { return nil }
    return (point.x * 1000).rounded() / 1000
  }

  @Test func pointsAreMeasuredUpwardsFromTheCentre() throws {
    // 200 left of and 100 above the centre is (200, 500) on the screen: a quarter into the frame.
    let read = try file.sessions(header + "1,-210,110,-190,90,0,0\n", name: "a.csv")
    let point = PicturePoint(x: 0.25, y: 0.25)
    #expect(read[0].samples.map(\.gaze) == [.at(point, confidence: .full, movement: .unknown)])
  }

  @Test func gazeIsTheMeanOfTheLastTenSamples() throws {
    let rows = (0..<12).map { "\($0),\($0 < 2 ? -400 : 0),0,\($0 < 2 ? -400 : 0),0,0,0" }
    let read = try file.sessions(header + rows.joined(separator: "\n"), name: "a.csv")
    let seen = read[0].samples.map(x)
    #expect(
      seen[0] == 0 && seen[2] == 0.167 && seen[9] == 0.4 && seen[10] == 0.45 && seen[11] == 0.5)
  }

  @Test func blinksDoNotChangeTheSmoothedGaze() throws {
    let text =
      header + "1,0,0,0,0,0,0\n2,0,-500,0,-500,0.5,0.1\n3,0,-500,0,-500,0.1,0.9\n4,0,0,0,0,0,0\n"
    let read = try file.sessions(text, name: "a.csv")
    let middle = Gaze.at(PicturePoint(x: 0.5, y: 0.5), confidence: .full, movement: .unknown)
    #expect(read[0].samples.map(\.gaze) == [middle, .blink, .blink, middle])
  }

  @Test func jsonLinesWithOneEyeAreRead() throws {
    let text = """
      {"t":1,"left_x":-200,"left_y":100,"right_x":null,"right_y":null,"blink_left":0,"blink_right":0}
      {"t":2,"left_x":"nan","left_y":1,"right_x":null,"right_y":1,"blink_left":0,"blink_right":0}
      """
    let read = try file.sessions(text, name: "a.jsonl")
    #expect(read[0].samples.map(x) == [0.25, nil] && read[0].samples[1].gaze == .lost)
  }

  @Test func invalidFilesAreRejected() {
    #expect(file.rejection("t,left_x\n1,2").contains("1: there is no column 'left_y';"))
    #expect(file.rejection(header + "1,2\n").contains("2: the row has 2 cells;"))
    #expect(file.rejection(header).contains("no usable sample;"))
    #expect(file.rejection(header + "31000000,0,0,0,0,0,0").contains("more than 24 h"))
    var bare = file
    bare.options.screen = nil
    #expect(bare.rejection(header + "1,0,0,0,0,0,0").contains("give --screen WxH"))
  }
}
