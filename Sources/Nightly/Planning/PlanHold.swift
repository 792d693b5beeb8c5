import CProcess
import Failures
import Foundation
import Workspace

/// Holds a plan's folder while a plan is made in it: two at once would clear each other's files.
final class PlanHold: Sendable {
  private let descriptor: Int32

  /// Takes hold.
  ///
  /// - Parameters:
  ///   - mark: the file that says whose the folder is; it is made where it is not there.
  ///   - folder: the folder, for messages.
  /// - Throws: `CommandFailure` 75 where another plan is being made there; 73, 74 or 77.
  init(_ mark: String, of folder: String) throws(CommandFailure) {
    descriptor = open(mark, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .creating(mark, errno: errno) }
    // A file system that knows no locks holds nobody off.
    guard gazecut_flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
    close(descriptor)
    throw CommandFailure(
      .tryAgain, "another plan is being made in '\(folder)'; name another folder, or try again")
  }

  /// By word, as a child that is being started may have inherited the descriptor.
  deinit {
    _ = gazecut_flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
