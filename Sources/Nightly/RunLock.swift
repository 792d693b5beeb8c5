import CProcess
import Foundation

/// The lock on a library: exclusive for a run, shared for a dry run.
///
/// The library's folder itself is locked with flock(2): a read-only folder needs no file for it,
/// and the kernel lets go when the process dies, however it dies.
final class RunLock {
  enum Kind { case exclusive, shared }

  private let descriptor: Int32

  /// Takes the lock or says at once that it is held.
  ///
  /// - Throws: `CommandFailure` with status 75, or 66 and 77 for a folder that cannot be opened.
  init(folder: String, _ kind: Kind) throws {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let status: ExitStatus = errno == EACCES ? .noPermission : .notFound
      throw CommandFailure(status, "cannot open the library '\(folder)': \(Self.reason(errno))")
    }
    let operation = (kind == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB
    guard gazecut_flock(descriptor, operation) == 0 else {
      let code = errno
      close(descriptor)
      guard code == EWOULDBLOCK else {
        throw CommandFailure(
          .inputOutputFailed, "cannot lock the library '\(folder)': \(Self.reason(code))")
      }
      throw CommandFailure(
        .tryAgain, "another run holds the library '\(folder)'; try again when it is done")
    }
  }

  /// Lets go by word: a child that another thread is starting at this moment may have inherited the
  /// descriptor, and the lock would stay with it until it is another program.
  deinit {
    _ = gazecut_flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
