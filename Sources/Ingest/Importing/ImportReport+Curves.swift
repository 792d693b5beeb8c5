import Audience
import EditDecisions
import Media
import Importers
import Workers
import Workspace

extension ImportReport {
  /// What an import says of a curve: how many points, from when to when, of how many people.
  ///
  /// - Parameters:
  ///   - staged: as it was read.
  ///   - head: the file, its video and who counted.
  ///   - outcome: what became of it, in words.
  ///   - library: where the videos are, whose lengths the times are held against.
  ///   - probes: of their sources.
  ///   - isCheck: whether what is odd stands in lines of its own.
  /// - Returns: lines; they name nobody.
  static func lines(
    of staged: StagedCurve, _ head: String, outcome: String, in library: LibraryFolder,
    _ probes: SourceProbes, isCheck: Bool
  ) -> [String] {
    let curve = staged.curve
    let duration = probes[staged.video]?.duration
    var line = "\(head): \(curve.points.count == 1 ? "1 point" : "\(curve.points.count) points")"
    let last = curve.points.map(\.end).max() ?? 0
    if let known = curve.isShare ? duration : 1 {
      line += ", one every \(words(curve.step(inVideoOf: known))) s"
      if !curve.isShare { line += " to \(words(last)) s" }
    }
    line += curve.people.map { ", \($0) counted" } ?? ", of how many is not told"
    var odd = unknown([staged.video], in: library)
    // A curve's last point may be rounded up, and players tell a length in whole seconds.
    if let duration, !curve.isShare, abs(last - duration) > max(curve.step(inVideoOf: duration), 2)
    {
      odd.append(
        "the curve goes to \(words(last)) s and the video lasts \(words(duration)) s: is it of "
          + "this cut of the video?")
    }
    return isCheck
      ? [line] + odd.map { "  odd: \($0)" } : [line + outcome + odd.map { "; odd: \($0)" }.joined()]
  }

  private static func words(_ value: Double) -> String { Rounding.text(value, decimals: 1) }
}
