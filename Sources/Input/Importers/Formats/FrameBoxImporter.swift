import Audience

extension ImportFormat {
  static let coco = ImportFormat(
    name: "coco", summary: "COCO results, JSON: image_id (frames from 0), category_id, bbox, score",
    carries: [.detections], options: [.video, .labels, .fps, .image, .offset],
    fits: { $0.hasKeys(["image_id", "bbox"]) }
  ) { (context) throws(ImportError) in
    var boxes = try FrameBoxImporter(context, source: "coco")
    return .detections(try boxes.readCOCO())
  }

  static let mot = ImportFormat(
    name: "mot",
    summary: "MOTChallenge text: frame (from 1), id, left, top, width, height, confidence, …",
    carries: [.detections], options: [.video, .labels, .fps, .image, .offset],
    fits: { head in
      // The first lines have seven to ten numbers each, the first of which is a frame number.
      let rows = head.rows(3)
      return !rows.isEmpty
        && rows.allSatisfy { cells in
          guard (7...10).contains(cells.count), let frame = cells[0] else { return false }
          return cells.allSatisfy { $0 != nil } && frame >= 1 && frame.rounded() == frame
        }
    }
  ) { (context) throws(ImportError) in
    var boxes = try FrameBoxImporter(context, source: "mot")
    return .detections(try boxes.readMOT())
  }
}

/// Reads boxes in pixels of the frame, with frame numbers instead of times.
private struct FrameBoxImporter {
  private let context: ImportContext
  private let rate: Double
  private var builder: BoxBuilder

  init(_ context: ImportContext, source: String) throws(ImportError) {
    self.context = context
    let video = try context.video(named: nil, line: nil)
    guard let rate = context.options.framesPerSecond else {
      throw context.missingOption(
        "the file has frame numbers, not times", "give --fps: the number of frames per second")
    }
    self.rate = rate
    let picture =
      if let image = context.options.image { image } else {
        try context.pictureSize(of: video, because: "boxes are in pixels of the frame").area
      }
    builder = BoxBuilder(context, of: video, by: source, in: picture)
  }

  private func result(_ remedy: String) throws(ImportError) -> StagedDetections {
    guard !builder.boxes.isEmpty else { throw context.nothing("box", builder.skips, remedy) }
    return builder.result()
  }

  mutating func readCOCO() throws(ImportError) -> StagedDetections {
    var reader = try JSONReader(try context.open(), lines: false)
    while try reader.hasMore() { try readResults(&reader) }
    return try result("a box is {\"image_id\":42,\"category_id\":1,\"bbox\":[…]}")
  }

  private mutating func readResults(_ reader: inout JSONReader) throws(ImportError) {
    let others = try reader.forEachObject { reader throws(ImportError) in try readResult(&reader) }
    builder.skips.add(.otherForm, others)
  }

  /// Reads one box, or all boxes of a COCO dataset file (`annotations`).
  private mutating func readResult(_ reader: inout JSONReader) throws(ImportError) {
    var isDataset = false
    var frame: Double?
    var label: String?
    var score = 1.0
    var box: [Double] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "annotations":
        isDataset = true
        try readResults(&reader)
      case "image_id": frame = try reader.number()
      case "category_id":
        label = try reader.number().flatMap { Int(exactly: $0) }.flatMap(label(ofCategory:))
      case "score": score = try reader.score() ?? 1
      case "bbox":
        guard try reader.beginListIfPresent() else { continue }
        // Keep at most five numbers: four are valid, and a fifth shows that there are too many.
        while try reader.nextElement() {
          let number = try reader.number() ?? .nan
          if box.count < 5 { box.append(number) }
        }
      default: continue
      }
    }
    guard !isDataset else { return }
    try add(frame: frame, box, label, score: score, track: nil, line: reader.line)
  }

  /// The label of a category: from the user's labels, numbered from 1, otherwise from COCO.
  private func label(ofCategory category: Int) -> String? {
    let labels = context.options.labels
    guard labels.isEmpty else {
      return (1...labels.count).contains(category) ? labels[category - 1] : nil
    }
    return COCOCategories.name(category)
  }

  mutating func readMOT() throws(ImportError) -> StagedDetections {
    let rows = try DelimitedRows(headless: try context.open(), delimiter: UInt8(ascii: ","))
    let form = "each line must be frame,id,left,top,width,height,confidence,…"
    while try rows.next() {
      let numbers = rows.cells.map { $0.number }
      guard numbers.count >= 6 else {
        throw rows.failure(
          "\(numbers.count) \(numbers.count == 1 ? "cell" : "cells") in a line", form)
      }
      // Ground truth files have nine cells. The last ones are a flag whether to use the line, a
      // class, and the visibility.
      let isTruth = numbers.count == 9
      if isTruth, numbers[6] == 0 {
        builder.skips.add(.otherRow)
        continue
      }
      let classIndex = isTruth ? numbers[7].flatMap { Int(exactly: $0 - 1) } ?? -1 : 0
      let labels = context.options.labels
      let label =
        labels.indices.contains(classIndex) ? labels[classIndex] : labels.isEmpty ? "person" : nil
      let confidence = numbers.count > 6 ? numbers[6] ?? 1 : 1
      try add(
        frame: numbers[0].map { $0 - 1 }, numbers[2..<6].map { $0 ?? .nan }, label,
        score: confidence == -1 ? 1 : confidence,
        track: numbers[1].flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil },
        line: rows.line)
    }
    return try result(form)
  }

  private mutating func add(
    frame: Double?, _ box: [Double], _ label: String?, score: Double, track: Int?, line: Int
  ) throws(ImportError) {
    guard let time = try builder.playTime(of: frame.map { $0 / rate }, line: line) else { return }
    let sides = box.count == 4 ? box : Array(repeating: .nan, count: 4)
    let area = SourceRectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    try builder.add(area, label, score: score, track: track, at: time)
  }
}

/// The categories of COCO 2017, with IDs from 1 to 90, ten of which are not used.
///
/// Source: Lin et al., "Microsoft COCO: common objects in context", 2014.
enum COCOCategories {
  static func name(_ id: Int) -> String? {
    guard (1...names.count).contains(id), !names[id - 1].isEmpty else { return nil }
    return names[id - 1]
  }

  private static let names = """
    person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,,\
    stop sign,parking meter,bench,bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,,\
    backpack,umbrella,,,handbag,tie,suitcase,frisbee,skis,snowboard,sports ball,kite,\
    baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,,wine glass,cup,fork,\
    knife,spoon,bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,\
    chair,couch,potted plant,bed,,dining table,,,toilet,,tv,laptop,mouse,remote,keyboard,\
    cell phone,microwave,oven,toaster,sink,refrigerator,,book,clock,vase,scissors,teddy bear,\
    hair drier,toothbrush
    """.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
}
