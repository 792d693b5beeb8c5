import Audience
import EditDecisions
import Foundation
import Importers
import Library
import Media

/// Takes files into the library, each whole or not at all.
public struct ImportJob {
  private let library: LibraryFolder
  private let format: ImportFormat
  private let options: ImportOptions
  private let database: LibraryDatabase

  /// Checks what was asked for and opens the library.
  ///
  /// `import` does not take the run's lock: a night works on what was stored when it read the
  /// video, and what comes later stays due.
  ///
  /// - Throws: `CommandFailure` 64 for an unknown format, a bad id or time; `LibraryError`.
  public init(
    library: LibraryFolder, format: String, video: String?, viewer: String?, recordedAt: String?
  ) throws {
    guard let known = ImportFormat.named(format) else {
      let names = ImportFormat.all.map(\.name).joined(separator: ", ")
      throw CommandFailure(.usage, "there is no format '\(format)'; known are \(names)")
    }
    if let video, !Identifier.isValid(video) {
      throw CommandFailure(
        .usage,
        "'\(video)' is no id of a video: letters, digits, '.', '_' and '-', up to 64, "
          + "beginning with a letter or digit")
    }
    self.library = library
    self.format = known
    database = try library.database(for: .writing)
    options = ImportOptions(
      video: video, viewer: viewer, recordedAt: try Self.time(recordedAt),
      pictureSize: { Self.pictureSize(of: $0, in: library) })
  }

  /// The formats that can be imported, a line each.
  public static var formats: [String] {
    let width = ImportFormat.all.map(\.name.count).max() ?? 0
    return ImportFormat.all.map { format in
      let name = format.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let carries = format.carries.map(\.rawValue).joined(separator: ", ")
      let options = format.options.map { "--\($0)" }.joined(separator: " ")
      return "\(name)  \(format.summary)  [\(carries)]  \(options)"
    }
  }

  /// Takes one file.
  ///
  /// - Returns: a line that says what became of it; it names no viewer.
  /// - Throws: `ImportError` or `LibraryError`; nothing of the file is stored then.
  public func take(file: String) throws -> String {
    switch try format.read(file, options) {
    case .sessions(let sessions): return try store(sessions, file)
    case .detections(let detections): return try store(detections, file)
    }
  }

  private func store(_ sessions: [ImportedSession], _ file: String) throws -> String {
    let stored = try database.store(
      sessions.map {
        NewSession(
          video: $0.video, session: $0.session, viewer: $0.viewer, recordedAt: $0.recordedAt,
          format: format.name, samples: $0.samples, skipped: $0.skipped)
      })
    let samples = sessions.reduce(0) { $0 + $1.samples.count }
    var skipped: [String: Int] = [:]
    for session in sessions { skipped.merge(session.skipped, uniquingKeysWith: +) }
    let videos = Set(sessions.map(\.video)).sorted().joined(separator: ", ")
    let count = sessions.count == 1 ? "1 session" : "\(sessions.count) sessions"
    return "\(file): \(count) of \(videos), \(samples) samples"
      + Self.outcomes(stored.map(\.outcome)) + Self.words(skipped)
  }

  private func store(_ detections: ImportedDetections, _ file: String) throws -> String {
    let outcome = try database.store(
      NewDetections(
        video: detections.video, source: detections.source, detections: detections.detections))
    return "\(file): \(detections.detections.count) boxes of \(detections.video) by "
      + detections.source + Self.outcomes([outcome]) + Self.words(detections.skipped)
  }

  private static func outcomes(_ outcomes: [StoreOutcome]) -> String {
    let same = outcomes.count { $0 == .unchanged }
    let replaced = outcomes.count { $0 == .replaced }
    if same == outcomes.count { return "; the library had exactly this, nothing was changed" }
    var parts: [String] = []
    if replaced > 0 { parts.append("\(replaced) in the place of earlier content") }
    if same > 0 { parts.append("\(same) already there") }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  private static func words(_ skipped: [String: Int]) -> String {
    guard !skipped.isEmpty else { return "" }
    let list = skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "; skipped: " + list.joined(separator: ", ")
  }

  private static func time(_ text: String?) throws -> Date? {
    guard let text else { return nil }
    let plain = try? Date(text, strategy: .iso8601)
    let fractional = try? Date(
      text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    guard let date = plain ?? fractional else {
      throw CommandFailure(
        .usage, "--recorded-at '\(text)' is no time; write it as 2026-11-19T21:03:00Z")
    }
    return date
  }

  private static func pictureSize(of video: String, in library: LibraryFolder) -> PictureSize? {
    guard let path = try? library.source(of: video), let info = try? MediaInfo.probe(path) else {
      return nil
    }
    return PictureSize(width: info.video.width, height: info.video.height)
  }
}
