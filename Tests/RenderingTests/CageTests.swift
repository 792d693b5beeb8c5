import Foundation
import Testing
@testable import Rendering

/// What a cage holds off is the cage's doing; `gazecut doctor` tries it from within.
@Suite struct CageTests {
  @Test func withoutACageAllIsWithinReach() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/gazecut-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("any".utf8).write(to: URL(fileURLWithPath: folder + "/stranger"))
    var trial = SandboxProbe(
      cage: SandboxProbe.around(folder), stranger: folder + "/stranger", port: 0)
    trial.cage.memory = 1 << 20
    // But for the network, where nobody listens.
    #expect(trial.refused() == [.network])
  }

  @Test func secretsStayOutside() {
    let kept = Sandbox.environment(of: [
      "HOME": "/home/a", "LC_ALL": "C", "AWS_SECRET_ACCESS_KEY": "s", "GAZECUT_LIBRARY": "/l",
      "PGPASSWORD": "s", "LIBVA_DRIVER_NAME": "iHD",
    ])
    #expect(kept.keys.sorted() == ["HOME", "LC_ALL", "LIBVA_DRIVER_NAME"])
  }
}
