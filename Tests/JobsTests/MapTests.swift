import Foundation
import TestMaterial
import Testing

/// `jobs/map`, by which a newcomer finds where what stands.
@Suite struct MapTests {
  private func map(_ words: [String]) throws -> [(file: String, says: String)] {
    let script = StartedPrograms.repository.path + "/jobs/map"
    let said = try ExternalProgram("bash").run([script] + words)
    #expect(said.status == 0, "\(said.errors)")
    return said.output.split(separator: "\n").map { line in
      let file = line.prefix { $0 != ":" }
      return (String(file), String(line.dropFirst(file.count + 2)))
    }
  }

  @Test func everyFileSaysWhatItIsFor() throws {
    let lines = try map([])
    #expect(lines.count > 600, "Sources alone hold as many files")
    #expect(lines.filter(\.says.isEmpty).map(\.file) == [])
  }

  /// A type, a number, a default, a command, a setting and a file that is no Swift.
  @Test(arguments: [
    (["dissolve", "turns"], "Sources/Media/Analysis/SceneDissolves.swift"),
    (["seconds", "week"], "Sources/Library/Opening/LibraryDatabase+Checking.swift"),
    (["running", "median"], "Sources/Audience/Folding/ViewerFolding.swift"),
    (["erase", "viewers"], "Sources/gazecut/Commands/PrivacyCommands.swift"),
    (["render.loudness"], "Sources/Settings/Setting+Render.swift"),
    (["kubernetes", "plans"], "jobs/kubernetes/night.yaml"),
  ])
  func wordsFindTheirFile(words: [String], file: String) throws {
    let files = try map(words).map(\.file)
    #expect(files.contains(file) && files.count < 12, "\(files)")
  }
}
