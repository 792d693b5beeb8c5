import Foundation
import Synchronization
import Testing

@testable import Rendering
@testable import Support

@Suite struct JobQueueTests {
  private func file(_ seconds: Double, memory: Int = 0) -> JobQueue.ResourceRequirements {
    JobQueue.ResourceRequirements(weight: seconds, memory: memory)
  }

  private let video = JobQueue.ResourceRequirements(isDeciding: true, weight: 0, memory: 0)

  private func next(
    _ waiting: [JobQueue.ResourceRequirements],
    beside running: [JobQueue.ResourceRequirements] = [],
    width: Int = 2,
    memory: Int = 100
  ) -> Int? {
    JobQueue.next(
      of: Dictionary(uniqueKeysWithValues: waiting.enumerated().map { ($0, $1) }),
      beside: running, width: width, memory: memory)
  }

  @Test func longestFileIsRenderedFirst() {
    #expect(next([file(10), file(60), file(30)]) == 1)
    // Of equal files, the one that has waited longest is first.
    #expect(next([file(10), file(10)]) == 0)
    #expect(next([file(10)], beside: [file(1), file(1)]) == nil)
  }

  /// Rendering goes first, so that started videos finish soon, but enough files must be waiting.
  @Test func videosStartWhileFewFilesAreWaiting() {
    #expect(next([video, file(60)]) == 0)
    #expect(next([video, file(60), file(10)]) == 1)
    #expect(next([video, video]) == 0)
  }

  @Test func memoryLimitsParallelJobs() {
    let two = [file(60, memory: 60), file(10, memory: 10)]
    #expect(next(two, beside: [file(1, memory: 50)]) == nil)
    #expect(next([file(60, memory: 50)], beside: [file(1, memory: 50)]) == 0)
    // One job can always run, even if memory is too small.
    #expect(next([file(60, memory: 1000)]) == 0)
  }

  /// A reel shares the decoding of its clips only if the queue is busy.
  @Test func queueIsBusyUnlessTheJobWouldEndLast() async throws {
    // Two cores encode one file at a time.
    #expect(JobQueue(width: 2, memory: 100).isBusy(for: 60, of: 120))
    // 16 cores encode 8 files. Of 120 s, a job of 60 s would end last, but not with 360 s more.
    let queue = JobQueue(width: 9, memory: 100)
    #expect(!queue.isBusy(for: 60, of: 120))
    try await queue.run(file(360), retrying: { _ in }) {
      #expect(queue.isBusy(for: 60, of: 120) && !queue.isBusy(for: 61, of: 120))
    }
    // Nor with three videos that are not analysed yet.
    func isBusy(_ count: Int) -> Bool {
      JobQueue.isBusy(
        for: 60, of: 120, beside: Array(repeating: video, count: count), width: 9)
    }
    #expect(isBusy(3) && !isBusy(2))
  }

  @Test func exclusiveJobRunsAlone() {
    var alone = file(60)
    alone.isAlone = true
    #expect(next([alone, file(1)]) == 1)
    #expect(next([alone], beside: [file(1)]) == nil)
    #expect(next([alone]) == 0)
    #expect(next([file(1)], beside: [alone]) == nil)
  }

  /// The width has one more process than fits, because encoder threads are sometimes idle.
  @Test func queueWidthFollowsCoresAndThreads() {
    func width(_ cores: Int, threads: Int = 2, workers: Int = 0) -> Int {
      var render = RenderSettings()
      render.encoderThreads = threads
      return JobQueue(
        render, workers: workers, on: MachineResources(cores: cores, memory: 64_000_000_000)
      ).width
    }
    #expect(width(16) == 9)
    #expect(width(2) == 2)
    #expect(width(2, threads: 1) == 2)
    #expect(width(16, workers: 3) == 3)
    let queue = JobQueue(RenderSettings(), on: MachineResources(cores: 16, memory: 64_000_000_000))
    #expect(queue.memory == 32_000_000_000)
  }

  @Test func parallelJobsAreLimitedToTheWidth() async throws {
    let queue = JobQueue(width: 3, memory: 100)
    final class Count: Sendable { let value = Mutex((now: 0, most: 0, all: 0)) }
    let (count, claim) = (Count(), file(1, memory: 1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await queue.run(claim, retrying: { _ in }) {
            count.value.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
            await Task.yield()
            count.value.withLock { $0.now -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(count.value.withLock { $0 } == (0, 3, 50))
  }

  /// The kernel kills processes when memory runs out.
  @Test func killedJobIsRetriedOnce() async throws {
    let queue = JobQueue(width: 3, memory: 100)
    let tries = Mutex(0)
    let messages = Mutex<[String]>([])
    let value = try await queue.run(
      file(1), retrying: { failure in messages.withLock { $0.append(failure.message) } }
    ) {
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      if number == 1 { throw CommandFailure(.bug, "killed", scope: .machine) }
      return number
    }
    #expect(value == 2 && messages.withLock { $0 } == ["killed"])
    await #expect(throws: CommandFailure.self) {
      try await queue.run(self.file(1), retrying: { _ in }) {
        throw CommandFailure(.bug, "killed again", scope: .machine)
      }
    }
  }

  @Test func cancelledJobStopsWaiting() async throws {
    let queue = JobQueue(width: 1, memory: 100)
    let first = Task {
      try await queue.run(self.file(1), retrying: { _ in }) {
        try await Task.sleep(for: .seconds(60))
      }
    }
    let second = Task { try await queue.run(self.file(1), retrying: { _ in }) {} }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    // The next job can run.
    try await queue.run(file(1), retrying: { _ in }) {}
  }

  @Test func noJobStartsAfterTheEnd() async throws {
    let queue = JobQueue(width: 1, memory: 100, end: Date(timeIntervalSinceNow: -1))
    await #expect(throws: QueueDeadlinePassed.self) {
      try await queue.run(self.file(1), retrying: { _ in }) {}
    }
  }
}

@Suite struct MachineTests {
  private func machine(_ group: String, _ files: [String: String]) -> MachineResources {
    MachineResources(cores: 16, memory: 64_000_000_000, group: group) { files[$0] }
  }

  /// The lowest limit of all levels applies.
  @Test func limitsOfAllParentControlGroupsApply() {
    let files = [
      "/a/b/cpu.max": "max 100000\n", "/a/b/memory.max": "4000000000\n",
      "/a/cpu.max": "250000 100000\n", "/a/memory.max": "max\n",
    ]
    #expect(machine("0::/a/b\n", files) == MachineResources(cores: 3, memory: 4_000_000_000))
    // In a container, the control group of the process is the root.
    #expect(
      machine("0::/\n", ["/cpu.max": "50000 100000\n"])
        == MachineResources(cores: 1, memory: 64_000_000_000)
    )
    #expect(machine("", [:]) == MachineResources(cores: 16, memory: 64_000_000_000))
  }

  /// The graphics card in this test supports three sessions.
  @Test func sessionsOfAGraphicsCardAreLimited() {
    func claim(_ own: Int) -> JobQueue.ResourceRequirements {
      var claim = JobQueue.ResourceRequirements(weight: 1, memory: 0)
      claim.sessions = (own, 3)
      return claim
    }
    func canStart(
      _ claims: [JobQueue.ResourceRequirements], beside running: [JobQueue.ResourceRequirements]
    )
      -> Bool
    {
      let waiting = Dictionary(uniqueKeysWithValues: claims.enumerated().map { ($0, $1) })
      return JobQueue.next(of: waiting, beside: running, width: 16, memory: 1 << 40) != nil
    }
    #expect(canStart([claim(1)], beside: [claim(1), claim(1)]))
    #expect(!canStart([claim(1)], beside: [claim(1), claim(2)]))
    // Aspect ratios of a moment share a process. If they exceed the limit, they run alone.
    #expect(canStart([claim(4)], beside: []) && !canStart([claim(4)], beside: [claim(1)]))
    // Jobs that do not encode on the card need no session.
    let plain = JobQueue.ResourceRequirements(isDeciding: true, weight: 0, memory: 0)
    #expect(canStart([plain], beside: [claim(3)]) && canStart([claim(3)], beside: [plain]))
  }
}
