import Foundation
import TestMaterial
import Testing

/// A night under the system calls that `jobs/gazecut.service` leaves it, without systemd.
@Suite(.waitsForPrograms) struct ServiceNightTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs gazecut as the unit would.
  private func asService(_ arguments: String..., in library: TestLibrary) throws
    -> Program.Outcome
  {
    let script = Self.repository.appendingPathComponent("Tests/Jobs/as-service").path
    let unit = Self.repository.appendingPathComponent("jobs/gazecut.service").path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try ExternalProgram("python3").run(
      [script, unit, "--", Program.path] + arguments,
      environment: ["PATH": path, "GAZECUT_LIBRARY": library.folder], limit: Program.limit)
  }

  @Test func theServiceMayDoAllThatANightDoes() throws {
    let library = try TestLibrary.afterItsNight()
    let name = try #require(library.shorts(of: "walk").first)
    try FileManager.default.removeItem(atPath: library.path("shorts/walk/" + name))
    let night = try asService("run", "--json-log", in: library)
    #expect(night.status == 0, "\(night.errors)")
    #expect(library.shorts(of: "walk") == [name])
  }

  /// Workers cage themselves there as they do elsewhere.
  @Test func theServiceKeepsTheCageOfItsWorkers() throws {
    let library = try TestLibrary()
    let plain = try library.gazecut("doctor").output.split(separator: "\n")
    let service = try asService("doctor", in: library).output.split(separator: "\n")
    let cage = try #require(plain.first { $0.contains(" cage ") })
    #expect(service.contains(cage), "\(service.joined(separator: "\n"))")
  }

  /// The filter that is made of the unit does refuse.
  @Test func whatTheServiceMayNotDoIsRefused() throws {
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
