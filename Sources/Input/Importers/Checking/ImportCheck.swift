package import Audience
package import Foundation
import Support

/// Statistics of one session, and warnings, without names; the library stores them as JSON.
package struct ImportCheck: Hashable, Sendable, Codable {
  package let samples: Int
  /// Play time of the first sample, in seconds.
  package let from: Double
  /// Play time of the last sample, in seconds.
  package let to: Double
  /// Samples per second, from the median interval; 0 with fewer than two distinct times.
  let rate: Double
  /// Share of the samples with gaze data that have usable gaze; `nil` without gaze data.
  package let usableGaze: Double?
  /// Share of usable gaze points inside the frame; `nil` without usable gaze.
  let gazeOnPicture: Double?
  /// Share of the samples with face data that have a detected face; `nil` without face data.
  package let usableFaces: Double?
  package private(set) var oddities: [ImportWarning]

  /// Computes the statistics of a session that was just read; `now` is the time of the import.
  ///
  /// `videoDuration` is in seconds; `nil` if the video file is not available.
  package init(_ session: StagedSession, videoDuration: Double?, now: Date) throws {
    var tally = CheckStatistics(videoDuration: videoDuration)
    try session.samples.forEach { tally.add($0) }
    self.init(tally, WarningFinder(videoDuration: videoDuration, session: session, now: now))
  }

  /// Computes the statistics of a stored session again, after the length of its video changed.
  ///
  /// `videoDuration` is in seconds. Warnings of `earlier` that need the original file are kept.
  package init(_ columns: SampleColumns, videoDuration: Double, earlier: ImportCheck) {
    var check = ImportCheck(columns, WarningFinder(videoDuration: videoDuration))
    let found = Set(check.oddities.map(\.kind))
    check.oddities += earlier.oddities.filter {
      Self.kindsOfFile.contains($0.kind) && !found.contains($0.kind)
    }
    self = check
  }

  /// Warnings that can only be found in the original file.
  private static let kindsOfFile: Set<ImportWarning.Kind> = [
    .disorder, .sharedTimes, .future, .offPicture, .skipped, .damaged, .noViewers, .heads,
  ]

  init(_ columns: SampleColumns, _ finder: WarningFinder) {
    var tally = CheckStatistics(videoDuration: finder.videoDuration)
    tally.add(columns)
    self.init(tally, finder)
  }

  private init(_ tally: CheckStatistics, _ finder: WarningFinder) {
    samples = tally.count
    from = tally.count > 0 ? Double(tally.first) / 1000 : 0
    to = tally.count > 0 ? Double(tally.last) / 1000 : 0
    let step = tally.medianStep
    rate = step > 0 ? Rounding.round(1 / step, decimals: 2) : 0
    func share(_ part: Int, _ whole: Int) -> Double? {
      whole > 0 ? Rounding.round(Double(part) / Double(whole), decimals: 4) : nil
    }
    usableGaze = share(tally.sides.gaze.usable, tally.sides.gaze.told)
    gazeOnPicture = share(tally.sides.inside, tally.sides.gaze.usable)
    usableFaces = share(tally.sides.face.usable, tally.sides.face.told)
    oddities = finder.oddities(of: tally)
  }

  /// The statistics in one line, without the warnings.
  package var summary: String { "\(samples.counted("sample")), \(figures)" }

  package var figures: String {
    let first = StatisticsText.seconds(from)
    var parts = [samples == 1 ? "at \(first) s" : "\(first) to \(StatisticsText.seconds(to)) s"]
    if rate > 0 { parts.append("\(StatisticsText.seconds(rate)) per second") }
    if let usableGaze { parts.append("gaze usable in \(StatisticsText.percent(usableGaze))") }
    if let gazeOnPicture {
      parts.append("\(StatisticsText.percent(gazeOnPicture)) of it on the picture")
    }
    if let usableFaces { parts.append("a face in \(StatisticsText.percent(usableFaces))") }
    return parts.joined(separator: ", ")
  }
}

package enum StatisticsText {
  static func percent(_ share: Double) -> String {
    // 0 % and 100 % are only printed if exact.
    if share > 0, share < 0.01 { return "under 1 %" }
    let percent = Int((share * 100).rounded())
    return "\(share < 1 ? min(99, percent) : percent) %"
  }

  /// Formats seconds with one decimal place, and below 1 s with three.
  package static func seconds(_ value: Double) -> String {
    let steps = abs(value) < 1 ? 1000.0 : 10
    let rounded = (value * steps).rounded() / steps
    return Int(exactly: rounded).map { String($0) } ?? String(rounded)
  }
}

extension ImportCheck {
  package var text: String? { try? SingleLineJSON.encode(self) }

  /// Reads the stored form; fails without one, or if another version of gazecut wrote it.
  package init?(text: String?) {
    guard let text, let check = try? SingleLineJSON.decode(ImportCheck.self, from: text) else {
      return nil
    }
    self = check
  }
}
