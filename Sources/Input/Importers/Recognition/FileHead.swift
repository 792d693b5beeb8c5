import Foundation

/// The beginning of a file, unpacked, and what it shows of the file's format.
struct FileHead {
  private static let length = 1 << 16

  /// The file as the user named it.
  let file: String
  private let bytes: [UInt8]
  private let text: String
  /// The text without spaces outside of names, for JSON's members.
  private let dense: String
  /// What the first lines name as columns, as names are compared; none of JSON.
  private var columns: [[String]] = []

  init(_ file: String) throws(ImportError) {
    self.file = file
    var status = stat()
    guard unsafe stat(file, &status) != 0 || status.st_mode & S_IFMT != S_IFIFO else {
      throw ImportError(
        .missingOption, of: file,
        "a pipe is read once, and what recognises its format would read its beginning",
        "name the format, see gazecut formats")
    }
    var reader = ByteStream(try ByteSource(path: file))
    bytes = try reader.next(Self.length)
    text = String(decoding: bytes, as: UTF8.self)
    dense = text.filter { !$0.isWhitespace }
    guard !isJSON, !isLog else { return }
    columns = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.prefix(60)
      .map { HeaderLine(Array($0.utf8)).names.map(ColumnName.canonical) }
  }

  var formats: [RecognisedFormat] {
    ImportFormat.all.filter { $0.fits(self) }.map { RecognisedFormat(name: $0.name) }
      + TablePreset.texts.map(\.name).filter { name in
        guard let wanted = (try? TablePreset.named(name))?.signature else { return false }
        return hasColumns(wanted) || hasKeys(wanted)
      }.map { RecognisedFormat(name: "table", preset: $0) }
  }

  private var isJSON: Bool { dense.first.map { "{[".contains($0) } ?? false }

  /// Whether it is a log of the SeeYouTube client.
  var isLog: Bool { !isJSON && text.contains("| Play Time |") }

  /// Which of gazecut's own forms the header names.
  var ownForm: String? {
    guard isJSON else { return nil }
    return ["timeline", "detections"].first { dense.contains("\"gazecut\":\"\($0)/") }
  }

  /// What the header of detections says found them, in lowercase; `nil` of another file.
  var detector: String? {
    guard ownForm == "detections" else { return nil }
    guard let source = dense.range(of: "\"source\":\"") else { return "" }
    return dense[source.upperBound...].prefix { $0 != "\"" }.lowercased()
  }

  func starts(with mark: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// Whether it is JSON, not of gazecut's own forms, and has all of some members; never of none.
  func hasKeys(_ keys: [String]) -> Bool {
    isJSON && ownForm == nil && !keys.isEmpty && keys.allSatisfy(names)
  }

  func names(_ key: String) -> Bool { dense.contains("\"\(key)\":") }

  /// Whether one of the first lines names all of some columns; never of none.
  func hasColumns(_ wanted: [String]) -> Bool {
    let wanted = wanted.map(ColumnName.canonical)
    return !wanted.isEmpty
      && columns.contains { names in
        // A unit in brackets may follow the name.
        wanted.allSatisfy { name in names.contains { $0 == name || $0.hasPrefix(name + "(") } }
      }
  }

  /// The numbers between commas of the first lines; none of JSON.
  func rows(_ count: Int) -> [[Double?]] {
    guard !columns.isEmpty else { return [] }
    return text.split(whereSeparator: \.isNewline).prefix(count).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
        .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    }
  }
}

/// The format of a file, as its content shows it.
package struct RecognisedFormat: Hashable, Sendable {
  package let name: String
  /// The preset of a table.
  package private(set) var preset: String?

  /// The words to give on the command line: `table --preset tobii`.
  package var words: String { preset.map { "\(name) --preset \($0)" } ?? name }
}

extension ImportFormat {
  /// The one format that a file's content fits.
  ///
  /// - Throws: `ImportError` when none fits, or more than one: a guess would be worse than asking.
  package static func recogniseOne(_ file: String) throws(ImportError) -> RecognisedFormat {
    let found = try FileHead(file).formats
    guard let first = found.first else {
      throw ImportError(
        .notRecognised, of: file, "the content fits no format that gazecut knows",
        "name its format, see gazecut formats; any table is read by table --map")
    }
    guard found.count == 1 else {
      throw ImportError(
        of: file, "the content fits \(found.map(\.words).joined(separator: " and "))",
        "say which is meant, gazecut import "
          + found.map(\.words).joined(separator: " or gazecut import "))
    }
    return first
  }
}
