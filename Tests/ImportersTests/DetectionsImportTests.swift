import Audience
import TestMaterial
import Testing

@testable import Importers

@Suite struct DetectionsImportTests {
  private var file: ImportFile {
    let options = ImportOptions { _ in FrameSize(width: 1280, height: 640) }
    return ImportFile(format: "detections", options: options)
  }

  private func text(_ header: String, _ box: String) -> String {
    """
    {"gazecut":"detections/1","video":"bbb","source":"yolo",\(header)}
    {"t":31.0,"boxes":[{"label":"rabbit","score":0.93,\(box),"track":3}]}
    """
  }

  private func detections(_ text: String) throws -> ImportedDetections {
    guard case .detections(let result) = try file.read(text.utf8) else {
      throw ImportError(.badData, of: "", "sessions", "")
    }
    return result
  }

  @Test(arguments: [
    // If the image is stretched, fractions of it are fractions of the frame.
    (
      #""image":{"width":400,"height":400}"#, #""x":100,"y":100,"width":50,"height":50"#,
      PictureBox(x: 0.25, y: 0.25, width: 0.125, height: 0.125)
    ),
    // A 2:1 frame fills rows 100 to 300 of a square of 400.
    (
      #""image":{"width":400,"height":400},"fit":"letterbox""#,
      #""x":100,"y":150,"width":50,"height":50"#,
      PictureBox(x: 0.25, y: 0.25, width: 0.125, height: 0.25)
    ),
    (
      #""image":{"width":1,"height":1},"origin":"bottom-left""#,
      #""x":0.25,"y":0.125,"width":0.5,"height":0.25"#,
      PictureBox(x: 0.25, y: 0.625, width: 0.5, height: 0.25)
    ),
    // A quarter turn: the stored image is 400 × 200, upright it is 200 × 400.
    (
      #""image":{"width":400,"height":200},"orientation":"rightMirrored""#,
      #""x":100,"y":100,"width":50,"height":100"#,
      PictureBox(x: 0.5, y: 0.25, width: 0.25, height: 0.25)
    ),
    // Cut off at the edge of the frame.
    (
      #""image":{"width":1,"height":1}"#, #""x":-0.25,"y":0.5,"width":0.5,"height":1"#,
      PictureBox(x: 0, y: 0.5, width: 0.25, height: 0.5)
    ),
  ])
  func boxesAreConvertedToFrameCoordinates(_ header: String, _ box: String, _ expected: PictureBox)
    throws
  {
    let result = try detections(text(header, box))
    #expect(result.video == "bbb" && result.source == "yolo")
    #expect(
      result.detections == [
        Detection(time: 31, label: "rabbit", score: 0.93, box: expected, track: 3)
      ])
  }

  @Test(arguments: DetectionSpace.orientations)
  func orientationDoesNotChangeNormalisedBoxes(
    _ orientation: String
  ) throws {
    let header = #""image":{"width":1,"height":1},"orientation":"\#(orientation)""#
    let result = try detections(text(header, #""x":0.25,"y":0.5,"width":0.25,"height":0.25"#))
    #expect(result.detections[0].box == PictureBox(x: 0.25, y: 0.5, width: 0.25, height: 0.25))
  }

  @Test func unusableBoxesAreCountedByReason() throws {
    let lines = """
      {"gazecut":"detections/1","video":"bbb","source":"s","image":{"width":1,"height":1}}
      {"t":1,"boxes":[{"label":"a","x":2,"y":0,"width":1,"height":1},{"x":0,"y":0,"width":1,"height":1},\
      {"label":"a","x":0,"y":0,"width":0,"height":1}]}
      {"t":null,"boxes":[]}
      {"t":2,"boxes":[{"label":"a","x":0,"y":0,"width":1,"height":1}]}
      """
    let result = try detections(lines)
    #expect(result.detections.count == 1)
    #expect(
      result.skipped == [
        "box outside the picture": 1, "box without a label": 1, "box without a size": 1,
        "time is not a number": 1,
      ])
  }

  @Test(arguments: [
    (
      #""image":{"width":1,"height":1},"orientation":"sideways""#,
      "1: the 'orientation' is unknown;"
    ),
    (#""image":{"width":1,"height":1},"origin":"middle""#, "1: the 'origin' is unknown;"),
    (#""image":{"width":1,"height":1},"fit":"crop""#, "1: the 'fit' is unknown;"),
    (#""image":{"width":1}"#, "1: 'image' is not a rectangle;"),
    (#""a":1"#, "1: the header has no 'image';"),
  ])
  func invalidHeadersAreRejected(_ header: String, _ beginning: String) {
    let rejection = file.rejection(text(header, #""x":0,"y":0,"width":1,"height":1"#))
    #expect(rejection.hasPrefix(beginning))
  }

  @Test func fileWithoutLinesIsRejected() {
    let header = text(#""image":{"width":1,"height":1}"#, "").split(separator: "\n")[0]
    #expect(file.rejection(String(header)).contains("no usable line;"))
    #expect(file.rejection("").contains("the file is empty;"))
  }
}
