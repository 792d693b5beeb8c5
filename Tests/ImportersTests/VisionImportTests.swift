import Audience
import TestMaterial
import Testing

@testable import Importers

@Suite struct VisionImportTests {
  private func box(_ header: String, _ box: String) throws -> PictureBox? {
    let text = """
      {"gazecut":"detections/1","video":"v",\(header)}
      {"t":1,"boxes":[{"score":0.9,\(box)}]}
      """
    guard case .detections(let result) = try ImportFile(format: "vision").read(text.utf8) else {
      return nil
    }
    #expect(result.source == "vision" && result.detections.map(\.label) == ["face"])
    return result.detections.first?.box
  }

  /// Vision gives boxes in the rotated image, so fractions are the same in all orientations.
  @Test(arguments: DetectionSpace.orientations)
  func fractionsAreTheSameInEveryOrientation(_ orientation: String) throws {
    let header = "\"orientation\":\"\(orientation)\""
    let seen = try box(header, #""x":0.125,"y":0.625,"width":0.25,"height":0.25"#)
    #expect(seen == PictureBox(x: 0.125, y: 0.125, width: 0.25, height: 0.25))
  }

  /// The stored image is 400 × 200; upright after a quarter turn it is 200 × 400.
  @Test(arguments: DetectionSpace.orientations)
  func pixelsReferToTheRotatedImage(_ orientation: String) throws {
    let header = "\"orientation\":\"\(orientation)\",\"image\":{\"width\":400,\"height\":200}"
    let quarter = ["left", "leftMirrored", "right", "rightMirrored"].contains(orientation)
    let pixels =
      quarter
      ? #""x":25,"y":250,"width":50,"height":100"# : #""x":50,"y":125,"width":100,"height":50"#
    let seen = try box(header, pixels)
    #expect(seen == PictureBox(x: 0.125, y: 0.125, width: 0.25, height: 0.25))
  }

  @Test func unknownOrientationIsRejected() {
    let text = "{\"gazecut\":\"detections/1\",\"video\":\"v\",\"orientation\":\"sideways\"}\n{}"
    #expect(
      ImportFile(format: "vision").rejection(text).hasPrefix("1: the 'orientation' is unknown;"))
  }
}
