import ArgumentParser
import Foundation
import Rendering

/// How busy a run's queue keeps a machine, played with the lengths of jobs of a recorded night.
struct QueueBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Cores busy until the last job begins, beside videos side by side with their shares.")

  /// Seconds of the sample's night as its log had them: deciding, and each of its files.
  private static let deciding = 23.0
  private static let files = [99.5, 98.4, 66.5, 64.7, 34.1]
  /// Videos of a library are of many lengths: a quarter of the sample's to four of it.
  private static let lengths = [1, 0.25, 4, 0.5, 2]
  /// To reach, as a share.
  private static let target = 0.95

  /// A job of a video; the first of a video is deciding, on which its files wait.
  private struct Job {
    var video: Int
    var seconds: Double
    var isDeciding: Bool
    var claim: JobQueue.ResourceRequirements {
      JobQueue.ResourceRequirements(
        isDeciding: isDeciding, weight: isDeciding ? 0 : seconds, memory: 0)
    }
  }

  /// Which of the waiting jobs begins beside those that run; both by their numbers.
  private typealias Choice = (_ waiting: [Int: Job], _ running: [Job]) -> Int?

  func run() {
    print("cores  due   queue  before   (share of processes that could have worked; the end)")
    for cores in [2, 16, 64] {
      for due in [1, 5, 10, 300] {
        let width = (cores + 1) / 2 + 1
        let queue = played(due, width) { waiting, running in
          JobQueue.next(
            of: waiting.mapValues(\.claim), beside: running.map(\.claim), width: width, memory: 0)
        }
        // As it was: a share of the processes for each of the videos that were worked on at once.
        let videos = min(due, width)
        let share = max(1, width / videos)
        let before = played(due, width) { waiting, running in
          let open = Set(running.map(\.video))
          return waiting.keys.sorted().first { id in
            guard let job = waiting[id] else { return false }
            let own = running.count { $0.video == job.video }
            return own < share && (open.contains(job.video) || open.count < videos)
          }
        }
        let verdict = queue.busy >= Self.target ? "" : "  MISSED .95"
        print(
          String(
            format: "%5d %4d   %5.3f   %5.3f   (%.0f s; %.0f s)%@", cores, due, queue.busy,
            before.busy, queue.end, before.end, verdict))
      }
    }
  }

  /// Plays a night.
  ///
  /// - Returns: the share of the processes that worked, of those that had something to do, until
  ///   the last job began; and when all was done, in seconds.
  private func played(_ due: Int, _ width: Int, _ choice: Choice) -> (busy: Double, end: Double) {
    var waiting: [Int: Job] = [:]
    for video in 0..<due {
      let scale = Self.lengths[video % Self.lengths.count]
      waiting[video] = Job(video: video, seconds: Self.deciding * scale, isDeciding: true)
    }
    var running: [(end: Double, job: Job)] = []
    var (next, now, worked, possible) = (due, 0.0, 0.0, 0.0)
    var (atLast, last) = ((0.0, 0.0), 0.0)
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < width, let id = choice(waiting, running.map(\.job)),
        let job = waiting.removeValue(forKey: id)
      {
        running.append((now + job.seconds, job))
        atLast = (worked, possible)
      }
      guard let index = running.indices.min(by: { running[$0].end < running[$1].end }) else {
        break
      }
      let (end, job) = running[index]
      let able = min(width, running.count + waiting.count)
      worked += Double(running.count) * (end - now)
      possible += Double(able) * (end - now)
      (now, last) = (end, end)
      running.remove(at: index)
      guard job.isDeciding else { continue }
      // One process makes all of a video's files where none waits for it: its reel's encoder works
      // beside those of the clips.
      let scale = Self.lengths[job.video % Self.lengths.count]
      let all = Self.files.reduce(0, +)
      let together = all - (Self.files.max() ?? 0)
      let isBusy = JobQueue.isBusy(
        for: together * scale, of: all * scale,
        beside: running.map(\.job.claim) + waiting.values.map(\.claim), width: width)
      for seconds in isBusy ? [together] : Self.files {
        waiting[next] = Job(video: job.video, seconds: seconds * scale, isDeciding: false)
        next += 1
      }
    }
    return (atLast.1 > 0 ? atLast.0 / atLast.1 : 1, last)
  }
}
