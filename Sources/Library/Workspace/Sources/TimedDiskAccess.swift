import Foundation
import Synchronization

/// Disks that are asked by threads of their own, and given up where no answer comes.
///
/// A network disk whose server is gone holds whoever asks it, beyond every signal but SIGKILL; a
/// night that has other videos to see to must not be the one.
///
///     let disks = TimedDiskAccess(home: "/lib")
///     try disks.ask(about: "/nas/trip.mp4") { access("/nas/trip.mp4", R_OK) == 0 }
final class TimedDiskAccess: Sendable {
  /// No answer came.
  struct Silence: Error, Hashable {
    let path: String
  }

  /// Seconds that an answer may take: a disk that slept spins up in 15, an automounter answers in a
  /// few.
  static let patience = 30.0
  /// Seconds that it may take to find out which mount is the silent one.
  private static let lookingPatience = 1.0

  private let home: String
  private let patience: Double
  private let known = Mutex(Known())

  private struct Known {
    /// Mount points, or single paths, that did not answer.
    var dead: Set<String> = []
    var idle: [TimeoutThread] = []
  }

  /// Nothing is known of any disk yet.
  ///
  /// - Parameters:
  ///   - home: the library's folder; the mount that it lies on is never given up as a whole.
  ///   - patience: seconds that an answer may take.
  init(home: String, patience: Double = TimedDiskAccess.patience) {
    (self.home, self.patience) = (home, patience)
  }

  /// Asks a question about a file or folder.
  ///
  /// Where a mount did not answer once, nothing on it is asked again.
  ///
  /// - Parameters:
  ///   - path: what the question is about, absolute.
  ///   - question: is left behind with its thread where the patience ends first.
  /// - Returns: the answer.
  /// - Throws: `Silence` where none came.
  func ask<Answer: Sendable>(
    about path: String, _ question: @escaping @Sendable () -> Answer
  ) throws(Silence) -> Answer {
    let dead = known.withLock { $0.dead }
    let heard: Answer?? = heard(within: patience) {
      dead.isEmpty || SymlinkResolver.end(of: path, outside: dead) != nil ? question() : nil
    }
    if let heard, let answer = heard { return answer }
    if heard == nil { giveUp(path) }
    throw Silence(path: path)
  }

  /// Has an idle thread answer, or a new one; one that does not is left alone for good.
  private func heard<Answer: Sendable>(
    within seconds: Double, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let thread = known.withLock { $0.idle.popLast() } ?? TimeoutThread()
    guard let answer = thread.answer(within: seconds, question) else { return nil }
    known.withLock { $0.idle.append(thread) }
    return answer
  }

  /// Gives up the mount on which a path ends, or whose silence is met on the way there.
  private func giveUp(_ path: String) {
    // The place that was asked last, by a thread that may never come back.
    let met = Mutex(path)
    let end = heard(within: Self.lookingPatience) {
      SymlinkResolver.end(of: path) { place in met.withLock { $0 = place } }
    }
    let place = (end ?? nil) ?? met.withLock { $0 }
    let mount = MountPoints().mount(of: place).point
    // The library itself was read just now: its mount answers, one of its files does not.
    let isHome = SymlinkResolver.isBelow(SymlinkResolver.end(of: home) ?? home, mount)
    known.withLock { _ = $0.dead.insert(isHome ? place : mount) }
  }
}
