import Foundation
import TestMaterial
import Testing

/// Runs the tests of a suite on extra threads, because they mostly wait for programs.
///
/// Swift has one thread per core; these tests do not block tests that compute.
struct WaitsForPrograms: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreadPool.shared) { try await function() }
  }
}

extension Trait where Self == WaitsForPrograms {
  /// The tests mostly wait for programs.
  static var waitsForPrograms: Self { Self() }
}

/// A pool of two more threads than cores, because programs that write to a disk use no core.
private final class WaitingThreadPool: TaskExecutor {
  static let shared = WaitingThreadPool()
  private let threads: OperationQueue

  init() {
    threads = OperationQueue()
    threads.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount + 2
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
