import Importers
import Testing
@testable import Support

/// The error of a command that rejected several files.
@Suite struct CombinedFailureTests {
  @Test func errorSharedBySeveralFilesIsPrintedOnce() {
    #expect(CommandFailure.combinedFailure([]) == nil)
    func missingSize(_ file: String, _ line: Int? = nil) -> ImportError {
      ImportError(.missingOption, of: file, line: line, "no size", "give it")
    }
    let errors: [any Error] = [
      missingSize("a.csv"), missingSize("b.csv", 7),
      ImportError(.notFound, of: "d.csv", "not there", "look"),
      missingSize("c.csv"), CommandFailure(.inputOutputFailed, "the disk is full"),
    ]
    #expect(
      CommandFailure.combinedFailure(errors)
        == CommandFailure(
          .usage,
          "a.csv: no size; give it (also b.csv:7, c.csv)\n"
            + "d.csv: not there; look\nthe disk is full"))
  }
}
