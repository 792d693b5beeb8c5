import Foundation
import Rendering
import Settings

/// How many rendering processes a run has at once, and how the videos share them.
struct RunWidth: Hashable {
  /// Videos that are worked on at once.
  var videos: Int
  /// Rendering processes of one of them.
  var clips: Int
  /// Bytes that these may take together.
  var memory: Int

  init(videos: Int, clips: Int, memory: Int) {
    self.videos = videos
    self.clips = clips
    self.memory = memory
  }

  /// Before a source is known, it is taken to be of this size.
  private static let usualSource = (width: 1920, height: 1080)

  /// Fills the cores as far as the memory goes.
  ///
  /// - Parameters:
  ///   - settings: of the run.
  ///   - due: videos to work on.
  ///   - cores: of the machine.
  ///   - memory: bytes that rendering may take, where the settings do not say.
  init(_ settings: Settings, due: Int, cores: Int, memory: Int) {
    let byCores = Self.byCores(cores, settings.render.encoderThreads)
    let limit = settings.run.memory ?? memory
    let byMemory = limit / settings.render.memoryEstimate(source: Self.usualSource)
    let processes = max(1, min(byCores, byMemory))
    let asked = settings.run.workers
    videos = max(1, asked > 0 ? asked : min(due, processes))
    clips = max(1, processes / videos)
    self.memory = limit / videos
  }

  /// For the machine as it is.
  init(_ settings: Settings, due: Int) {
    self.init(
      settings, due: due, cores: ProcessInfo.processInfo.activeProcessorCount,
      memory: Self.machineMemory / 2)
  }

  /// Processes at once on this machine, of jobs that all look like one.
  static func processes(_ render: RenderSettings, source: (width: Int, height: Int)) -> Int {
    clips(
      upTo: byCores(ProcessInfo.processInfo.activeProcessorCount, render.encoderThreads),
      memory: machineMemory / 2, render, source: source)
  }

  /// An encoder of several threads leaves about a tenth of them idle, so one process more than
  /// fits evenly keeps the cores full.
  private static func byCores(_ cores: Int, _ threads: Int) -> Int {
    (cores + threads - 1) / threads + (threads > 1 ? 1 : 0)
  }

  /// Processes at once for a source whose size is known.
  static func clips(
    upTo width: Int, memory: Int, _ render: RenderSettings, source: (width: Int, height: Int),
    seconds: Double = 0
  ) -> Int {
    max(1, min(width, memory / render.memoryEstimate(source: source, seconds: seconds)))
  }

  /// Bytes of the machine, or of the control group that the run lives in.
  private static var machineMemory: Int {
    let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let group = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
    let own = group?.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3) ?? ""
    let limits = ["/sys/fs/cgroup\(own)/memory.max", "/sys/fs/cgroup/memory.max"].compactMap {
      (try? String(contentsOfFile: $0, encoding: .utf8)).flatMap {
        Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
    return limits.reduce(physical, min)
  }
}
