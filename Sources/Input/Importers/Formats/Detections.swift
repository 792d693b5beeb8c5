import Audience

extension ImportFormat {
  static let detections = ImportFormat(
    name: "detections",
    summary: "boxes found in the picture (faces, people, objects), JSON Lines under a header",
    carries: [.detections], options: [.video, .offset],
    fits: { head in head.detector.map { !$0.contains("vision") } ?? false }
  ) { (context) throws(ImportError) in
    .detections(try DetectionsImporter(context: context).read().result())
  }
}

struct DetectionsImporter {
  private static let schema = "detections/1"

  let context: ImportContext
  /// Values for keys that the header does not have.
  var defaults = LineHeader()
  var label: String?

  func read() throws(ImportError) -> BoxBuilder {
    var reader = try JSONReader(try context.open(), lines: true)
    guard try reader.hasMore() else {
      throw context.failure("the file is empty", "begin it with {\"gazecut\":\"\(Self.schema)\",…}")
    }
    let header = try header(&reader)
    let video = try context.video(named: header.video, line: 1)
    guard let source = header.source else {
      throw reader.failure(
        "the header has no 'source'", "add the name of the detector to the header")
    }
    let space = try DetectionSpace(header, video: video, context: context, reader)
    var builder = BoxBuilder(
      context, of: video, by: source, in: space.picture, times: "'t' is play time in seconds")
    while try reader.hasMore() { try readFrame(&reader, space, into: &builder) }
    guard !builder.frames.isEmpty else {
      throw context.nothing(
        "line", builder.skips, "after the header, write lines such as {\"t\":31.0,\"boxes\":[…]}")
    }
    // A frame may have no box. But if all boxes of the file are unusable, report an error.
    guard !builder.boxes.isEmpty || builder.skips.isEmpty else {
      throw context.nothing(
        "box", builder.skips,
        "a box is {\"label\":\"cat\",\"score\":0.9,\"x\":…,\"y\":…,\"width\":…,\"height\":…}")
    }
    return builder
  }

  private func header(_ reader: inout JSONReader) throws(ImportError) -> LineHeader {
    var header = defaults
    try reader.beginObject()
    while let key = try reader.nextKey() { try header.take(key, &reader) }
    guard !header.schema.isEmpty else {
      throw reader.failure(
        "the file has no header", "begin the file with {\"gazecut\":\"\(Self.schema)\",…}")
    }
    try header.require(Self.schema, reader)
    return header
  }

  private func readFrame(
    _ reader: inout JSONReader, _ space: DetectionSpace, into builder: inout BoxBuilder
  ) throws(ImportError) {
    var time: Double?
    var found: [RawBox] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "t": time = try reader.number()
      case "boxes":
        let others = try reader.forEachObject { reader throws(ImportError) in
          found.append(try RawBox(&reader))
        }
        builder.skips.add(.otherForm, others)
      default: continue
      }
    }
    guard let time = try builder.playTime(of: time, line: reader.line) else { return }
    for box in found {
      try builder.add(
        space.upright(box.area), box.label ?? label, score: box.score, track: box.track, at: time)
    }
    builder.endFrame(at: time)
  }
}

/// A box in the unit of the file.
private struct RawBox {
  private(set) var label: String?
  private(set) var score = 1.0
  private(set) var track: Int?
  private(set) var area = SourceRectangle(x: .nan, y: .nan, width: .nan, height: .nan)

  init(_ reader: inout JSONReader) throws(ImportError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "label":
        label = try reader.text()?.text.flatMap { $0.isEmpty || $0.utf8.count > 256 ? nil : $0 }
      case "score": score = try reader.score() ?? 0
      case "track": track = try reader.number().flatMap { Int(exactly: $0) }
      default: try area.take(key, &reader)
      }
    }
  }
}

extension ImportFormat {
  static let vision = ImportFormat(
    name: "vision",
    summary: "boxes of Apple's Vision: the detections form, normalised, origin bottom-left",
    carries: [.detections], options: [.video, .offset],
    fits: { head in head.detector?.contains("vision") ?? false }
  ) { (context) throws(ImportError) in
    var importer = DetectionsImporter(context: context)
    importer.label = "face"
    importer.defaults.source = "vision"
    importer.defaults.origin = "bottom-left"
    // Vision reports shares of the rotated image, so the orientation does not matter. With boxes in
    // pixels, a quarter turn would swap width and height.
    importer.defaults.image = SourceRectangle(width: 1, height: 1)
    return .detections(try importer.read().result())
  }
}
