import Foundation
import TestMaterial
import Testing

/// What `make lint` says of imports that Package.swift does not give, and of gifts that lie unused.
@Suite struct CheckImportsTests {
  /// Checks a package of the modules Low and High, where High stands on Low or does not.
  private func check(high: String, standsOnLow: Bool) throws -> ExternalProgram.Outcome {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("imports-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, at path: String) throws {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    try write("enum Low {}\n", at: "Sources/Low/Low.swift")
    try write(high, at: "Sources/High/High.swift")
    let dependencies = standsOnLow ? #"{"byName": ["Low", null]}"# : ""
    try write(
      """
      {"targets": [{"name": "Low", "type": "regular", "dependencies": []},
        {"name": "High", "type": "regular", "dependencies": [\(dependencies)]}]}
      """, at: "package.json")
    let script = StartedPrograms.repository.appendingPathComponent("jobs/check-imports").path
    return try ExternalProgram("sh").run([
      "-c", "cd '\(folder.path)' && python3 '\(script)' package.json",
    ])
  }

  @Test(arguments: ["import Low\n", "package import Low\n", "internal import struct Low.Low\n"])
  func aModuleImportsWhatItIsGivenAndNothingElse(imported: String) throws {
    let given = try check(high: imported, standsOnLow: true)
    #expect(given.status == 0 && given.errors.isEmpty, "\(given.errors)")
    let taken = try check(high: imported, standsOnLow: false)
    #expect(taken.status == 1)
    #expect(
      taken.errors == "Sources/High/High.swift: Package.swift does not let High use Low\n")
  }

  @Test func whatNobodyImportsIsNotGiven() throws {
    let said = try check(high: "enum High {}\n", standsOnLow: true)
    #expect(said.errors == "Package.swift: High does not import Low\n")
  }
}
