import Audience
import Foundation
import TestMaterial

/// Laughs planted into real looks of a film of two minutes: what choosing finds of them.
struct PeopleFilm {
  /// Which plantings.
  var seeds = 501..<513

  /// What a frame must hold of a new viewer's looks for a laugh to be a moment; under `least` it
  /// is none, and what lies between counts neither way.
  private static let surely = 0.6, least = 0.5

  /// What one planting gave.
  private struct Outcome: Sendable {
    var score = ChoosingScore()
    var counted = 0, neither = 0, scattered = 0
    /// Cores on laughs of which no frame holds enough.
    var falsely = 0
  }

  /// Prints what the clips hold; gives a line for 24 viewers and one for all.
  func report() throws -> [SecondsRow] {
    let held = try RealGaze.clips.map { name in
      "\(name) " + SecondsRow.text([try RealFilm.medianHeld(name)])
    }
    print("\nOf a new viewer's looks a frame would hold, median: " + held.joined(separator: ", "))
    let film = try RealFilm()
    return [24, nil].map { viewers in
      let outcomes = Parallel.map(seeds.count) {
        Self.outcome(film, viewers, seed: seeds.lowerBound + $0)
      }
      return row(outcomes, viewers ?? film.looks.count)
    }
  }

  private static func outcome(_ film: RealFilm, _ viewers: Int?, seed: Int) -> Outcome {
    let planted = PlantedLaughs(film, viewers: viewers, seed: seed)
    let shares = film.held(ofViewers: planted.viewers)
    let held = planted.laughs.map { laugh in
      let bins = HalfSeconds.centered(
        from: laugh.lowerBound, to: laugh.upperBound, count: shares.count)
      return LabelFigures.mean(shares[bins]) ?? 0
    }
    let laughs = zip(planted.laughs, held)
    let truth = laughs.filter { $0.1 >= surely }.map(\.0)
    let neither = laughs.filter { $0.1 >= least && $0.1 < surely }.map(\.0)
    let scattered = laughs.filter { $0.1 < least }.map(\.0)
    let sessions = planted.sessions(film).map { [$0] }
    let cores = PeopleModel.cores(of: sessions, duration: RealFilm.duration)
      .filter { core in !neither.contains { Self.isMostly(core, in: $0) } }
    var outcome = Outcome()
    outcome.score.add(cores: cores, truth: truth)
    (outcome.counted, outcome.neither) = (truth.count, neither.count)
    outcome.scattered = scattered.count
    outcome.falsely = cores.count { core in scattered.contains { Self.isMostly(core, in: $0) } }
    return outcome
  }

  /// Whether more than half of a core lies in a laugh.
  private static func isMostly(
    _ core: ClosedRange<Double>, in laugh: ClosedRange<Double>
  ) -> Bool {
    let shared =
      min(core.upperBound, laugh.upperBound) - max(core.lowerBound, laugh.lowerBound)
    return shared > (core.upperBound - core.lowerBound) / 2
  }

  private func row(_ outcomes: [Outcome], _ viewers: Int) -> SecondsRow {
    var total = ChoosingScore()
    for outcome in outcomes { total.merge(outcome.score) }
    // As in the table of choosing, the mean of the plantings' F1.
    let f1 = [0, 1].map { slot in
      outcomes.reduce(0) { $0 + $1.score.f1[slot] } / Double(max(1, outcomes.count))
    }
    func sum(_ path: KeyPath<Outcome, Int>) -> Int {
      outcomes.reduce(0) { $0 + $1[keyPath: path] }
    }
    let precision = total.found > 0 ? total.hits[0] / total.found : 1
    let recall = total.planted > 0 ? total.hits[0] / total.planted : 1
    return SecondsRow(
      audience: "real looks of six clips as one film, laughs planted", use: "reported",
      viewers: "\(viewers)", figure: "F1 at .5 / .7", found: f1, target: .none,
      beside: "precision / recall \(SecondsRow.text([precision, recall])); of "
        + "\(outcomes.count * 5) laughs \(sum(\.counted)) count, \(sum(\.neither)) neither way, "
        + "\(sum(\.scattered)) are held by no frame (\(sum(\.falsely)) of them chosen)")
  }
}
