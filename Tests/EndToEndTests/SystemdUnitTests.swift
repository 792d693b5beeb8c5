import Foundation
import TestMaterial
import Testing

/// Runs gazecut with the system call filter of `jobs/gazecut.service`, without systemd.
@Suite(.waitsForPrograms) struct SystemdUnitTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs gazecut as the unit does.
  private func runAsService(
    _ arguments: String..., unit name: String = "gazecut.service", in library: TestLibrary
  ) throws -> Program.Outcome {
    let script = Self.repository.appendingPathComponent("Tests/Jobs/as-service").path
    let unit = Self.repository.appendingPathComponent("jobs/" + name).path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try ExternalProgram("python3").run(
      [script, unit, "--", Program.path] + arguments,
      environment: ["PATH": path, "GAZECUT_LIBRARY": library.folder], limit: Program.limit)
  }

  @Test func serviceUnitAllowsARun() throws {
    let library = try TestLibrary.afterFirstRun()
    let name = try #require(library.clips(of: "walk").first)
    try FileManager.default.removeItem(atPath: library.path("shorts/walk/" + name))
    try library.write("gazecut.yaml", library.text("gazecut.yaml") + "\nrun.metrics: night.prom\n")
    let night = try runAsService("run", "--json-log", in: library)
    #expect(night.status == 0, "\(night.errors)")
    #expect(library.clips(of: "walk") == [name])
    // node_exporter runs as another user, so the file must be readable despite the umask of the
    // unit.
    let metrics = try FileManager.default.attributesOfItem(atPath: library.path("night.prom"))
    #expect(metrics[.posixPermissions] as? Int == 0o644)
  }

  /// Includes a program started by `run.before`, and a process that examines the source.
  @Test func intakeServiceUnitAllowsAnIntake() throws {
    let library = try TestLibrary(
      yaml: "intake.settle: 0\nrun.before: [/bin/sh, -c, 'cp -R brought timelines/walk']\n")
    try library.add(TestVideo.tiny, as: "walk")
    _ = try SimpleAudience.walk().write(into: library.path("brought"))
    let intake = try runAsService(
      "intake", "--json-log", unit: "gazecut-intake.service", in: library)
    #expect(intake.status == 0, "\(intake.errors)")
    // The sessions are longer than the video, so each file is odd.
    #expect(
      intake.output.contains("Import: 12 files imported, 12 with warnings ("), "\(intake.output)")
    #expect(!intake.errors.contains("warning"), "\(intake.errors)")
  }

  /// The sandbox of workers is the same as without the unit.
  @Test func serviceUnitKeepsTheWorkerSandbox() throws {
    let library = try TestLibrary()
    let plain = try library.gazecut("doctor").output.split(separator: "\n")
    let service = try runAsService("doctor", in: library).output.split(separator: "\n")
    let cage = try #require(plain.first { $0.contains(" sandbox ") })
    #expect(service.contains(cage), "\(service.joined(separator: "\n"))")
  }

  /// The filter made from the unit does block calls.
  @Test func serviceUnitBlocksOtherSystemCalls() throws {
    let script = Self.repository.appendingPathComponent("Tests/Jobs/as-service").path
    let unit = Self.repository.appendingPathComponent("jobs/gazecut.service").path
    let python = try ExternalProgram("python3")
    let attempt = "import ctypes; exit(ctypes.CDLL(None).swapoff(b'/nowhere') == -1)"
    let killed = try python.run([script, "--kill", unit, "--", python.path, "-c", attempt])
    #expect(killed.wasSignalled && killed.status == SIGSYS, "\(killed)")
    let refused = try python.run([script, unit, "--", python.path, "-c", attempt])
    #expect(!refused.wasSignalled && refused.status == 1, "\(refused)")
  }
}
