import EditDecisions

/// How far a command is in each of its phases; a terminal shows one of them at a time.
struct NightProgress: Sendable {
  private var phases: [ProgressPhase: PhaseProgress] = [:]
  /// The step of each video that is being decided.
  private var steps: [String: String] = [:]
  private var undecided: Set<String> = []
  /// Files planned and rendered, by video.
  private var files: [String: (planned: Int, rendered: Int)] = [:]
  private let clock: @Sendable () -> ContinuousClock.Instant

  init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.clock = clock }

  /// Whether a phase with a bar has begun.
  var hasBegun: Bool { !phases.isEmpty }

  /// A phase begins, or has so many units more.
  mutating func begin(_ phase: ProgressPhase, total: Int) {
    if phases[phase] == nil {
      phases[phase] = PhaseProgress(phase, total: total, began: clock())
    } else {
      phases[phase]?.add(total)
    }
  }

  /// A unit of a phase is done.
  mutating func advance(_ phase: ProgressPhase, _ name: String) { phases[phase]?.advance(name) }

  /// So much of a unit is done.
  mutating func report(_ phase: ProgressPhase, _ name: String, share: Double) {
    phases[phase]?.report(name, share: share)
  }

  /// Videos are decided from here on.
  mutating func begin(videos: [String]) {
    undecided = Set(videos)
    begin(.deciding, total: videos.count)
  }

  /// A step of a video is so far.
  mutating func report(_ video: String, step: String, share: Double) {
    guard let file = files[video], step == "rendering" else { return steps[video] = step }
    phases[.rendering]?.report(
      video, units: file.planned - file.rendered,
      // The share is of all files; those that are there are counted already.
      share: (share * Double(file.planned) - Double(file.rendered))
        / Double(max(1, file.planned - file.rendered)))
  }

  /// A video is decided, and so many files are missing: clips, and the reel.
  mutating func planned(_ video: String, files count: Int) {
    decided(video)
    files[video, default: (0, 0)].planned += count
    begin(.rendering, total: count)
  }

  /// A file of a video is there.
  mutating func rendered(_ video: String) {
    files[video, default: (0, 0)].rendered += 1
    phases[.rendering]?.advance(video)
  }

  /// A video is done, or has failed.
  mutating func ended(_ video: String) {
    decided(video)
    phases[.rendering]?.drop(video)
    // Files that were there already, or that nobody makes any more, are not waited for.
    if let file = files.removeValue(forKey: video) {
      phases[.rendering]?.add(min(0, file.rendered - file.planned))
    }
  }

  private mutating func decided(_ video: String) {
    steps[video] = nil
    if undecided.remove(video) != nil { phases[.deciding]?.advance(video) }
  }

  /// The bar of the last phase that is not done; else of the last one that has begun.
  func text(columns: Int) -> String {
    let all = ProgressPhase.allCases.compactMap { phases[$0] }
    guard let shown = all.last(where: { !$0.isDone }) ?? all.last else { return "" }
    let running = steps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let detail = shown.phase == .deciding ? running.first : nil
    return shown.text(columns: columns, detail: detail, now: clock())
  }
}
