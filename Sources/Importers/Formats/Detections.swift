import Audience

extension ImportFormat {
  /// Boxes that a detector found in the picture: JSON Lines under a header.
  static let detections = ImportFormat(
    name: "detections",
    summary: "boxes found in the picture (faces, people, objects), JSON Lines under a header",
    carries: [.detections], options: [.video, .offset],
    fits: { head in head.detector.map { !$0.contains("vision") } ?? false }
  ) { (context) throws(ImportError) in
    var importer = DetectionsImporter(context: context)
    return .detections(try importer.read())
  }
}

/// Reads a detections file: a header, then a line a frame.
struct DetectionsImporter {
  private static let schema = "detections/1"

  let context: FileContext
  /// What a header says that does not say it.
  private let defaults: LineHeader
  private let label: String?
  private var boxes: DetectionParts
  private var skips = SkipCounts()
  /// The time of each frame and the places of its boxes, in the order of the file.
  private(set) var frames: [(time: Double, boxes: Range<Int>)] = []

  /// Prepares for a file.
  ///
  /// - Parameters:
  ///   - context: the file.
  ///   - defaults: what holds where the header says nothing.
  ///   - label: what a box without a label is.
  init(context: FileContext, defaults: LineHeader = LineHeader(), label: String? = nil) {
    self.context = context
    self.defaults = defaults
    self.label = label
    boxes = DetectionParts(context.scratch)
  }

  /// The boxes of all lines in picture coordinates, in the order of the file.
  mutating func read() throws(ImportError) -> StagedDetections {
    var reader = try JSONReader(try context.open(), lines: true)
    guard try reader.hasMore() else {
      throw context.failure("the file is empty", "begin it with {\"gazecut\":\"\(Self.schema)\",…}")
    }
    let header = try Self.header(&reader, over: defaults)
    let video = try context.video(named: header.video, line: 1)
    guard let source = header.source else {
      throw reader.failure("no 'source'", "name in the header what found the boxes")
    }
    let space = try DetectionSpace(header, video: video, context: context, reader)
    while try reader.hasMore() { try readFrame(&reader, space) }
    guard !frames.isEmpty else {
      throw context.nothing(
        "line", skips, "after the header come lines like {\"t\":31.0,\"boxes\":[…]}")
    }
    return StagedDetections(
      video: video, source: source, boxes: boxes, skipped: skips.byReason)
  }

  private static func header(
    _ reader: inout JSONReader, over defaults: LineHeader
  ) throws(ImportError) -> LineHeader {
    var header = defaults
    try reader.beginObject()
    while let key = try reader.nextKey() {
      try header.take(key, &reader)
    }
    guard !header.schema.isEmpty else {
      throw reader.failure("no header", "begin the file with {\"gazecut\":\"\(schema)\",…}")
    }
    try header.require(schema, reader)
    return header
  }

  private mutating func readFrame(
    _ reader: inout JSONReader, _ space: DetectionSpace
  ) throws(ImportError) {
    var time: Double?
    var found: [ReadBox] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("t") {
        time = try reader.number()
      } else if key.matches("boxes"), try reader.entersList() {
        while try reader.nextElement() { found.append(try ReadBox(&reader)) }
      }
    }
    guard var time else { return skips.add(.timeNotANumber) }
    let offset = context.options.offset
    if offset != 0 { time = SessionBuilder.moved(time, by: offset) }
    guard time >= 0 else { return skips.add(.negativeTime) }
    guard time <= SessionBuilder.latestTime else {
      throw reader.failure(
        "the time lies more than a day into the video", "'t' is play time in seconds")
    }
    let first = boxes.count
    for box in found { try add(box, at: time, space) }
    frames.append((time, first..<boxes.count))
  }

  private mutating func add(
    _ box: ReadBox, at time: Double, _ space: DetectionSpace
  ) throws(ImportError) {
    guard let label = box.label ?? label else { return skips.add(.unlabelledBox) }
    guard box.area.isRectangle else { return skips.add(.badBox) }
    guard let shown = space.picture(box.area) else { return skips.add(.boxOutside) }
    try boxes.append(
      Detection(time: time, label: label, score: box.score, box: shown, track: box.track))
  }
}

/// One box as the file has it.
private struct ReadBox {
  private(set) var label: String?
  private(set) var score = 1.0
  private(set) var track: Int?
  /// In the file's own unit.
  private(set) var area = ImageArea(x: .nan, y: .nan, width: .nan, height: .nan)

  init(_ reader: inout JSONReader) throws(ImportError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.matches("label") {
        label = try reader.text()?.text.flatMap { $0.isEmpty || $0.utf8.count > 256 ? nil : $0 }
      } else if key.matches("score") {
        score = try reader.number() ?? 0
      } else if key.matches("track") {
        track = try reader.number().flatMap { Int(exactly: $0) }
      } else {
        try area.take(key, &reader)
      }
    }
    guard score <= 1.5 else {
      throw reader.failure("a score of \(score)", "scores are shares 0…1, not per cent")
    }
    score = min(1, max(0, score))
  }
}

extension ImportFormat {
  /// Face boxes of Apple's Vision: shares of the upright image, counted from its lower left.
  static let vision = ImportFormat(
    name: "vision",
    summary: "boxes of Apple's Vision: the detections form, normalised, origin bottom-left",
    carries: [.detections], options: [.video, .offset],
    fits: { head in head.detector?.contains("vision") ?? false }
  ) { (context) throws(ImportError) in
    var defaults = LineHeader()
    defaults.source = "vision"
    defaults.origin = "bottom-left"
    // Vision gives shares of the image as its orientation turns it, so that all eight
    // orientations leave them as they are; boxes in pixels swap the sides at a quarter turn.
    defaults.image = ImageArea(x: 0, y: 0, width: 1, height: 1)
    var importer = DetectionsImporter(
      context: context, defaults: defaults, label: "face")
    return .detections(try importer.read())
  }
}
