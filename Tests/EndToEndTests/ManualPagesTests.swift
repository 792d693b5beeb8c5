import Foundation
import TestMaterial
import Testing

/// Manual pages and shell completions made from the built program.
@Suite struct ManualPagesTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The pages by file name, made once.
  private static let pages = Result { () throws -> [String: String] in
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pages-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = repository.appendingPathComponent("jobs/package/manual-pages").path
    let said = try ExternalProgram("python3").run(
      [script, Program.path, folder.path, "--date", "2026-11-22"])
    try #require(said.status == 0, "\(said.errors)")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let files = paths.filter { $0.contains("/") }
    // mandoc does not find pages that are not installed yet.
    let linted = try ExternalProgram("mandoc").run(
      ["-Tlint"] + files.map { folder.appendingPathComponent($0).path })
    let complaints = linted.output.split(separator: "\n").filter {
      !$0.contains("referenced manual not found: Xr gazecut")
    }
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    return try files.reduce(into: [:]) {
      let name = String($1.split(separator: "/")[1])
      $0[name] = try String(contentsOf: folder.appendingPathComponent($1), encoding: .utf8)
    }
  }

  @Test func everyCommandHasAManualPageWithItsSections() throws {
    let pages = try Self.pages.get()
    let help = try Program.run(["--help"]).output
    let commands = try #require(help.split(separator: "SUBCOMMANDS:\n", maxSplits: 1).last)
      .matches(of: #/(?m)^  ([a-z]+) /#).map { String($0.output.1) }
    #expect(commands.contains("run") && commands.contains("doctor"))
    let expected = ["gazecut.1", "gazecut.yaml.5"] + commands.map { "gazecut-\($0).1" }
    #expect(Set(pages.keys) == Set(expected))
    for (name, page) in pages {
      let told = ["ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"]
      for section in name.hasSuffix(".5") ? ["FILES", "EXAMPLES"] : told {
        #expect(page.contains("\n.Sh \(section)\n"), "\(name) has no \(section)")
      }
      for other in page.matches(of: /(?m)^\.(?:It )?Xr (\S+) (\d)/) {
        #expect(pages["\(other.output.1).\(other.output.2)"] != nil, "\(name): \(other.output.0)")
      }
    }
  }

  @Test func manualPagesListOptionsExitCodesAndSettings() throws {
    let pages = try Self.pages.get()
    let run = try #require(pages["gazecut-run.1"])
    #expect(run.contains("\n.It Fl \\-format Ar format\n"))
    #expect(run.contains("\n.It 75\nAnother command is using the library; try again later.\n"))
    let settings = try #require(pages["gazecut.yaml.5"])
    let template = try String(
      contentsOf: Self.repository.appendingPathComponent("jobs/gazecut.yaml"), encoding: .utf8)
    let keys = template.matches(of: #/(?m)^\#([a-z]+\.[A-Za-z]+): /#).map { String($0.output.1) }
    #expect(keys.contains("selection.minimumLength"))
    for key in keys { #expect(settings.contains("\n.It Va \(key) : "), "\(key) is missing") }
    #expect(settings.contains("\n.Ev GAZECUT_SELECTION_MINIMUM_LENGTH .\n"))
  }

  @Test func bashParsesTheCompletionScript() throws {
    let script = FileManager.default.temporaryDirectory
      .appendingPathComponent("completion-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: script) }
    let said = try Program.run(["--generate-completion-script", "bash"])
    try Data(said.output.utf8).write(to: script)
    let read = try ExternalProgram("bash").run(["-n", script.path])
    #expect(said.status == 0 && read.status == 0, "\(read.errors)")
    #expect(said.output.contains("regenerate"))
  }
}
