import Foundation
import Synchronization

/// Accesses disks on separate threads, with a timeout.
///
/// If the server of a network disk is gone, an access blocks until SIGKILL.
///
///     let disks = TimedDiskAccess(home: "/lib")
///     try disks.ask(about: "/nas/trip.mp4") { access("/nas/trip.mp4", R_OK) == 0 }
final class TimedDiskAccess: Sendable {
  struct NoResponse: Error, Hashable { let path: String }

  /// Timeout in seconds: a sleeping disk needs up to 15, an automounter a few.
  static let patience = 30.0
  /// Timeout in seconds for finding the mount that does not respond.
  private static let lookingPatience = 1.0

  private let home: String
  private let patience: Double
  private let known = Mutex(DiskState())

  private struct DiskState {
    /// Mount points or paths that did not respond.
    var dead: Set<String> = []
    var idle: [TimeoutThread] = []
  }

  /// Creates an instance; the mount of the library folder `home` never counts as unresponsive.
  init(home: String, patience: Double = TimedDiskAccess.patience) {
    (self.home, self.patience) = (home, patience)
  }

  /// Runs a function that accesses an absolute path; throws after a timeout.
  ///
  /// If a mount did not respond once, nothing on it is accessed again. After a timeout, `question`
  /// stays behind on its thread.
  func ask<Answer: Sendable>(
    about path: String, _ question: @escaping @Sendable () -> Answer
  ) throws(NoResponse) -> Answer {
    let dead = known.withLock { $0.dead }
    let answerInTime: Answer?? = answerInTime(within: patience) {
      dead.isEmpty || SymlinkResolver.end(of: path, outside: dead) != nil ? question() : nil
    }
    if let answerInTime, let answer = answerInTime { return answer }
    if answerInTime == nil { markUnresponsive(path) }
    throw NoResponse(path: path)
  }

  /// Runs a function on an idle or new thread; a thread that times out is not used again.
  private func answerInTime<Answer: Sendable>(
    within seconds: Double, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let thread = known.withLock { $0.idle.popLast() } ?? TimeoutThread()
    guard let answer = thread.answer(within: seconds, question) else { return nil }
    known.withLock { $0.idle.append(thread) }
    return answer
  }

  /// Marks the mount of a path, or of a link on the way there, as unresponsive.
  private func markUnresponsive(_ path: String) {
    // The path that was accessed last; the thread may never return.
    let met = Mutex(path)
    let end = answerInTime(within: Self.lookingPatience) {
      SymlinkResolver.end(of: path) { place in met.withLock { $0 = place } }
    }
    let place = (end ?? nil) ?? met.withLock { $0 }
    let mount = MountPoints().mount(of: place).point
    // The library was just read, so its mount responds and only this file does not.
    let isHome = SymlinkResolver.isBelow(SymlinkResolver.end(of: home) ?? home, mount)
    known.withLock { _ = $0.dead.insert(isHome ? place : mount) }
  }
}
