import ArgumentParser
import Foundation
import Nightly

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what is installed, what is missing, and what to do about it.",
    discussion: """
      With a library at hand, its folder, settings and database are looked at too.

      EXAMPLES
        gazecut doctor
      """)

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let examination = await Doctor.examine(
      configuration: global.config, environment: ProcessInfo.processInfo.environment,
      directory: FileManager.default.currentDirectoryPath)
    print(examination.text, terminator: "")
    guard examination.status == .done else {
      throw CommandFailure(examination.status, "gazecut cannot work as it is; see above")
    }
  }
}
