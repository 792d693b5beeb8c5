import CProcess
import Foundation
import Support

/// File systems without the shared memory and locks that SQLite's write-ahead log needs.
enum NetworkFileSystem {
  /// Names by the number from statfs(2).
  private static let names: [Int: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFE53_4D42: "SMB", 0xFF53_4D42: "CIFS", 0x5346_414F: "AFS",
    0x0102_1997: "9p", 0x7375_7245: "Coda", 0x00C3_6400: "Ceph", 0x0BD0_0BD0: "Lustre",
    0x1983_0326: "BeeGFS", 0x4750_4653: "GPFS",
  ]

  private static let fuse = 0x6573_5546
  /// FUSE file systems on other hosts, by their names in the mount table (`fuse.s3fs`).
  private static let remoteFuse: Set = [
    "blobfuse", "blobfuse2", "ceph", "davfs", "gcsfuse", "glusterfs", "goofys", "juicefs",
    "mountpoint-s3", "rclone", "s3fs", "sshfs",
  ]

  private static func name(ofType type: Int, mount: () -> String) -> String? {
    let number = type & 0xFFFF_FFFF
    guard number == fuse else { return names[number] }
    let program = mount().split(separator: ".").last.map(String.init)
    return program.flatMap { remoteFuse.contains($0) ? $0 : nil }
  }

  /// Throws `CommandFailure` 78 if the database would be on a network file system.
  ///
  /// `type` is the number from statfs(2), `known` the type in the mount table; `nil` reads them.
  static func refuse(_ library: String, type: Int? = nil, mount known: String? = nil) throws {
    let name = name(ofType: type ?? gazecut_file_system(library)) {
      known ?? MountPoints().mount(of: SymlinkResolver.end(of: library) ?? library).type
    }
    guard let name else { return }
    throw CommandFailure(
      .configuration,
      "the library '\(library)' is on a network disk (\(name)), where two hosts or unreliable locks can "
        + "damage the SQLite database: put the library on a local disk "
        + "(videos, plans and clips may stay there: library.videos, library.output), or, if only "
        + "one host ever opens it, set library.networkDisk to on")
  }
}
