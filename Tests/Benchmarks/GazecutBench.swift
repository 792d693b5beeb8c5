import ArgumentParser

/// The benches of gazecut: figures on real viewers and planted audiences, beside their targets.
@main
struct GazecutBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazecut-bench",
    abstract: "Measure gazecut on real gaze and planted audiences.",
    subcommands: [
      JudgementCommand.self, PeopleCommand.self, ConfidenceCommand.self, SettingsCommand.self,
      FramingBench.self,
      StoreCrowd.self, ScoreCrowd.self,
      ClusterCrowd.self, EvenDrawCommand.self, ImportBench.self, WriteTable.self,
      MakeAudience.self, QueueBench.self,
    ])
}
