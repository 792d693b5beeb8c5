import Glibc
import Support

/// Names of temporary files, from which any process can see whether the writing process still runs,
/// even if several machines share the folder.
///
/// The format is `.tmp-HOST-BOOT-NAMESPACE-PID-NAME`: host name, start of the boot ID, inode of the
/// PID namespace (each container has its own), process ID, and the final name.
package enum TemporaryName {
  package static let prefix = ".tmp-"

  /// The temporary name under which this process writes the file `name`.
  package static func of(_ name: String) -> String {
    "\(prefix)\(host)-\(boot)-\(pidNamespace)-\(getpid())-\(name)"
  }

  /// Seconds after which a temporary file of another machine, whose process cannot be checked from
  /// here, counts as left over: no file takes two days to write.
  package static let patience = 2.0 * 86_400

  /// Whether a file may be deleted: it has a temporary name, and its process has ended, or cannot
  /// be checked and the file is old.
  ///
  /// `name` has no folder, and `age` is the seconds since the file was last modified.
  package static func isStale(_ name: String, age: Double) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let parts = name.dropFirst(prefix.count).split(separator: "-", maxSplits: 4)
    guard parts.count == 5, parts[1].count == 8, let process = Int32(parts[3]), process > 0 else {
      // An older version wrote this name. It ran on one machine only, whose lock the caller holds.
      return true
    }
    guard parts[0] == host else { return age > patience }
    let isKnown = parts[1] != unknownBoot && boot != unknownBoot
    // Written before the last boot, so its process has ended.
    if isKnown, parts[1] != boot { return true }
    guard parts[2] == pidNamespace else { return age > patience }
    if process == getpid() { return false }
    // If the boot ID is unknown, another process may have the same PID by now.
    return hasEnded(process) || !isKnown && age > patience
  }

  /// Stands for a boot ID that cannot be read: systemd's `ProcSubset=pid` hides it from a process.
  private static let unknownBoot = "00000000"

  /// Whether a process on this machine has ended or is a zombie, because some containers never wait
  /// for their child processes.
  private static func hasEnded(_ process: Int32) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    let bytes = (try? RegularFile.bytes(of: "/proc/\(process)/stat")) ?? []
    // Format of /proc/PID/stat: PID, name in brackets (may contain brackets), state. See proc(5).
    guard let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.count else {
      return false
    }
    return bytes[end + 2] == UInt8(ascii: "Z")
  }

  /// The machine's host name, shortened to 24 characters.
  private static let host: String = {
    let hostName = unsafe String(writtenInto: 256) { _ = unsafe gethostname($0, $1 - 1) }
    let name = hostName.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      return scalar.isASCII && isPlain ? Character(scalar) : "_"
    }
    return name.isEmpty ? "unknown" : String(name.prefix(24))
  }()

  /// Start of the boot ID, which the kernel generates at each boot.
  private static let boot: String = {
    let bytes = (try? RegularFile.bytes(of: "/proc/sys/kernel/random/boot_id")) ?? []
    return bytes.count < 8 ? unknownBoot : String(decoding: bytes.prefix(8), as: UTF8.self)
  }()

  /// Inode of the PID namespace (for example of a container), within which process IDs are unique.
  private static let pidNamespace: String = {
    var status = stat()
    return unsafe stat("/proc/self/ns/pid", &status) == 0 ? "\(status.st_ino)" : "0"
  }()
}
