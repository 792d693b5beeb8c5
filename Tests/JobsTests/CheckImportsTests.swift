import Foundation
import TestMaterial
import Testing

/// `jobs/check-imports` reports imports that Package.swift does not allow, and unused dependencies.
@Suite struct CheckImportsTests {
  /// Checks a package with the modules Low and High, where High may depend on Low.
  private func check(high: String, dependsOnLow: Bool) throws -> ExternalProgram.Outcome {
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
    let dependencies = dependsOnLow ? #"{"byName": ["Low", null]}"# : ""
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
  func importNeedsADependencyInPackageSwift(imported: String) throws {
    let allowed = try check(high: imported, dependsOnLow: true)
    #expect(allowed.status == 0 && allowed.errors.isEmpty, "\(allowed.errors)")
    let forbidden = try check(high: imported, dependsOnLow: false)
    #expect(forbidden.status == 1)
    #expect(
      forbidden.errors == "Sources/High/High.swift: Package.swift does not let High use Low\n")
  }

  @Test func unusedDependencyIsReported() throws {
    let outcome = try check(high: "enum High {}\n", dependsOnLow: true)
    #expect(outcome.errors == "Package.swift: High does not import Low\n")
  }
}
