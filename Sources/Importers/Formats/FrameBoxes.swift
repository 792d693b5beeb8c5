import Audience

extension ImportFormat {
  /// The results form of COCO: a list of boxes, each with its image, category and score.
  static let coco = ImportFormat(
    name: "coco",
    summary: "COCO results, JSON: image_id (frames from 0), category_id, bbox, score",
    carries: [.detections], options: [.video, .labels, .fps, .image, .offset],
    fits: { $0.hasKeys(["image_id", "bbox"]) }
  ) { (context) throws(ImportError) in
    var boxes = try FrameBoxes(context, source: "coco")
    try boxes.readCOCO()
    return .detections(
      try boxes.result("a box is {\"image_id\":42,\"category_id\":1,\"bbox\":[…]}"))
  }

  /// MOTChallenge text: a box a line, by frame and identity.
  static let mot = ImportFormat(
    name: "mot",
    summary: "MOTChallenge text: frame (from 1), id, left, top, width, height, confidence, …",
    carries: [.detections], options: [.video, .labels, .fps, .image, .offset],
    fits: { head in
      // The first lines are seven to ten numbers each, the first a frame's.
      let rows = head.rows(3)
      return !rows.isEmpty
        && rows.allSatisfy { cells in
          guard (7...10).contains(cells.count), let frame = cells[0] else { return false }
          return cells.allSatisfy { $0 != nil } && frame >= 1 && frame.rounded() == frame
        }
    }
  ) { (context) throws(ImportError) in
    var boxes = try FrameBoxes(context, source: "mot")
    try boxes.readMOT()
    return .detections(try boxes.result("a line is frame,id,left,top,width,height,confidence,…"))
  }
}

/// Boxes in pixels of the picture, by the number of their frame.
struct FrameBoxes {
  let context: FileContext
  private let source: String
  private let video: String
  /// The picture in the boxes' own unit.
  private let picture: ImageArea
  private let rate: Double
  private var boxes: DetectionParts
  private var skips = SkipCounts()

  init(_ context: FileContext, source: String) throws(ImportError) {
    self.context = context
    self.source = source
    boxes = DetectionParts(context.scratch)
    video = try context.video(named: nil, line: nil)
    guard let rate = context.options.framesPerSecond else {
      throw context.missingOption(
        "the file counts frames, not seconds", "give --fps, the frames a second")
    }
    self.rate = rate
    if let image = context.options.image {
      picture = ImageArea(x: 0, y: 0, width: image.width, height: image.height)
    } else {
      let size = try context.pictureSize(of: video, because: "boxes are pixels of the picture")
      picture = ImageArea(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }
  }

  /// What was read, whole.
  func result(_ remedy: String) throws(ImportError) -> StagedDetections {
    guard !boxes.isEmpty else {
      throw context.nothing("box", skips, remedy)
    }
    return StagedDetections(
      video: video, source: source, boxes: boxes, skipped: skips.byReason)
  }

  mutating func readCOCO() throws(ImportError) {
    var reader = try JSONReader(try context.open(), lines: false)
    guard try reader.hasMore() else { return }
    try reader.beginList()
    while try reader.nextElement() { try readResult(&reader) }
  }

  private mutating func readResult(_ reader: inout JSONReader) throws(ImportError) {
    var frame: Double?
    var category: Int?
    var score: Double?
    var box: [Double] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("image_id") {
        frame = try reader.number()
      } else if key.matches("category_id") {
        category = try reader.number().flatMap { Int(exactly: $0) }
      } else if key.matches("score") {
        score = try reader.number()
      } else if key.matches("bbox"), try reader.entersList() {
        // Four are right; the fifth shows that there are too many, and further ones are not kept.
        while try reader.nextElement() {
          let number = try reader.number() ?? .nan
          if box.count < 5 { box.append(number) }
        }
      }
    }
    let label = category.flatMap(label(ofCategory:))
    if let score, score > 1.5 {
      throw reader.failure("a score of \(score)", "scores are shares 0…1")
    }
    guard try add(frame: frame, box, label: label, score: score ?? 1, track: nil) else {
      throw reader.failure("the frame lies more than a day into the video", "check --fps")
    }
  }

  /// The word of a category: the user's labels count from 1, else COCO's own.
  private func label(ofCategory category: Int) -> String? {
    let labels = context.options.labels
    guard labels.isEmpty else {
      return (1...labels.count).contains(category) ? labels[category - 1] : nil
    }
    return COCOCategories.name(category)
  }

  mutating func readMOT() throws(ImportError) {
    let rows = try DelimitedRows(
      headless: try context.open(), delimiter: UInt8(ascii: ","))
    while try rows.next() {
      let numbers = rows.cells.map { $0.number }
      guard numbers.count >= 6 else {
        throw rows.failure(
          "\(numbers.count) \(numbers.count == 1 ? "cell" : "cells") in a line",
          "a line is frame,id,left,top,width,height,confidence,…")
      }
      // Ground truth has nine cells: a flag that says whether the line counts, and a class.
      if numbers.count == 9, numbers[6] == 0 {
        skips.add(.otherRow)
        continue
      }
      let known = numbers.count == 9 ? numbers[7].flatMap { Int(exactly: $0 - 1) } ?? -1 : 0
      let labels = context.options.labels
      let label = labels.indices.contains(known) ? labels[known] : labels.isEmpty ? "person" : nil
      let confidence = numbers.count > 6 ? numbers[6] : nil
      let track = numbers[1].flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
      let box = numbers[2..<6].map { $0 ?? .nan }
      let taken = try add(
        frame: numbers[0].map { $0 - 1 }, box, label: label,
        score: confidence == -1 ? 1 : confidence ?? 1, track: track)
      guard taken else {
        throw rows.failure("the frame lies more than a day into the video", "check --fps")
      }
    }
  }

  /// Adds a box of left, top, width, height; `false` when its time lies beyond any video.
  private mutating func add(
    frame: Double?, _ box: [Double], label: String?, score: Double, track: Int?
  ) throws(ImportError) -> Bool {
    guard let frame else {
      skips.add(.timeNotANumber)
      return true
    }
    let time = frame / rate + context.options.offset
    if time < 0 {
      skips.add(.negativeTime)
    } else if time > SessionBuilder.latestTime {
      return false
    } else if box.count != 4 || !box.allSatisfy(\.isFinite) || box[2] <= 0 || box[3] <= 0 {
      skips.add(.badBox)
    } else if let label {
      let area = ImageArea(x: box[0], y: box[1], width: box[2], height: box[3])
      guard let shown = picture.picture(area) else {
        skips.add(.boxOutside)
        return true
      }
      try boxes.append(
        Detection(
          time: time, label: label, score: min(1, max(0, score)), box: shown, track: track))
    } else {
      skips.add(.unlabelledBox)
    }
    return true
  }
}

/// The categories of COCO 2017: ids from 1 to 90, of which ten are not used.
///
/// Lin and others, "Microsoft COCO: common objects in context", 2014.
enum COCOCategories {
  /// The word of a category; `nil` when COCO has none of that id.
  static func name(_ id: Int) -> String? {
    guard (1...names.count).contains(id), !names[id - 1].isEmpty else { return nil }
    return names[id - 1]
  }

  private static let names = words.split(separator: ",", omittingEmptySubsequences: false)
    .map { String($0).replacing("~", with: " ") }

  private static let words = """
    person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic~light,\
    fire~hydrant,,stop~sign,parking~meter,bench,bird,cat,dog,horse,sheep,cow,\
    elephant,bear,zebra,giraffe,,backpack,umbrella,,,handbag,tie,suitcase,\
    frisbee,skis,snowboard,sports~ball,kite,baseball~bat,baseball~glove,skateboard,\
    surfboard,tennis~racket,bottle,,wine~glass,cup,fork,knife,spoon,bowl,banana,\
    apple,sandwich,orange,broccoli,carrot,hot~dog,pizza,donut,cake,chair,couch,\
    potted~plant,bed,,dining~table,,,toilet,,tv,laptop,mouse,remote,keyboard,\
    cell~phone,microwave,oven,toaster,sink,refrigerator,,book,clock,vase,scissors,\
    teddy~bear,hair~drier,toothbrush
    """
}
