package import Audience
package import Foundation

/// What one session holds, in figures, and what is odd about it; it names nobody.
///
/// As JSON it is what the library keeps beside a session.
package struct ImportCheck: Hashable, Sendable, Codable {
  package let samples: Int
  /// Play time of the first sample, in seconds.
  package let from: Double
  /// Play time of the last sample, in seconds.
  package let to: Double
  /// Samples a second, by the median interval; 0 with fewer than two times.
  let rate: Double
  /// The share of the samples that report gaze whose gaze can be used; `nil` without gaze.
  package let usableGaze: Double?
  /// The share of usable gaze that lies on the picture; `nil` without any.
  let gazeOnPicture: Double?
  /// The share of the samples that report a face in which one was read; `nil` without faces.
  package let usableFaces: Double?
  package private(set) var oddities: [Oddity]

  /// Looks through the samples of a session.
  ///
  /// - Parameters:
  ///   - session: the session as it was read.
  ///   - videoDuration: seconds; `nil` where the video is not at hand.
  ///   - now: the time of the import.
  /// - Throws: `ImportError` when samples that were set aside cannot be read back.
  package init(_ session: StagedSession, videoDuration: Double?, now: Date) throws {
    var tally = CheckTally(videoDuration: videoDuration)
    try session.samples.forEach { tally.add($0) }
    self.init(tally, OddityFinder(videoDuration: videoDuration, session: session, now: now))
  }

  /// Looks again through the samples of a stored session, whose video has another length now.
  ///
  /// - Parameters:
  ///   - columns: the samples as they are stored.
  ///   - videoDuration: seconds.
  ///   - earlier: what its import found; what is odd in the file and not in the samples stays.
  package init(_ columns: SampleColumns, videoDuration: Double, earlier: ImportCheck) {
    var check = ImportCheck(columns, OddityFinder(videoDuration: videoDuration))
    let found = Set(check.oddities.map(\.kind))
    check.oddities += earlier.oddities.filter {
      Self.ofTheFile.contains($0.kind) && !found.contains($0.kind)
    }
    self = check
  }

  /// What only an import can see.
  private static let ofTheFile: Set<Oddity.Kind> = [
    .disorder, .sharedTimes, .future, .offPicture, .skipped, .damaged, .noViewers, .heads,
  ]

  init(_ columns: SampleColumns, _ finder: OddityFinder) {
    var tally = CheckTally(videoDuration: finder.videoDuration)
    tally.add(columns)
    self.init(tally, finder)
  }

  private init(_ tally: CheckTally, _ finder: OddityFinder) {
    samples = tally.count
    from = tally.count > 0 ? Double(tally.first) / 1000 : 0
    to = tally.count > 0 ? Double(tally.last) / 1000 : 0
    let step = tally.medianStep
    rate = step > 0 ? Self.rounded(1 / step, 100) : 0
    func share(_ part: Int, _ whole: Int) -> Double? {
      whole > 0 ? Self.rounded(Double(part) / Double(whole), 1e4) : nil
    }
    usableGaze = share(tally.sides.gaze.usable, tally.sides.gaze.told)
    gazeOnPicture = share(tally.sides.inside, tally.sides.gaze.usable)
    usableFaces = share(tally.sides.face.usable, tally.sides.face.told)
    oddities = finder.oddities(of: tally)
  }

  private static func rounded(_ value: Double, _ steps: Double) -> Double {
    (value * steps).rounded() / steps
  }

  /// The report in one line, the oddities left out.
  package var summary: String {
    "\(samples) \(samples == 1 ? "sample" : "samples"), \(figures)"
  }

  /// The report in one line, without the number of samples and the oddities.
  package var figures: String {
    let first = Words.seconds(from)
    var parts = [samples == 1 ? "at \(first) s" : "\(first) to \(Words.seconds(to)) s"]
    if rate > 0 { parts.append("\(Words.seconds(rate)) a second") }
    if let usableGaze { parts.append("gaze usable in \(Words.percent(usableGaze))") }
    if let gazeOnPicture { parts.append("\(Words.percent(gazeOnPicture)) of it on the picture") }
    if let usableFaces { parts.append("a face in \(Words.percent(usableFaces))") }
    return parts.joined(separator: ", ")
  }
}

/// Figures in words.
package enum Words {
  static func percent(_ share: Double) -> String {
    // Only what is none or all is told as 0 % or 100 %.
    if share > 0, share < 0.01 { return "under 1 %" }
    return share < 1
      ? "\(min(99, Int((share * 100).rounded()))) %" : "\(Int((share * 100).rounded())) %"
  }

  /// Seconds with one decimal place, below 1 s with three.
  package static func seconds(_ value: Double) -> String {
    let steps = abs(value) < 1 ? 1000.0 : 10
    let rounded = (value * steps).rounded() / steps
    return Int(exactly: rounded).map { String($0) } ?? String(rounded)
  }
}
