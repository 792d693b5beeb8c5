import Audience
import TestMaterial
import Testing

@testable import Importers

@Suite struct FrameBoxesImportTests {
  private func file(_ format: String, labels: String? = nil) throws -> ImportFile {
    var file = ImportFile(format: format, options: ImportOptions(video: "v"))
    file.options.pictureSize = { _ in FrameSize(width: 800, height: 400) }
    try file.options.set(.fps, to: "25")
    if let labels { try file.options.set(.labels, to: labels) }
    return file
  }

  private func detections(_ file: ImportFile, _ text: String) throws -> ImportedDetections {
    guard case .detections(let result) = try file.read(text.utf8) else {
      throw ImportOptionError("sessions")
    }
    return result
  }

  private let quarter = PictureBox(x: 0.25, y: 0.25, width: 0.25, height: 0.25)

  @Test func cocoResultsUseTheCategoryNamesOfCOCO() throws {
    let text = """
      [{"image_id":50,"category_id":18,"bbox":[200,100,200,100],"score":0.9},
       {"image_id":"51","category_id":12,"bbox":[200,100,200,100],"score":0.9},
       {"image_id":52,"category_id":1,"bbox":[200,100,0,100],"score":0.9},
       {"image_id":53,"category_id":1,"bbox":[900,100,10,100],"score":0.9,"segmentation":[]}]
      """
    let result = try detections(try file("coco"), text)
    #expect(
      result.detections == [
        Detection(time: 2, label: "dog", score: 0.9, box: quarter, track: nil)
      ])
    #expect(
      result.skipped == [
        "box without a label": 1, "box without a size": 1, "box outside the picture": 1,
      ])
    let own = try detections(
      try file("coco", labels: "hare,fox"),
      "[{\"image_id\":25,\"category_id\":2,\"bbox\":[200,100,200,100],\"score\":0.5}]")
    #expect(own.detections.map(\.label) == ["fox"] && own.detections[0].time == 1)
    #expect(COCOCategories.name(90) == "toothbrush" && COCOCategories.name(10) == "traffic light")
    #expect(COCOCategories.name(91) == nil && COCOCategories.name(0) == nil)
  }

  /// Each of these numbers crashed the program once, or does not fit in 64 bits.
  @Test(arguments: [
    "-9223372036854775808", "9223372036854775807", "-9223372036854775809", "1e300", "-1e300",
    "99999999999999999999999",
  ])
  func hugeNumbersDoNotCrash(number: String) throws {
    let text = "[{\"image_id\":50,\"category_id\":\(number),\"bbox\":[0,0,9,9],\"score\":0.9}]"
    for labels in [nil, "hare,fox"] {
      let words = try file("coco", labels: labels).rejection(text)
      #expect(words.contains("no usable box (box without a label 1)"), "\(words)")
    }
    let box = "[{\"image_id\":50,\"category_id\":1,\"bbox\":[\(number),0,\(number),9]}]"
    _ = try? detections(try file("coco"), box)
    _ = try? detections(
      try file("coco"), "[{\"image_id\":\(number),\"category_id\":1,\"bbox\":[0,0,9,9]}]")
    _ = try? detections(try file("mot"), "51,\(number),200,100,200,100,\(number),\(number),1\n")
  }

  @Test func boxesOnDiskAreReadBackUnchanged() throws {
    // Slightly more than two parts, unordered as images of COCO, with labels of any length.
    let count = 2 * DetectionBuffer.partLength + 3
    var boxes = DetectionBuffer(TemporarySampleFile(file: "x", folder: nil))
    func box(_ index: Int) -> Detection {
      Detection(
        time: Double((index * 7919) % count), label: index % 3 == 0 ? "é" : "label of a box",
        score: Double(index) / Double(count),
        box: PictureBox(x: 0.1, y: 0.2, width: 0.3, height: Double(index % 5) / 10),
        track: index % 4 == 0 ? nil : index - 5)
    }
    for index in 0..<count { try boxes.append(box(index)) }
    var sizes: [Int] = []
    var at = 0
    try boxes.forEach { part in
      sizes.append(part.count)
      #expect(part == (at..<at + part.count).map(box))
      at += part.count
    }
    #expect(sizes == [DetectionBuffer.partLength, DetectionBuffer.partLength, 3])
    #expect(boxes.count == count)
  }

  @Test func motFramesAreCountedFromOne() throws {
    let text = "51,3,200,100,200,100,0.8,-1,-1,-1\n51,-1,200,100,200,100,-1,-1,-1,-1\r\n"
    let result = try detections(try file("mot"), text)
    #expect(
      result.detections == [
        Detection(time: 2, label: "person", score: 0.8, box: quarter, track: 3),
        Detection(time: 2, label: "person", score: 1, box: quarter, track: nil),
      ])
  }

  @Test func motGroundTruthHasFlagAndClass() throws {
    let text = "1,3,200,100,200,100,1,2,0.5\n1,4,200,100,200,100,0,1,0.5\n"
    let result = try detections(try file("mot", labels: "man,car"), text)
    #expect(result.detections.map(\.label) == ["car"])
    #expect(result.skipped == ["row of another kind": 1])
  }

  @Test func invalidFilesAreRejected() throws {
    #expect(try file("mot").rejection("1,2,3\n").contains("1: 3 cells in a line;"))
    #expect(try file("mot").rejection("").contains("no usable box;"))
    #expect(try file("mot").rejection("9999999999,1,1,1,1,1,1").contains("check --fps"))
    #expect(try file("coco").rejection("{}").contains("no usable box (time is not a number 1);"))
    #expect(try file("coco").rejection("[]").contains("no usable box;"))
    #expect(
      try file("coco").rejection("[{\"score\":90,\"bbox\":[1,1,1,1]}]").contains(
        "the score 90.0 is too large;"))
    let bare = ImportFile(format: "coco", options: ImportOptions(video: "v"))
    #expect(bare.rejection("[]").contains("give --fps"))
  }
}
