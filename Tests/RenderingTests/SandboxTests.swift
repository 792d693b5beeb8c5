import Foundation
import Testing
@testable import Rendering

/// `gazecut doctor` tests the sandbox with the same probe.
@Suite struct SandboxTests {
  @Test func probeWithoutASandboxReachesAllButTheNetwork() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/gazecut-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("any".utf8).write(to: URL(fileURLWithPath: folder + "/stranger"))
    var probe = SandboxProbe(
      cage: SandboxProbe.writingOnly(folder), stranger: folder + "/stranger", port: 0)
    probe.cage.memory = 1 << 20
    // The network is unreachable because nothing listens on the port.
    #expect(probe.refused() == [.network])
  }

  @Test func sandboxRemovesSecretsFromTheEnvironment() {
    let environment = Sandbox.environment(of: [
      "HOME": "/home/a", "LC_ALL": "C", "AWS_SECRET_ACCESS_KEY": "s", "GAZECUT_LIBRARY": "/l",
      "PGPASSWORD": "s", "LIBVA_DRIVER_NAME": "iHD",
    ])
    #expect(environment.keys.sorted() == ["HOME", "LC_ALL", "LIBVA_DRIVER_NAME"])
  }
}
