import Foundation
import TestMaterial
import Testing

/// A suite whose tests mostly wait for programs that they started: they run beside Swift's own
/// threads, of which there is one a core, so that tests that compute go on meanwhile.
struct WaitsForPrograms: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreadPool.shared) { try await function() }
  }
}

extension Trait where Self == WaitsForPrograms {
  /// Its tests mostly wait for programs.
  static var waitsForPrograms: Self { Self() }
}

/// Threads that may wait: two more than cores, as a program that writes to a disk uses none.
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
