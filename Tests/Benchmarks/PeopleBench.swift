import Audience
import Foundation
import Selection
import TestMaterial

/// Two comedians' audiences: gazecut's evidence and moments beside what a person saw.
struct PeopleBench {
  /// How many halves of the seats decide in the held-out form.
  var splits = 20

  /// gazecut's evidence is smoothed as the reference smooths its models: a bell of half a second.
  private static let bell = 1.0

  /// Prints the tables; gives what is compared with the targets.
  func report() throws -> [SecondsRow] {
    let shows = try PeopleShow.all()
    for show in shows {
      print(
        "Show \(show.number): \(show.filmed.count) seats filmed, compared from "
          + "\(show.span.lowerBound / 2) to \(show.span.upperBound / 2) s (labels from "
          + String(format: "%.1f to %.1f s)", show.labelled.lowerBound, show.labelled.upperBound))
    }
    print(
      "\nEvidence beside what a person saw in each seat. r: with laughing 1, smiling .5; AP: of "
        + "half seconds in which 40 % laugh;\nthen the share who laugh in the five best windows, "
        + "and in the clips of the defaults with `evidence: emotion`.\n"
        + "half: \(splits) times half of the seats decide, and the labels of the others tell; the "
        + "shift is that of all.\n")
    PeopleRow.printHead()
    let all = shows.map(Self.rows)
    let few = zip(shows, all).compactMap { report($0, $1) }
    for note in few { print("\n" + note) }
    print("\nReacts beside laughing, seat by seat: area under the curve, mean of the seats\n")
    PeopleCurves.printHead()
    let curves = zip(shows, all).map { PeopleCurves($0, shifts: $1.map { $0.shift ?? 0 }) }
    for curves in curves { curves.report() }
    return PeopleTargets.rows(shows.map(\.number), all, curves) + shows.map(apart)
  }

  /// gazecut's figures, the mean of the shows that targets are told of.
  static func mean() throws -> PeopleRow {
    PeopleRow(
      meanOf: try PeopleShow.all().filter { PeopleTargets.judged.contains($0.number) }
        .map { rows($0)[0] })
  }

  /// A show's rows: gazecut, the simple ways, and what is possible.
  private static func rows(_ show: PeopleShow) -> [PeopleRow] {
    var rows = ways(of: show.filmed).map {
      PeopleRow($0.way, $0.values, show.seats, span: show.span)
    }
    // A show in which nothing is chosen must not fall out of the mean.
    rows[0].clips =
      PeopleRow.share(
        in: moments(of: show.filmed), PeopleShow.laughing(show.seats)) ?? 0
    return rows + [PeopleRow(possibleOf: show.seats, span: show.span)]
  }

  /// What each way makes of some seats, gazecut first.
  private static func ways(
    of seats: [PeopleShow.Seat]
  ) -> [(way: String, values: [Double])] {
    let own = PeopleModel.evidence(of: seats.map(\.sessions), duration: PeopleShow.duration)
    let ways = PeopleWays(seats)
    return [
      (PeopleRow.gazecut, LabelFigures.smoothed(own.evidence, deviation: bell)),
      ("mean", ways.mean), ("z", ways.z), ("weighted z", ways.weightedZ),
    ]
  }

  private static func moments(of seats: [PeopleShow.Seat]) -> [Range<Double>] {
    PeopleModel.moments(of: seats.map(\.sessions), duration: PeopleShow.duration)
  }

  /// Prints a show's lines; says where halves of the seats chose nothing.
  private func report(_ show: PeopleShow, _ rows: [PeopleRow]) -> String? {
    let name = "\(show.number)"
    let laughing = PeopleShow.laughing(show.seats)
    let chance = LabelFigures.mean(laughing[show.span]) ?? 0
    var whole = PeopleRow(meanOf: [])
    (whole.windows, whole.clips) = ([chance, chance], chance)
    whole.report(name, "the whole show")
    for row in rows { row.report(name, "all") }
    let halves = Parallel.map(splits) { half(show, rows, split: $0) }
    for place in rows.indices {
      PeopleRow(meanOf: halves.map { $0[place] }).report(name, "half")
    }
    let decided = halves.count { $0[0].clips != nil }
    guard decided < splits else { return nil }
    return "Show \(name): \(decided) of \(splits) halves chose moments that have labels."
  }

  /// The share of audiences that share nothing, made of a show's faces, in which a moment is found.
  private func apart(_ show: PeopleShow) -> SecondsRow {
    let found = Parallel.map(2 * splits) {
      PeopleModel.moments(of: show.movedApart($0), duration: PeopleShow.duration).count
    }
    return SecondsRow(
      audience: "comedy, show \(show.number), each face moved in time", use: "reported",
      viewers: "\(show.filmed.count)", figure: "audiences with a moment",
      found: [Double(found.count { $0 > 0 }) / Double(found.count)],
      target: .most([PeopleModel.selection.falseMoments]),
      beside: "as it is: \(Self.moments(of: show.filmed).count) moments")
  }

  /// Half of the seats decide; the labels of the others tell who laughs.
  private func half(_ show: PeopleShow, _ rows: [PeopleRow], split: Int) -> [PeopleRow] {
    var random = SeededGenerator(seed: UInt64(split + 1))
    let filmed = show.filmed.shuffled(using: &random)
    // Of eleven six decide: `selection.minimumViewers` asks for five in half of a core.
    let deciding = Array(filmed.prefix((filmed.count + 1) / 2))
    let names = Set(deciding.map(\.name))
    let telling = show.seats.filter { !names.contains($0.name) }
    var found = zip(Self.ways(of: deciding), rows).map { way, row in
      var held = PeopleRow(way.way, way.values, telling, span: show.span, shift: row.shift)
      (held.correlation, held.precision) = (nil, nil)
      return held
    }
    found[0].clips = PeopleRow.share(
      in: Self.moments(of: deciding), PeopleShow.laughing(telling))
    var possible = PeopleRow(possibleOf: telling, span: show.span)
    (possible.correlation, possible.precision) = (nil, nil)
    return found + [possible]
  }
}
