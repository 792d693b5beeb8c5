import ArgumentParser
import TestMaterial

/// `gazecut-bench people`: real faces beside what a person saw, real looks with planted laughs.
struct PeopleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "Real audiences: their faces beside labels, and real looks with planted laughs.")

  /// The parts of the bench.
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case faces, looks
  }

  @Option(help: "Only these parts: faces of comedy audiences, looks of a film.")
  var only: [Part] = Part.allCases

  @Option(help: "How many halves of the seats decide in the held-out form.")
  var splits = 20

  @Option(help: "How many plantings of the film.")
  var seeds = 12

  @Option(help: "The first seed of the plantings.")
  var seed = 501

  @Option(name: .customLong("set"), help: "Try another value of a default: name=value.")
  var changes: [String] = []

  func run() throws {
    var settings = BenchSettings()
    for change in changes { try settings.set(change) }
    (PeopleModel.fold, PeopleModel.selection) = (settings.fold, settings.selection)
    guard SharedData.isPresent else {
      print("\(SharedData.absence): people are not measured")
      return
    }
    var rows: [SecondsRow] = []
    if only.contains(.faces) { rows += try PeopleBench(splits: max(1, splits)).report() }
    if only.contains(.looks) {
      rows += try PeopleFilm(seeds: seed..<seed + max(1, seeds)).report()
    }
    print("\nPeople, beside simple ways and targets\n")
    SecondsRow.printHead()
    for row in rows { row.report() }
    SecondsBench.count(rows)
  }
}
