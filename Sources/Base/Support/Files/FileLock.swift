import CProcess
import Foundation

/// An exclusive lock on a file, which the kernel releases when the process ends.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Acquires the lock, creating the file; `nil` while another process holds it.
  ///
  /// On a file system without locks, this always succeeds.
  ///
  /// - Throws: `CommandFailure` 73, 74 or 77 if the file cannot be created.
  package convenience init?(path: String) throws {
    do {
      self.init(owning: try SafeOwnFile.open(path, O_RDWR | O_CREAT, mode: 0o644))
    } catch {
      throw CommandFailure.opening(path, error)
    }
  }

  /// Locks an open file, which is closed with the lock; `nil` while another process holds it.
  init?(owning descriptor: Int32) {
    self.descriptor = descriptor
    guard gazecut_flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
    return nil
  }

  /// Unlocks explicitly, because a child process that starts may have inherited the descriptor.
  deinit {
    guard descriptor >= 0 else { return }
    _ = gazecut_flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
