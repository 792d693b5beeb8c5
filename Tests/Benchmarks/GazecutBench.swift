import ArgumentParser

/// The benches of gazecut: figures on real viewers and planted audiences, beside their targets.
@main
struct GazecutBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazecut-bench",
    abstract: "Measure gazecut on real gaze and planted audiences.",
    subcommands: [
      JudgementCommand.self, FramingBench.self, ChoosingCommand.self, FamiliesCommand.self,
      GenresCommand.self,
      SensitivityCommand.self, SureCommand.self, PeopleCommand.self, GrowingCommand.self,
      StoreCrowd.self, ScoreCrowd.self,
      ClusterCrowd.self, EvenDrawCommand.self, ImportBench.self, WriteTable.self,
      MakeAudience.self, QueueBench.self,
    ])
}
