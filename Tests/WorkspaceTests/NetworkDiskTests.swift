import Foundation
import Testing

@testable import Support
@testable import Workspace

/// Two hosts that open one SQLite database on a network disk soon damage it.
@Suite struct NetworkDiskTests {
  // NFS_SUPER_MAGIC, CIFS, SMB2 as a signed 32-bit number, Lustre: linux/magic.h.
  @Test(arguments: [
    (0x6969, "NFS"), (0xFF53_4D42, "CIFS"), (-28_095_166, "SMB"), (0x0BD0_0BD0, "Lustre"),
  ])
  func networkDiskIsRejectedByName(type: Int, name: String) throws {
    let error = #expect(throws: CommandFailure.self) {
      try NetworkFileSystem.refuse("/far", type: type)
    }
    #expect(error?.status == .configuration)
    let message = try #require(error?.message)
    #expect(message.contains("'/far'") && message.contains("(\(name))"), "\(message)")
    #expect(message.contains("library.networkDisk"))
  }

  // ext4, tmpfs, btrfs, xfs, overlayfs.
  @Test(arguments: [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630])
  func localDiskIsAccepted(type: Int) throws { try NetworkFileSystem.refuse("/near", type: type) }

  // FUSE_SUPER_MAGIC does not identify the file system behind it.
  @Test(arguments: ["fuse.s3fs", "fuse.rclone", "fuse.sshfs"])
  func remoteFUSEMountIsRejected(mount: String) throws {
    let error = #expect(throws: CommandFailure.self) {
      try NetworkFileSystem.refuse("/far", type: 0x6573_5546, mount: mount)
    }
    #expect(error?.message.contains("(\(mount.dropFirst(5)))") == true)
  }

  @Test(arguments: ["fuseblk", "fuse.mergerfs", "fuse"])
  func localFUSEMountIsAccepted(mount: String) throws {
    try NetworkFileSystem.refuse("/near", type: 0x6573_5546, mount: mount)
  }

  @Test func typeOfTheFolderIsReadFromTheKernel() throws { try NetworkFileSystem.refuse("/proc") }
}
