import EditDecisions

/// How far a night is: what a terminal shows in one line while it lasts.
struct NightProgress: Sendable {
  /// A video that is worked on.
  private struct Running: Sendable {
    var step = "beginning"
    /// How far the step is, 0 to 1.
    var share = 0.0
    /// Whether the step is rendering, which takes most of a video's time.
    var renders: Bool { step == "rendering" }
    /// How far the video is, 0 to 1.
    var whole: Double { renders ? 0.2 + 0.8 * share : 0.1 }
  }

  let videos: Int
  private(set) var videosDone = 0
  private(set) var clips = 0
  private(set) var clipsDone = 0
  private var running: [String: Running] = [:]
  private var clipsOf: [String: (planned: Int, done: Int)] = [:]
  /// On a clock that nobody sets.
  private let began: ContinuousClock.Instant

  init(videos: Int, began: ContinuousClock.Instant) {
    self.videos = videos
    self.began = began
  }

  /// A step of a video is so far.
  mutating func report(_ video: String, step: String, share: Double) {
    running[video] = Running(step: step, share: min(1, max(0, share)))
  }

  /// So many files are missing of a video: clips, and the reel.
  mutating func planned(_ video: String, files: Int) {
    clipsOf[video, default: (0, 0)].planned += files
    clips += files
  }

  /// A file of a video is there.
  mutating func rendered(_ video: String) {
    clipsOf[video, default: (0, 0)].done += 1
    clipsDone += 1
    // What was there already was planned for, or a poster comes alone.
    clips = max(clips, clipsDone)
  }

  /// A video is done, or has failed.
  mutating func ended(_ video: String) {
    running[video] = nil
    videosDone += 1
    // What was planned and was not to be made, as it was there, is no clip to wait for.
    if let (planned, done) = clipsOf.removeValue(forKey: video) {
      clips = max(clipsDone, clips - max(0, planned - done))
    }
  }

  /// Seconds that are left, by what is done; `nil` as long as that tells nothing.
  func secondsLeft(now: ContinuousClock.Instant) -> Double? {
    let done = Double(videosDone) + running.values.reduce(0) { $0 + $1.whole }
    let share = min(1, done / Double(max(1, videos)))
    let passed = began.duration(to: now) / .seconds(1)
    guard share >= 0.05, passed >= 5 else { return nil }
    return passed * (1 - share) / share
  }

  /// The line: what is done, how long it may take, and what is worked on as far as there is room.
  ///
  /// - Parameters:
  ///   - columns: of the terminal; the last one stays free, since some terminals break after it.
  ///   - now: the time.
  /// - Returns: at most `columns` - 1 characters.
  func text(columns: Int, now: ContinuousClock.Instant) -> String {
    let room = max(0, columns - 1)
    var parts = ["\(videosDone) of \(videos.counted("video"))"]
    if clips > 0 { parts.append("\(clipsDone) of \(clips.counted("clip"))") }
    if let left = secondsLeft(now: now), left >= 1 { parts.append("\(Self.words(left)) left") }
    let sum = parts.joined(separator: ", ")
    let all = running.sorted { $0.key < $1.key }.map { video, one in
      one.renders ? "\(video) \(Int(one.share * 100)) %" : "\(video) \(one.step)"
    }
    // A name that is cut off might be read as that of another video.
    var line = sum
    for (index, word) in all.enumerated() {
      let next = line + (index == 0 ? ": " : ", ") + word
      guard next.count <= room else { break }
      line = next
    }
    return String(line.prefix(room))
  }

  /// A span of time as people say it: 40 s, 4 min, 2 h 5 min.
  private static func words(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    if minutes >= 60 { return "\(minutes / 60) h \(minutes % 60) min" }
    return seconds >= 90 ? "\(minutes) min" : "\(Int((seconds / 10).rounded(.up)) * 10) s"
  }
}
