import CProcess
import Glibc
package import Support

/// The address space that a process of gazecut wants.
///
/// It is reserved far beyond what is used: libraries, and for each thread a stack and a place of
/// its own for small things. Where no thread can be had any more, those who wait for one wait for
/// good, and nobody can say so; it is asked before there are any.
package enum AddressSpace {
  /// Bytes without which no command begins: a night of a small video wants .6 of it on two
  /// processors, and more on more.
  static let least: UInt64 = 1 << 30

  /// Refuses where this process may have too little.
  ///
  /// - Throws: `CommandFailure` 69, of the run: every video would fail alike.
  package static func require() throws(CommandFailure) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < least
    else { return }
    throw CommandFailure(
      .missingComponent,
      "only \(limit.rlim_cur >> 20) MB of address space may be used here (`ulimit -v`); "
        + "\(least >> 20) are needed; what is used of it is bounded by MemoryMax= of a unit",
      scope: .run)
  }
}
