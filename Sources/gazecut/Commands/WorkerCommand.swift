import ArgumentParser
import Foundation
import Nightly

/// The process that works on one video; started by `run` and `regenerate`.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "worker", shouldDisplay: false)

  func run() async throws {
    Foundation.exit(await Worker.main())
  }
}
