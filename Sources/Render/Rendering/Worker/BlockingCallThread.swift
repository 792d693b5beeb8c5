import Foundation
package import Media
import Synchronization

/// Runs blocking calls on threads of their own.
///
/// Swift's concurrency pool has one thread per core. A blocked thread would delay all other tasks.
package enum BlockingCallThread {
  /// Runs a blocking function, which can ask whether the calling task was cancelled, on a new
  /// thread.
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
