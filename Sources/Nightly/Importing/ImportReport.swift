import Audience
import Foundation
import Importers
import Media

/// What an import finds in a file, in words; it names no viewer.
enum ImportReport {
  /// The figures of each session.
  ///
  /// - Parameters:
  ///   - sessions: the sessions as they were read.
  ///   - library: where the videos are, whose lengths the times are held against.
  ///   - note: is called before each session, and may stop it.
  /// - Returns: a check a session, in their order.
  /// - Throws: `ImportError`, or what `note` throws.
  static func checks(
    of sessions: [StagedSession], in library: LibraryFolder, _ note: () throws -> Void
  ) throws -> [ImportCheck] {
    var durations: [String: Double?] = [:]
    let now = Date.now
    return try sessions.map { session in
      try note()
      let known = durations[session.video] ?? duration(of: session.video, in: library)
      durations[session.video] = .some(known)
      return try ImportCheck(session, videoDuration: known, now: now)
    }
  }

  /// What `import --check` says of sessions.
  static func lines(
    of sessions: [StagedSession], _ checks: [ImportCheck], _ file: String
  ) -> [String] {
    var lines: [String] = []
    for (index, (session, check)) in zip(sessions, checks).enumerated() {
      let number = sessions.count == 1 ? "" : ", session \(index + 1)"
      lines.append(
        "\(file): \(session.video)\(number): \(check.summary)\(words(session.skipped))")
      lines += check.oddities.map { "  odd: \($0)" }
    }
    return lines
  }

  /// What `import --check` says of boxes.
  static func lines(of boxes: ImportedDetections, _ file: String) -> [String] {
    let labels = Set(boxes.detections.map(\.label)).sorted()
    let shown =
      labels.prefix(8).joined(separator: ", ")
      + (labels.count > 8 ? " and \(labels.count - 8) more" : "")
    let count = boxes.detections.count
    var line = "\(file): \(boxes.video): \(count == 1 ? "1 box" : "\(count) boxes")"
    if !labels.isEmpty { line += " (\(shown))" }
    let tracks = Set(boxes.detections.compactMap(\.track)).count
    if tracks > 0 { line += ", \(tracks == 1 ? "1 track" : "\(tracks) tracks")" }
    return [line + words(boxes.skipped)]
  }

  /// The reasons of what was left out, behind a line.
  static func words(_ skipped: [String: Int]) -> String {
    guard !skipped.isEmpty else { return "" }
    let list = skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "; skipped: " + list.joined(separator: ", ")
  }

  /// What is odd about a file's sessions, behind a line: of each kind the first.
  static func odd(_ checks: [ImportCheck]) -> String {
    Oddity.Kind.allCases.map { kind in
      let found = checks.compactMap { $0.oddities.first { $0.kind == kind } }
      guard let first = found.first else { return "" }
      let more =
        checks.count == 1
        ? "" : found.count == 1 ? " (1 session)" : " (\(found.count) sessions, this the first)"
      return "; odd: \(first)\(more)"
    }.joined()
  }

  private static func duration(of video: String, in library: LibraryFolder) -> Double? {
    guard let path = try? library.source(of: video), let info = try? MediaInfo.probe(path) else {
      return nil
    }
    return info.duration
  }
}

extension ImportCheck {
  /// What the library keeps.
  var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What the library kept; `nil` for none, and for what another gazecut wrote.
  init?(text: String?) {
    guard let text,
      let check = try? JSONDecoder().decode(ImportCheck.self, from: Data(text.utf8))
    else { return nil }
    self = check
  }
}
