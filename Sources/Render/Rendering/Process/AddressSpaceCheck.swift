import CProcess
import Glibc
package import Support

/// Checks the limit of virtual address space (`ulimit -v`) at program start.
///
/// Libraries and thread stacks reserve much more address space than they use. If a thread cannot be
/// created later, tasks that wait for it would wait forever without an error message. So the limit
/// is checked before there are any threads.
package enum AddressSpaceCheck {
  /// Minimum in bytes: a run with a small video needs 0.6 GB on two cores, and more with more
  /// cores.
  static let least: UInt64 = 1 << 30

  /// Throws `CommandFailure` 69 with the scope of the run, since every video would fail, if the
  /// limit of this process is too low.
  package static func require() throws(CommandFailure) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < least
    else { return }
    throw CommandFailure(
      .missingComponent,
      "only \(limit.rlim_cur >> 20) MB of address space are allowed (`ulimit -v`), but "
        + "\(least >> 20) are needed. To limit memory, use MemoryMax= of a systemd unit",
      scope: .run)
  }
}
