import CProcess
import Failures
import Foundation

/// File systems on which SQLite's log does not work: it needs memory and locks that all its users
/// share (sqlite.org, "Write-Ahead Logging": not over a network).
enum NetworkDisk {
  /// Their names by the number that statfs(2) tells.
  private static let names: [Int: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFE53_4D42: "SMB", 0xFF53_4D42: "CIFS", 0x5346_414F: "AFS",
    0x0102_1997: "9p", 0x7375_7245: "Coda", 0x00C3_6400: "Ceph", 0x0BD0_0BD0: "Lustre",
    0x1983_0326: "BeeGFS", 0x4750_4653: "GPFS",
  ]

  /// What statfs(2) tells of every file system that a program of a user's answers for.
  private static let fuse = 0x6573_5546
  /// Those of them that lie on other hosts, as mounts name them (`fuse.s3fs`).
  private static let remoteFuse: Set = [
    "blobfuse", "blobfuse2", "ceph", "davfs", "gcsfuse", "glusterfs", "goofys", "juicefs",
    "mountpoint-s3", "rclone", "s3fs", "sshfs",
  ]

  /// The name of the network's file system by statfs(2) and mount; `nil` for a disk of this host.
  static func name(ofType type: Int, mount: () -> String?) -> String? {
    let number = type & 0xFFFF_FFFF
    guard number == fuse else { return names[number] }
    let program = mount()?.split(separator: ".").last.map(String.init)
    return program.flatMap { remoteFuse.contains($0) ? $0 : nil }
  }

  /// The type of the mount that a folder lies on, as proc_pid_mountinfo(5) has it.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - mounts: the text of /proc/self/mountinfo.
  /// - Returns: `ext4`, `fuse.rclone`; `nil` where the folder's device is not listed.
  static func mount(of folder: String, in mounts: String) -> String? {
    var status = stat()
    guard stat(folder, &status) == 0 else { return nil }
    let number = UInt64(status.st_dev)
    // Twelve and twenty bits, as makedev(3) puts them together.
    let major = number >> 8 & 0xFFF | number >> 32 & ~0xFFF
    let minor = number & 0xFF | number >> 12 & ~0xFF
    let device = "\(major):\(minor)"
    for line in mounts.split(separator: "\n") {
      // Optional fields end with a hyphen; the type follows.
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == device, let end = fields.firstIndex(of: "-"),
        end + 1 < fields.count
      else { continue }
      return String(fields[end + 1])
    }
    return nil
  }

  /// Refuses a library whose database would lie on one.
  ///
  /// - Parameters:
  ///   - library: its folder.
  ///   - type: what statfs(2) tells of the folder; it is asked where `nil`.
  ///   - known: what its mount is called; the system is asked where `nil`.
  /// - Throws: `CommandFailure` 78.
  static func refuse(
    _ library: String, type: Int? = nil, mount known: String? = nil
  ) throws {
    let name = name(ofType: type ?? gazecut_file_system(library)) {
      let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
      return known ?? mount(of: library, in: mounts ?? "")
    }
    guard let name else { return }
    throw CommandFailure(
      .configuration,
      "the library '\(library)' lies on a network disk (\(name)), where SQLite's database can be "
        + "damaged by two hosts or by locks that do not hold: put the library on a disk of this host "
        + "(videos, plans and clips may stay there: library.videos, library.output), or set "
        + "library.networkDisk to on where one host alone ever opens it")
  }
}
