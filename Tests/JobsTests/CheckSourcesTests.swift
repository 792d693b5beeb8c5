import Foundation
import TestMaterial
import Testing

/// `jobs/check-sources` reports sources that break one of its rules.
@Suite struct CheckSourcesTests {
  /// A small source tree that follows all rules, with a copy of the script.
  private final class Tree {
    let folder = FileManager.default.temporaryDirectory.path + "/sources-\(UUID().uuidString)"

    init() throws {
      try write(try StartedPrograms.text("jobs/check-sources"), at: "jobs/check-sources")
      try write("lint:\n", at: "Makefile")
      try write("let package = 1\n", at: "Package.swift")
      try write("struct WishTests {}\n", at: "Tests/ThingTests/WishTests.swift")
      // Modules that the script mentions by name.
      for module in [
        "Render/CutLists", "Run/Nightly", "Render/Rendering", "Report/Reporting/Status",
        "Run/Upkeep",
        "gazecut",
      ] {
        try write("struct Rest {}\n", at: "Sources/\(module)/Rest.swift")
      }
      try write("struct Wish {}\n", at: "Sources/Base/Thing/Wish.swift")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ text: String, at path: String) throws {
      let url = URL(fileURLWithPath: "\(folder)/\(path)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    func check() throws -> ExternalProgram.Outcome {
      try ExternalProgram("bash").run(["\(folder)/jobs/check-sources"])
    }
  }

  @Test func validSourcesPassSilently() throws {
    let outcome = try Tree().check()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  /// The arguments are the name and text of a file, and the expected message.
  @Test(arguments: [
    ("Wish.swift", "public struct Wish {}\n", "use `package` instead of `public`"),
    ("Wish.swift", "import CFFmpeg\nstruct Wish {}\n", "CFFmpeg stays inside Media"),
    (
      "Wish.swift", "package import GRDB\nstruct Wish {}\n", "GRDB stays inside Library"
    ),
    (
      "Wish.swift", "struct Wish {}\n// " + String(repeating: "x", count: 98) + "\n",
      "Wish.swift:2: a comment over 100 columns"
    ),
  ])
  func fileThatBreaksARuleIsReported(name: String, text: String, complaint: String) throws {
    let tree = try Tree()
    try tree.write(text, at: "Sources/Base/Thing/\(name)")
    let outcome = try tree.check()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test(arguments: [
    "// " + String(repeating: "×", count: 97) + "\nstruct Wish {}\n",
    "package import struct Foundation.Date\n\nstruct Wish {}\n",
  ])
  func commentsOf100CharactersAndImportsOfOneTypePass(text: String) throws {
    let tree = try Tree()
    try tree.write(text, at: "Sources/Base/Thing/Wish.swift")
    let outcome = try tree.check()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }
}
