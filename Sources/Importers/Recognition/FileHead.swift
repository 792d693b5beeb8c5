import Foundation

/// The beginning of a file, unpacked, and what it shows of the file's format.
struct FileHead {
  private static let length = 1 << 16

  private let file: String
  private let bytes: [UInt8]
  private let text: String
  /// The text without spaces outside of names, for JSON's members.
  private let dense: String

  init(_ file: String) throws(ImportError) {
    self.file = file
    var status = stat()
    guard unsafe stat(file, &status) != 0 || status.st_mode & S_IFMT != S_IFIFO else {
      throw ImportError(
        .missingOption, file: file,
        problem: "a pipe is read once, and what recognises its format would read its beginning",
        remedy: "name the format, see gazecut formats")
    }
    var reader = ByteStream(try ByteSource(path: file))
    var buffer = [UInt8](repeating: 0, count: Self.length)
    let count = try reader.fill(&buffer)
    bytes = Array(buffer.prefix(count))
    text = String(decoding: bytes, as: UTF8.self)
    dense = text.filter { !$0.isWhitespace }
  }

  /// Every format that fits.
  var formats: [RecognisedFormat] {
    if bytes.starts(with: NumPyHeader.magic) { return [RecognisedFormat("yolo")] }
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) { return [RecognisedFormat("sqlite")] }
    if bytes.starts(with: XDFChunks.magic) { return [RecognisedFormat("xdf")] }
    if BIDSName(file).isEyeTracking { return [RecognisedFormat("bids")] }
    if isJSON { return json }
    if text.contains("| Play Time |") { return [RecognisedFormat("seeyoutube")] }
    return tables + (isMOT ? [RecognisedFormat("mot")] : [])
  }

  private var isJSON: Bool {
    dense.first.map { "{[".contains($0) } ?? false
  }

  private func has(_ keys: String...) -> Bool { keys.allSatisfy { dense.contains("\"\($0)\":") } }

  private var json: [RecognisedFormat] {
    if dense.contains("\"gazecut\":\"timeline/") { return [RecognisedFormat("timeline")] }
    if dense.contains("\"gazecut\":\"detections/") { return detections }
    var found: [RecognisedFormat] = []
    if has("watchingInfos") || has("playTime", "gazeInfo") || has("playTime", "emotionInfo") {
      found.append(RecognisedFormat("seetube"))
    }
    if has("smileProb", "timestamp") || has("leftEyeOpenProb", "timestamp") {
      found.append(RecognisedFormat("firebase"))
    }
    if has("image_id", "bbox") { found.append(RecognisedFormat("coco")) }
    if has("left_x", "right_x", "blink_left") { found.append(RecognisedFormat("arkit")) }
    if isCurve { found.append(RecognisedFormat("curve")) }
    if has("webgazer_data") { found.append(RecognisedFormat("table", preset: "webgazer")) }
    return found
  }

  /// Whether it is what a platform counted; yt-dlp writes so much before the curve that the
  /// formats of the video, which come first, stand for it.
  private var isCurve: Bool {
    has("columnHeaders", "rows") || has("heatmap") || has("hotspots", "start_ms")
      || has("data", "total_views") || has("second", "retentionPercent")
      || has("replayChatItemAction") || has("comments", "content_offset_seconds")
      || has("id", "title", "formats", "format_id")
  }

  /// What the header says found the boxes.
  ///
  /// YOLO's without identities may be meant either way: as they are, or confirmed and followed.
  private var detections: [RecognisedFormat] {
    let source = dense.range(of: "\"source\":\"").map {
      dense[$0.upperBound...].prefix { $0 != "\"" }
    }
    let word = source?.lowercased() ?? ""
    if word.contains("vision") { return [RecognisedFormat("vision")] }
    let plain = RecognisedFormat("detections")
    return word.contains("yolo") && !has("track") ? [plain, RecognisedFormat("yolo")] : [plain]
  }

  /// The tables whose columns one of the first lines names.
  private var tables: [RecognisedFormat] {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.prefix(60)
    for line in lines {
      let found = tables(HeaderLine(Array(line.utf8)).names.map(ColumnName.canonical))
      if !found.isEmpty { return found }
    }
    return []
  }

  private func tables(_ names: [String]) -> [RecognisedFormat] {
    func has(_ wanted: [String]) -> Bool {
      // A unit in brackets may follow the name.
      !wanted.isEmpty
        && wanted.map(ColumnName.canonical).allSatisfy { name in
          names.contains { $0 == name || $0.hasPrefix(name + "(") }
        }
    }
    var found: [RecognisedFormat] = []
    if has(["watchingInfos"]) { found.append(RecognisedFormat("seetube")) }
    if has(["left_x", "right_x", "blink_left"]) { found.append(RecognisedFormat("arkit")) }
    if has(["elapsedVideoTimeRatio"]) { found.append(RecognisedFormat("curve")) }
    for (name, _) in TablePreset.texts {
      guard let preset = try? TablePreset.named(name), has(preset.signature) else { continue }
      found.append(RecognisedFormat("table", preset: name))
    }
    return found
  }

  /// Whether the first lines are seven to ten numbers each, the first a frame's.
  private var isMOT: Bool {
    let lines = text.split(whereSeparator: \.isNewline).prefix(3)
    return !lines.isEmpty
      && lines.allSatisfy { line in
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
          .map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard (7...10).contains(cells.count), let frame = cells[0] else { return false }
        return cells.allSatisfy { $0 != nil } && frame >= 1 && frame.rounded() == frame
      }
  }
}

/// The format of a file, as its content shows it.
package struct RecognisedFormat: Hashable, Sendable {
  /// The format's name.
  package let name: String
  /// The preset of a table.
  package let preset: String?

  init(_ name: String, preset: String? = nil) {
    self.name = name
    self.preset = preset
  }

  /// The words to give on the command line: `table --preset tobii`.
  package var words: String { preset.map { "\(name) --preset \($0)" } ?? name }
}

extension ImportFormat {
  /// The formats that a file's content fits.
  ///
  /// - Throws: `ImportError` when the file cannot be read.
  package static func recognise(_ file: String) throws(ImportError) -> [RecognisedFormat] {
    try FileHead(file).formats
  }

  /// The one format that a file's content fits.
  ///
  /// - Throws: `ImportError` when none fits, or more than one: a guess would be worse than asking.
  package static func recogniseOne(_ file: String) throws(ImportError) -> RecognisedFormat {
    let found = try recognise(file)
    guard let first = found.first else {
      throw ImportError(
        .notRecognised, file: file, problem: "the content fits no format that gazecut knows",
        remedy: "name its format, see gazecut formats; any table is read by table --map")
    }
    guard found.count == 1 else {
      throw ImportError(
        .badData, file: file,
        problem: "the content fits \(found.map(\.words).joined(separator: " and "))",
        remedy: "say which is meant, gazecut import "
          + found.map(\.words).joined(separator: " or gazecut import "))
    }
    return first
  }
}
