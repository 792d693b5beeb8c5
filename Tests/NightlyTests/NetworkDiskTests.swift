import Foundation
import Testing
@testable import Failures

@testable import Nightly
@testable import Workspace

/// A database that two hosts open over a network is soon damaged.
@Suite struct NetworkDiskTests {
  // NFS_SUPER_MAGIC, CIFS, SMB2 as a signed 32-bit number, Lustre: linux/magic.h.
  @Test(arguments: [
    (0x6969, "NFS"), (0xFF53_4D42, "CIFS"), (-28_095_166, "SMB"), (0x0BD0_0BD0, "Lustre"),
  ])
  func itIsRefusedByName(type: Int, name: String) throws {
    let error = #expect(throws: CommandFailure.self) { try NetworkDisk.refuse("/far", type: type) }
    #expect(error?.status == .configuration)
    let message = try #require(error?.message)
    #expect(message.contains("'/far'") && message.contains("(\(name))"), "\(message)")
    #expect(message.contains("library.networkDisk"))
  }

  // ext4, tmpfs, btrfs, xfs, overlayfs.
  @Test(arguments: [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630])
  func aDiskOfThisHostIsNone(type: Int) throws { try NetworkDisk.refuse("/near", type: type) }

  @Test func theFolderItselfIsAsked() throws { try NetworkDisk.refuse("/proc") }
}
