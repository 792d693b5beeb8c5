import Foundation
import TestMaterial

/// How well what is known of a seat tells whether its label says laughing.
///
/// Each way moves in time as its evidence does. A half second counts where the seat has a label
/// and its face was read within a second of it; by all labelled ones the seats' own z loses .05,
/// for where there is no face it says nothing.
struct PeopleCurves: Sendable {
  /// gazecut's P(reacts), own z over 2.5 s, the others' z, both added: the mean of the seats.
  let seen: [Double]
  /// The same of every labelled half second, whether or not the face was read.
  let labelled: [Double]
  private let show: Int
  private let seats: Int

  /// Measures a show.
  ///
  /// - Parameters:
  ///   - show: its faces and labels.
  ///   - shifts: half seconds by which gazecut's evidence, the mean, and z are moved.
  init(_ show: PeopleShow, shifts: [Int]) {
    let filmed = show.filmed
    let reacts = PeopleModel.evidence(
      of: filmed.map(\.sessions), duration: PeopleShow.duration
    ).reacts
    let ways = PeopleWays(filmed)
    var (seen, labelled) = ([[Double]](), [[Double]]())
    for (index, seat) in filmed.enumerated() {
      let held = PeopleWays.heldMean(ways.scores[index])
      let own = held.map { $0 ?? 0 }
      let others = PeopleWays.heldMean(ways.others(than: index)).map { $0 ?? 0 }
      let added = zip(own, others).map { $0 + $1 }
      let isRead = held.map { $0 == nil ? 0.0 : 1 }
      let moved = [(reacts[index], shifts[0])] + [own, others, added].map { ($0, shifts[2]) }
      let values = moved.map { PeopleRow.moved($0.0, by: $0.1, show.span) }
      let wanted = seat.labels[show.span].map { $0.map { $0 == 1 } }
      let read = PeopleRow.moved(isRead, by: shifts[2], show.span)
      let onlyRead = zip(wanted, read).map { $1 > 0 ? $0 : nil }
      // A seat whose label never says laughing, or always, has no curve.
      let curves = values.compactMap { LabelFigures.areaUnderCurve($0, onlyRead) }
      guard curves.count == values.count else { continue }
      seen.append(curves)
      labelled.append(values.compactMap { LabelFigures.areaUnderCurve($0, wanted) })
    }
    func mean(_ curves: [[Double]]) -> [Double] {
      (0..<4).map { way in LabelFigures.mean(curves.map { $0[way] }) ?? 0 }
    }
    (self.seen, self.labelled) = (mean(seen), mean(labelled))
    (self.show, seats) = (show.number, seen.count)
  }

  /// The head of the table.
  static func printHead() {
    print(
      "| show | seats with both labels | half seconds | gazecut | own z over 2.5 s "
        + "| the others' z | own and others' z |")
    print("|---|---|---|---|---|---|---|")
  }

  /// Prints the lines of a show.
  func report() {
    for (which, figures) in [("with a face", seen), ("all labelled", labelled)] {
      let cells = ["\(show)", "\(seats)", which] + figures.map { SecondsRow.text([$0]) }
      print("| " + cells.joined(separator: " | ") + " |")
    }
  }
}
