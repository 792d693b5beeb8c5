internal import Glibc

/// Names of files that are being written, and whose writer can be asked after: folders may be
/// shared by many machines.
///
/// `.tmp-HOST-BOOT-SPACE-PROCESS-NAME`: the machine, its boot, the space of process numbers (a
/// container has its own), the process, and the name that the file will have.
package enum TemporaryName {
  /// What such names begin with.
  package static let prefix = ".tmp-"

  /// The name under which this process writes a file that will be called `name`.
  package static func of(_ name: String) -> String {
    "\(prefix)\(host)-\(boot)-\(space)-\(getpid())-\(name)"
  }

  /// Seconds after which a file of another machine, which cannot be asked, is taken for left over:
  /// longer than any writing lasts.
  package static let patience = 2.0 * 86_400

  /// Whether a file is nobody's any more: its writer is gone, or cannot be asked and is long
  /// silent.
  ///
  /// - Parameters:
  ///   - name: the file's name, without its folder.
  ///   - age: seconds since it was last written to.
  /// - Returns: whether it may be swept away; `false` for any other name.
  package static func isLeftOver(_ name: String, age: Double) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let parts = name.dropFirst(prefix.count).split(separator: "-", maxSplits: 4)
    guard parts.count == 5, parts[1].count == 8, let process = Int32(parts[3]), process > 0 else {
      // An older gazecut's: it worked on one machine, whose lock is held by who asks.
      return true
    }
    guard parts[0] == host else { return age > patience }
    let isKnown = parts[1] != unknownBoot && boot != unknownBoot
    // Before the machine was last started: nobody writes it any more.
    if isKnown, parts[1] != boot { return true }
    guard parts[2] == space else { return age > patience }
    if process == getpid() { return false }
    // Where the boot is not known, another process may have the number since.
    return isGone(process) || !isKnown && age > patience
  }

  /// The boot of who cannot see it: systemd's ProcSubset=pid hides all of /proc but processes.
  private static let unknownBoot = "00000000"

  /// Whether a process of this machine has ended; one that nobody has waited for yet, as where a
  /// container's first process does not, has ended too.
  private static func isGone(_ process: Int32) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    let bytes = head(of: "/proc/\(process)/stat", 512)
    // Its number, its name in brackets (which may hold brackets), its state: proc(5).
    guard let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.count else {
      return false
    }
    return bytes[end + 2] == UInt8(ascii: "Z")
  }

  /// The first bytes of a file; none where it cannot be read.
  private static func head(of path: String, _ most: Int) -> ArraySlice<UInt8> {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = unsafe read(descriptor, &bytes, most)
    return bytes.prefix(max(0, count))
  }

  /// The machine's name, as far as a file's name has room for it.
  private static let host: String = {
    let told = unsafe String(writtenInto: 256) { _ = unsafe gethostname($0, $1 - 1) }
    let name = told.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      return scalar.isASCII && isPlain ? Character(scalar) : "_"
    }
    return name.isEmpty ? "unknown" : String(name.prefix(24))
  }()

  /// A number that the kernel draws at each start.
  private static let boot: String = {
    let bytes = head(of: "/proc/sys/kernel/random/boot_id", 8)
    return bytes.count == 8 ? String(decoding: bytes, as: UTF8.self) : unknownBoot
  }()

  /// A container counts its processes for itself.
  private static let space: String = {
    var status = stat()
    return unsafe stat("/proc/self/ns/pid", &status) == 0 ? "\(status.st_ino)" : "0"
  }()
}
