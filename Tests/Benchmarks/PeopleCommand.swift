import ArgumentParser
import Audience
import Foundation
import Selection
import TestMaterial

/// `gazecut-bench people`: real comedy audiences, compared with who was seen to laugh.
struct PeopleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "Compare what faces of real audiences give with who was seen to laugh.")

  @Option(name: .customLong("set"), help: "Try another value of a setting: name=value.")
  var changes: [String] = []
  @Option(help: "Path of choose.py (needs numpy): print its rows too.")
  var reference: String?

  func run() throws {
    var settings = BenchSettings()
    for change in changes { try settings.set(change) }
    guard SharedData.isPresent else {
      print("\(SharedData.absence): people are not measured")
      return
    }
    print(
      "r: correlation of the evidence with the share of seats that laugh (smiles count 0.5), moved "
        + "by up to 2 s.\nlaugh: share of seats that laugh, in the cores and in the default clips.\n"
    )
    print("| show | way | r | laugh, cores | laugh, clips | moments |")
    print("|---|---|---|---|---|---|")
    for show in try PeopleShow.all() {
      let audience = BenchAudience(
        faces: show.filmed.map(\.sessions), duration: PeopleShow.duration)
      let folded = audience.folded(settings.fold).audience
      let choice = audience.choice(settings.selection, folded)
      show.report(
        "program",
        evidence: LabelFigures.smoothed(folded.summary.bins.map(\.evidence), deviation: 1),
        cores: choice.cores,
        clips: choice.candidates.map { $0.start...max($0.start, $0.end) })
      for way in SimpleWay.allCases {
        let cores = way.cores(of: audience)
        show.report(way.rawValue, evidence: way.evidence(of: audience), cores: cores, clips: cores)
      }
      if let reference {
        let moments = try ReferenceProgram(path: reference).moments(of: audience)
        show.report("reference", evidence: nil, cores: moments.map(\.core), clips: [])
        let differing = ReferenceProgram.disagreements(choice, moments)
        print("| \(show.number) | moments that differ | | | | \(differing) |")
      }
      let all = LabelFigures.mean(PeopleShow.laughing(show.seats)[show.span])
      print("| \(show.number) | whole show | | \(Self.text(all)) | | |")
    }
  }

  static func text(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "–" }
}

extension PeopleShow {
  /// Prints the row of a way.
  fileprivate func report(
    _ way: String, evidence: [Double]?, cores: [ClosedRange<Double>],
    clips: [ClosedRange<Double>]
  ) {
    let amused = Self.amused(seats)
    let correlation = evidence.flatMap { evidence in
      (-4...4).map { shift in
        let moved = span.map { evidence[min(evidence.count - 1, max(0, $0 - shift))] }
        return LabelFigures.correlation(moved, Array(amused[span]))
      }.max()
    }
    let figures = [correlation, laughing(in: cores), laughing(in: clips)].map(PeopleCommand.text)
    print("| \(number) | \(way) | " + figures.joined(separator: " | ") + " | \(cores.count) |")
  }

  /// The mean share of seats that laugh in segments, among those with labels.
  private func laughing(in segments: [ClosedRange<Double>]) -> Double? {
    let laughing = Self.laughing(seats)
    return LabelFigures.mean(
      segments.map { segment in
        let end = min(laughing.count, Int(segment.upperBound * 2))
        return LabelFigures.mean(laughing[min(end, Int(segment.lowerBound * 2))..<end])
      })
  }
}
