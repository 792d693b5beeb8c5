import Foundation
import TestMaterial

/// How one way of adding faces up tells what a person saw.
struct PeopleRow: Sendable {
  /// The ways beside gazecut's, as the table calls them.
  static let gazecut = "gazecut", possible = "best possible"
  /// How many windows of how many half seconds: 6.5 s and 15 s.
  static let short = 13, long = 30

  let way: String
  /// Correlation with laughing 1, smiling 1/2; `nil` where it is not asked.
  var correlation: Double?
  /// Average precision of the half seconds in which 40 % or more laugh.
  var precision: Double?
  /// Share who laugh in the five best windows of 6.5 s and of 15 s.
  var windows: [Double]
  /// Share who laugh in the moments that gazecut chooses; `nil` for other ways, and for none.
  var clips: Double?
  /// Half seconds by which the way is moved; `nil` where nothing is, and of a mean.
  var shift: Int?

  /// What a way is worth, moved by up to 2 s.
  ///
  /// - Parameters:
  ///   - way: its name.
  ///   - values: one a half second of the video.
  ///   - seats: whose labels count.
  ///   - span: the half seconds of the show.
  ///   - shift: half seconds by which it is moved; `nil` for those with the best correlation.
  init(
    _ way: String, _ values: [Double], _ seats: [PeopleShow.Seat], span: Range<Int>,
    shift: Int? = nil
  ) {
    let amused = Array(PeopleShow.amused(seats)[span])
    let laughing = Array(PeopleShow.laughing(seats)[span])
    func moved(_ shift: Int) -> [Double] { Self.moved(values, by: shift, span) }
    func correlation(_ shift: Int) -> Double {
      LabelFigures.correlation(moved(shift), amused)
    }
    let best = shift ?? (-4...4).max { correlation($0) < correlation($1) } ?? 0
    let own = moved(best)
    self.way = way
    self.shift = best
    self.correlation = correlation(best)
    precision = LabelFigures.averagePrecision(own, laughing.map { $0.map { $0 >= 0.4 } })
    windows = Self.windows(own, laughing)
  }

  /// What anybody could reach who knew who laughs.
  init(possibleOf seats: [PeopleShow.Seat], span: Range<Int>) {
    let laughing = Array(PeopleShow.laughing(seats)[span])
    way = Self.possible
    (correlation, precision) = (1, 1)
    windows = Self.windows(laughing.map { $0 ?? 0 }, laughing)
  }

  /// The mean of some rows of one way.
  init(meanOf rows: [PeopleRow]) {
    way = rows.first?.way ?? ""
    correlation = LabelFigures.mean(rows.map(\.correlation))
    precision = LabelFigures.mean(rows.map(\.precision))
    windows = [0, 1].map { slot in LabelFigures.mean(rows.map { $0.windows[slot] }) ?? 0 }
    clips = LabelFigures.mean(rows.map(\.clips))
  }

  /// The half seconds of the show, each with the value of `shift` half seconds before; what is
  /// moved out at one end comes in at the other.
  static func moved(_ values: [Double], by shift: Int, _ span: Range<Int>) -> [Double] {
    span.map { values[(($0 - shift) % values.count + values.count) % values.count] }
  }

  /// The mean share who laugh in moments, of those in which anybody is labelled.
  static func share(
    in moments: [Range<Double>], _ laughing: [Double?]
  ) -> Double? {
    LabelFigures.mean(
      moments.map { moment in
        let first = Int(moment.lowerBound * 2)
        let behind = min(laughing.count, Int(moment.upperBound * 2))
        return LabelFigures.mean(laughing[min(first, behind)..<behind])
      })
  }

  private static func windows(_ values: [Double], _ laughing: [Double?]) -> [Double] {
    [short, long].map { length in
      LabelFigures.mean(
        LabelFigures.bestWindows(by: values, length: length).map {
          LabelFigures.mean(laughing[$0])
        }) ?? 0
    }
  }

  /// The head of the table.
  static func printHead() {
    print(
      "| show | who decides | way | r | AP | five of 6.5 s | five of 15 s | five clips | shift, s |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
  }

  /// Prints the line of a show.
  func report(_ show: String, _ deciding: String) {
    let figures = [correlation, precision] + windows.map { $0 } + [clips]
    let moved = shift.map { String(format: "%.1f", Double($0) / 2) } ?? ""
    let cells = [show, deciding, way] + figures.map { $0.map { SecondsRow.text([$0]) } ?? "" }
    print("| " + (cells + [moved]).joined(separator: " | ") + " |")
    fflush(nil)
  }
}
