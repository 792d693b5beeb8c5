import Foundation
package import Media
import Synchronization

/// A thread for what waits: those of Swift's tasks are as many as there are cores, and one that
/// waited would hold up all the others.
package enum BlockingCallThread {
  /// Runs on a thread of its own.
  ///
  /// - Parameter body: what waits; it is given what says whether the calling task was cancelled.
  /// - Returns: what it returned.
  /// - Throws: what it threw.
  package static func run<Value: Sendable>(
    _ body: @escaping @Sendable (_ isCancelled: @escaping CancellationCheck) throws -> Value
  ) async throws -> Value {
    let isStopped = Atomic(false)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(with: Result { try body { isStopped.load(ordering: .relaxed) } })
        }
      }
    } onCancel: {
      isStopped.store(true, ordering: .relaxed)
    }
  }
}
