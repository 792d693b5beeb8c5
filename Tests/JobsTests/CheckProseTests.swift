import Foundation
import TestMaterial
import Testing

/// `jobs/check-prose` rejects banned words and long sentences, and ignores code.
@Suite struct CheckProseTests {
  private func check(_ text: String) throws -> ExternalProgram.Outcome {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("prose-\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let script = StartedPrograms.repository.appendingPathComponent("jobs/check-prose").path
    return try ExternalProgram("python3").run([script, file.path])
  }

  private static let words = Array(repeating: "word", count: 24).joined(separator: " ")

  @Test(arguments: [
    "Rejected files are told by name.", "The setting stands over the profile.",
    "Whoever has the key can look up names.", "The clip is rendered anew.",
    "Captions lie beside the clip.", "A number of so many viewers.",
    "Of two samples gazecut uses the first.", "The window is .316 wide.",
    "One \(words) more.", "- One \(words)\n  more.", "| cell | One \(words) more. |",
  ])
  func hardSentencesAreRejectedWithTheirLine(sentence: String) throws {
    let outcome = try check("# Title\n\nA good sentence.\n\n\(sentence)\n")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(".md:5: "), "\(outcome.errors)")
  }

  @Test(arguments: [
    "One \(words).", "One \(words). gazecut \(words).", "`beside` stands for 0.5 s.",
    "    the night stands beside whoever was told anew\n", "```\ntold anew\n```",
    "- One \(words)\n- One \(words)", "| One \(words) | One \(words) |", "The crop stands still.",
  ])
  func plainSentencesAndCodeAreAccepted(text: String) throws {
    let outcome = try check("# Title of a page beside others\n\n\(text)\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
