import ArgumentParser

/// Choosing from planted audiences, beside simple ways and the targets.
struct ChoosingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "choosing",
    abstract: "Find planted moments: F1 of the cores, false moments, chance.")

  @Flag(help: "Leave out the simple ways, which take most of the time.")
  var quick = false

  func run() throws {
    runChoosingBench()
    if !quick { runChoosingBaselines() }
    runChanceBench()
    runDensityBench()
  }
}
