import Importers
import Testing
@testable import Support

/// What is wrong with many files of a command alike is said once.
@Suite struct RefusedFilesTests {
  @Test func oneReasonIsSaidOnceWithAllItsFiles() {
    #expect(CommandFailure.combinedFailure([]) == nil)
    func lacking(_ file: String, _ line: Int? = nil) -> ImportError {
      ImportError(.missingOption, of: file, line: line, "no size", "give it")
    }
    let errors: [any Error] = [
      lacking("a.csv"), lacking("b.csv", 7),
      ImportError(.notFound, of: "d.csv", "not there", "look"),
      lacking("c.csv"), CommandFailure(.inputOutputFailed, "the disk is full"),
    ]
    #expect(
      CommandFailure.combinedFailure(errors)
        == CommandFailure(
          .usage,
          "a.csv: no size; give it (also b.csv:7, c.csv)\n"
            + "d.csv: not there; look\nthe disk is full"))
  }
}
