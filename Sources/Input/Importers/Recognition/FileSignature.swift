import Foundation

/// The first 64 KiB of a file, decompressed, to detect its format.
struct FileSignature {
  private static let length = 1 << 16

  let file: String
  private let bytes: [UInt8]
  private let text: String
  /// The text without white space, for finding keys in JSON.
  private let dense: String
  /// Canonical column names in each of the first lines; empty for JSON.
  private var columns: [[String]] = []

  init(_ file: String) throws(ImportError) {
    self.file = file
    var status = stat()
    guard unsafe stat(file, &status) != 0 || status.st_mode & S_IFMT != S_IFIFO else {
      throw ImportError(
        .missingOption, of: file,
        "detecting the format would consume the beginning of the pipe",
        "name the format; see gazecut formats")
    }
    var reader = ByteStream(try ByteSource(path: file))
    bytes = try reader.next(Self.length)
    text = String(decoding: bytes, as: UTF8.self)
    dense = text.filter { !$0.isWhitespace }
    guard !isJSON, !isLog else { return }
    columns = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.prefix(60)
      .map { HeaderLine(Array($0.utf8)).names.map(ColumnName.canonical) }
  }

  var formats: [DetectedFormat] {
    ImportFormat.all.filter { $0.fits(self) }.map { DetectedFormat(format: $0) }
      + TablePreset.texts.map(\.name).filter { name in
        guard let wanted = (try? TablePreset.named(name))?.signature else { return false }
        return hasColumns(wanted) || hasKeys(wanted)
      }.map { DetectedFormat(format: .table, preset: $0) }
  }

  private var isJSON: Bool { dense.first.map { "{[".contains($0) } ?? false }

  var isLog: Bool { !isJSON && text.contains("| Play Time |") }

  /// The gazecut format in the header: `timeline` or `detections`.
  var ownForm: String? {
    guard isJSON else { return nil }
    return ["timeline", "detections"].first { dense.contains("\"gazecut\":\"\($0)/") }
  }

  /// The detector in the header of a detections file, in lower case; `nil` for other files.
  var detector: String? {
    guard ownForm == "detections" else { return nil }
    guard let source = dense.range(of: "\"source\":\"") else { return "" }
    return dense[source.upperBound...].prefix { $0 != "\"" }.lowercased()
  }

  func starts(with mark: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// Whether this is JSON of another program that contains all keys; `false` without keys.
  func hasKeys(_ keys: [String]) -> Bool {
    isJSON && ownForm == nil && !keys.isEmpty && keys.allSatisfy(names)
  }

  func names(_ key: String) -> Bool { dense.contains("\"\(key)\":") }

  /// Whether one of the first lines contains all columns; `false` without columns.
  func hasColumns(_ wanted: [String]) -> Bool {
    let wanted = wanted.map(ColumnName.canonical)
    return !wanted.isEmpty
      && columns.contains { names in
        // A unit in brackets may follow the name.
        wanted.allSatisfy { name in names.contains { $0 == name || $0.hasPrefix(name + "(") } }
      }
  }

  /// The comma-separated numbers of the first lines; empty for JSON.
  func rows(_ count: Int) -> [[Double?]] {
    guard !columns.isEmpty else { return [] }
    return text.split(whereSeparator: \.isNewline).prefix(count).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
        .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    }
  }
}

package struct DetectedFormat {
  package let format: ImportFormat
  package private(set) var preset: String?

  /// The command-line arguments, for example `table --preset tobii`.
  package var words: String { preset.map { "\(format.name) --preset \($0)" } ?? format.name }
}

extension ImportFormat {
  /// Detects the format of a file by its content; throws if no format matches, or several do.
  package static func detectFormat(_ file: String) throws(ImportError) -> DetectedFormat {
    let found = try FileSignature(file).formats
    guard let first = found.first else {
      throw ImportError(
        .notRecognised, of: file, "no format matches the content of the file",
        "name its format (see gazecut formats); to read any table, use table --map")
    }
    guard found.count == 1 else {
      throw ImportError(
        of: file, "the content matches \(found.map(\.words).joined(separator: " and "))",
        "choose one: gazecut import "
          + found.map(\.words).joined(separator: " or gazecut import "))
    }
    return first
  }
}
