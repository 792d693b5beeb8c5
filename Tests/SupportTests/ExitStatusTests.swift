import EditDecisions
import Foundation
import Importers
import Library
import Media
import Settings
import Testing
@testable import Support

@Suite struct ExitStatusTests {
  @Test func exitCodesDoNotChangeAndHaveMeanings() {
    let codes: [Int32] = [0, 3, 64, 65, 66, 69, 70, 73, 74, 75, 77, 78, 130, 143]
    #expect(Support.ExitStatus.allCases.map(\.rawValue) == codes)
    for status in Support.ExitStatus.allCases { #expect(!status.meaning.isEmpty) }
  }

  @Test func manualListsEveryExitCode() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Sources/gazecut/Manual.docc/ExitCodes.md"),
      encoding: .utf8)
    for status in Support.ExitStatus.allCases {
      #expect(page.contains("| \(status.rawValue) | \(status.meaning) |\n"))
    }
  }

  @Test func everyErrorHasItsExitStatus() {
    let cases: [(any Error, Support.ExitStatus)] = [
      (SettingsError(origin: .flag, message: ""), .usage),
      (SettingsError(origin: .file("a", line: 1), message: ""), .configuration),
      (DecisionErrors([]), .badData),
      (ImportError(.badData, of: "f", "", ""), .badData),
      (ImportError(.notFound, of: "f", "", ""), .notFound),
      (ImportError(.permission, of: "f", "", ""), .noPermission),
      (LibraryError(.diskFull, operation: "", reason: ""), .inputOutputFailed),
      (LibraryError(.corrupt, operation: "", reason: ""), .badData),
      (LibraryError(.busy, operation: "", reason: ""), .tryAgain),
      (MediaError(.invalidData, operation: ""), .badData),
      (MediaError(.outOfSpace, operation: ""), .inputOutputFailed),
      (
        MediaError(.missingComponent(.encoder, name: "x", available: []), operation: ""),
        .missingComponent
      ),
      (MediaError(.interrupted, operation: ""), .interrupted),
      (CommandFailure(.tryAgain, ""), .tryAgain),
      (CocoaError(.fileWriteOutOfSpace), .inputOutputFailed),
      (CocoaError(.fileWriteUnknown), .inputOutputFailed),
      (CocoaError(.fileReadNoPermission), .noPermission),
      (UnexpectedError(), .bug),
    ]
    for (error, status) in cases {
      #expect(CommandFailure(describing: error).status == status, "\(error)")
    }
  }

  /// Errors of Foundation have only a domain and a number, so gazecut prints the system's text.
  @Test func foundationErrorsUseTheSystemErrorText() throws {
    let path = NSTemporaryDirectory() + "gazecut-none-\(UUID().uuidString)"
    let error = try #require(throws: (any Error).self) {
      try FileManager.default.removeItem(atPath: path)
    }
    let failure = CommandFailure(describing: error)
    #expect(failure.status == .notFound)
    #expect(failure.message == "cannot use '\(path)': No such file or directory")
    let unknown = CommandFailure(describing: CocoaError(.fileWriteUnknown))
    #expect(!unknown.message.contains("512") && !unknown.message.contains("Cocoa"))
  }

  struct UnexpectedError: Error {}
}
