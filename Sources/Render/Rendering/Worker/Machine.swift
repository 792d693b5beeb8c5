import Foundation

/// What of the machine this process may use: the least of what there is and of what each control
/// group above it allows (cgroup v2, the kernel's admin-guide/cgroup-v2.rst).
package struct Machine: Hashable, Sendable {
  /// Processors, or the part of them that `cpu.max` allows, rounded up.
  var cores: Int
  /// Bytes.
  var memory: Int

  static let current = Machine(
    cores: ProcessInfo.processInfo.activeProcessorCount,
    memory: Int(clamping: ProcessInfo.processInfo.physicalMemory),
    group: (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? "",
    file: { try? String(contentsOfFile: "/sys/fs/cgroup" + $0, encoding: .utf8) })

}

extension Machine {
  /// Bounds what there is by the limits of every group from the process's own up to the root.
  ///
  /// - Parameters:
  ///   - cores: processors there are.
  ///   - memory: bytes there are.
  ///   - group: the text of `/proc/self/cgroup`.
  ///   - file: the text of a file below the root of the groups, such as `/a/b/cpu.max`.
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
