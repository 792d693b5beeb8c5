import CProcess
import Foundation

/// Holds a file for as long as it lives; the kernel lets go of it when the process dies.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock; `nil` while another process holds it.
  ///
  /// A file system that knows no locks holds nobody off.
  ///
  /// - Parameter path: the file; it is made where it is not there.
  /// - Throws: `CommandFailure` 73, 74 or 77 for a file that cannot be made.
  package init?(path: String) throws {
    do {
      descriptor = try SafeOwnFile.open(path, O_RDWR | O_CREAT, mode: 0o644)
    } catch {
      throw CommandFailure.opening(path, error)
    }
    guard gazecut_flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
    return nil
  }

  /// By word, as a child that is being started may have inherited the descriptor.
  deinit {
    guard descriptor >= 0 else { return }
    _ = gazecut_flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
