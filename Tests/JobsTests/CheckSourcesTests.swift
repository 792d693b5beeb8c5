import Foundation
import TestMaterial
import Testing

/// What `make lint` looks for beside formatting, each in sources that break one rule alone.
@Suite struct CheckSourcesTests {
  /// A small tree of sources that breaks no rule, and the scripts that look at it.
  private final class Tree {
    let folder = FileManager.default.temporaryDirectory.path + "/sources-\(UUID().uuidString)"

    init() throws {
      try write(try StartedPrograms.text("jobs/check-sources"), at: "jobs/check-sources")
      try write("lint:\n", at: "Makefile")
      try write("let package = 1\n", at: "Package.swift")
      try write("struct WishTests {}\n", at: "Tests/ThingTests/WishTests.swift")
      // Modules that a rule is about by their names.
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

  @Test func nothingIsSaidOfSourcesInOrder() throws {
    let said = try Tree().check()
    #expect(said.status == 0 && said.errors.isEmpty, "\(said.errors)")
  }

  /// A file that breaks a rule, and what is said of it.
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
  func aFileThatBreaksARuleIsNamed(name: String, text: String, complaint: String) throws {
    let tree = try Tree()
    try tree.write(text, at: "Sources/Base/Thing/\(name)")
    let said = try tree.check()
    #expect(said.status == 1)
    #expect(said.errors.contains(complaint), "\(said.errors)")
    #expect(said.errors.split(separator: "\n").count == 1, "\(said.errors)")
  }

  @Test(arguments: [
    "// " + String(repeating: "×", count: 97) + "\nstruct Wish {}\n",
    "package import struct Foundation.Date\n\nstruct Wish {}\n",
  ])
  func commentsOf100CharactersAndImportsOfOneTypePass(text: String) throws {
    let tree = try Tree()
    try tree.write(text, at: "Sources/Base/Thing/Wish.swift")
    let said = try tree.check()
    #expect(said.status == 0 && said.errors.isEmpty, "\(said.errors)")
  }
}
