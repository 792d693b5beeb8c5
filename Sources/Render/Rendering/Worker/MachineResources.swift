import Foundation

/// The cores and memory that this process may use.
///
/// This is the minimum of the hardware and the limits of all its control groups (cgroup v2, see
/// admin-guide/cgroup-v2.rst of the kernel).
package struct MachineResources: Hashable, Sendable {
  /// Number of cores, or the share of them that `cpu.max` allows, rounded up.
  var cores: Int
  /// Memory in bytes.
  var memory: Int

  static let current = MachineResources(
    cores: ProcessInfo.processInfo.activeProcessorCount,
    memory: Int(clamping: ProcessInfo.processInfo.physicalMemory),
    group: (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? "",
    file: { try? String(contentsOfFile: "/sys/fs/cgroup" + $0, encoding: .utf8) })
}

extension MachineResources {
  /// Applies the limits of all control groups, from the process's own to the root.
  ///
  /// `cores` and `memory` (in bytes) are those of the hardware, and `group` is the content of
  /// `/proc/self/cgroup`. `file` returns the content of a file such as `/a/b/cpu.max`, relative to
  /// the cgroup root.
  init(cores: Int, memory: Int, group: String, file: (String) -> String?) {
    self.init(cores: cores, memory: memory)
    let own = group.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3) ?? ""
    var path = own.split(separator: "/")
    while true {
      let folder = path.map { "/" + $0 }.joined()
      let bytes = file(folder + "/memory.max").flatMap {
        Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      let share = (file(folder + "/cpu.max") ?? "").split(whereSeparator: \.isWhitespace)
        .map { Double($0) }
      self.memory = min(self.memory, bytes ?? .max)
      if share.count == 2, let quota = share[0], let period = share[1], period > 0 {
        self.cores = min(self.cores, max(1, Int((quota / period).rounded(.up))))
      }
      guard path.popLast() != nil else { return }
    }
  }
}
