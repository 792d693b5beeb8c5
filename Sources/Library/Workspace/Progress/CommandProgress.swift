import EditDecisions

/// The progress of a command in each of its phases; a terminal shows one at a time.
struct CommandProgress: Sendable {
  private var phases: [ProgressPhase: PhaseProgress] = [:]
  /// The current step of each video in the decision phase.
  private var steps: [String: String] = [:]
  private var undecided: Set<String> = []
  /// Files planned and rendered, by video.
  private var files: [String: (planned: Int, rendered: Int)] = [:]
  private let clock: @Sendable () -> ContinuousClock.Instant

  init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.clock = clock }

  var hasBegun: Bool { !phases.isEmpty }

  mutating func begin(_ phase: ProgressPhase, total: Int) {
    let clock = clock
    phases[phase, default: PhaseProgress(phase: phase, began: clock())].add(total)
  }

  mutating func advance(_ phase: ProgressPhase, _ name: String) { phases[phase]?.advance(name) }

  mutating func report(_ phase: ProgressPhase, _ name: String, share: Double) {
    phases[phase]?.report(name, share: share)
  }

  mutating func begin(videos: [String]) {
    undecided = Set(videos)
    begin(.deciding, total: videos.count)
  }

  mutating func report(_ video: String, step: String, share: Double) {
    guard let file = files[video], step == "rendering" else { return steps[video] = step }
    phases[.rendering]?.report(
      video, units: file.planned - file.rendered,
      // The share refers to all files; finished files are counted already.
      share: (share * Double(file.planned) - Double(file.rendered))
        / Double(max(1, file.planned - file.rendered)))
  }

  /// Records that a video is decided, and how many clips and reels must be rendered.
  mutating func planned(_ video: String, files count: Int) {
    decided(video)
    files[video, default: (0, 0)].planned += count
    begin(.rendering, total: count)
  }

  mutating func rendered(_ video: String) {
    files[video, default: (0, 0)].rendered += 1
    phases[.rendering]?.advance(video)
  }

  mutating func ended(_ video: String) {
    decided(video)
    phases[.rendering]?.drop(video)
    // Removes planned files that existed already or are not rendered any more.
    if let file = files.removeValue(forKey: video) {
      phases[.rendering]?.add(min(0, file.rendered - file.planned))
    }
  }

  private mutating func decided(_ video: String) {
    steps[video] = nil
    if undecided.remove(video) != nil { phases[.deciding]?.advance(video) }
  }

  /// The bar of the last phase that is not done; if all are, of the last one.
  func text(columns: Int) -> String {
    let all = ProgressPhase.allCases.compactMap { phases[$0] }
    guard let shown = all.last(where: { !$0.isDone }) ?? all.last else { return "" }
    let running = steps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let detail = shown.phase == .deciding ? running.first : nil
    return shown.text(columns: columns, detail: detail, now: clock())
  }
}
