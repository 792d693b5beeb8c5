package import EditDecisions
import Media

/// Validates the fields of a job.
///
/// A job may come from another machine, so it is validated before any number is used. Settings have
/// the same ranges.
package struct RenderJobValidator {
  private let job: RenderJob

  package init(_ job: RenderJob) { self.job = job }

  /// Returns the first invalid field and its requirement; files must be named after the job's ID in
  /// `folder`, relative to the folder of the jobs.
  package func problem(in folder: String) -> DecisionProblem? {
    var check = FieldCheck()
    check.plain("id", job.id)
    check.plain("video", job.video)
    check.files(of: job, in: folder)
    check.source(job.source)
    guard check.problem == nil else { return check.problem }
    check.settings(job.settings)
    check.times(of: job)
    guard check.problem == nil, job.kind != .reel else { return check.problem }
    return framingProblem
  }

  private var framingProblem: DecisionProblem? {
    guard let framing = job.framing, let stretch = job.stretches.first else {
      return DecisionProblem(field: "framing", message: "is missing")
    }
    let (info, video, settings) = (job.source.info, job.source.info.video, job.settings)
    let description = VideoDescription(
      id: job.video, source: info.path, duration: info.duration, width: video.width,
      height: video.height,
      frameRate: FrameRate(video.frameRate.numerator, video.frameRate.denominator))
    let check = DecisionValidator(
      video: description, outputShape: Double(settings.width) / Double(settings.height))
    if let problem = check.problems(
      in: framing.shots, from: stretch.start, to: stretch.end, field: "framing.shots"
    ).first {
      return problem
    }
    var fields = FieldCheck()
    if let line = framing.line { fields.title("framing.line", line) }
    for (index, shot) in framing.shots.enumerated() {
      let field = "framing.shots[\(index)]"
      fields.number("\(field).dissolve", shot.dissolve ?? 0, in: 0...60)
      guard let active = shot.active else { continue }
      fields.number("\(field).active.x", active.x, in: -1...Double(video.width))
      fields.number("\(field).active.y", active.y, in: -1...Double(video.height))
      fields.number("\(field).active.width", active.width, in: 1...Double(video.width) + 1)
      fields.number("\(field).active.height", active.height, in: 1...Double(video.height) + 1)
    }
    return fields.problem
  }
}

private struct FieldCheck {
  var problem: DecisionProblem?

  /// Width or height of a frame in pixels.
  private static let sides = 1...65_535
  /// Maximum number of pixels in a frame: 16,384 by 16,384.
  private static let maximumFramePixels = 1 << 28
  /// Maximum duration of a source in seconds: 115 days.
  private static let longest = 1e7
  private static let streams = 0...65_535

  mutating func require(_ isRight: Bool, _ field: String, _ must: @autoclosure () -> String) {
    guard !isRight, problem == nil else { return }
    problem = DecisionProblem(field: field, message: "must be \(must())")
  }

  mutating func whole(_ field: String, _ value: Int, in range: ClosedRange<Int>) {
    require(
      range.contains(value), field,
      "a whole number from \(range.lowerBound) to \(range.upperBound), not \(value)")
  }

  mutating func number(_ field: String, _ value: Double, in range: ClosedRange<Double>) {
    require(
      range.contains(value), field,
      "a number from \(range.lowerBound) to \(range.upperBound), not \(value)")
  }

  mutating func ratio(_ field: String, _ value: Rational) {
    whole("\(field).numerator", value.numerator, in: 1...Int(Int32.max))
    whole("\(field).denominator", value.denominator, in: 1...Int(Int32.max))
  }

  /// A name in libav, or a language code.
  mutating func word(_ field: String, _ value: String) {
    require(
      Self.isWord(value) && value.utf8.count <= 64, field,
      "a word of at most 64 letters, digits, '-', '.' and '_'")
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || [0x2D, 0x2E, 0x5F].contains(byte)
    }
  }

  mutating func plain(_ field: String, _ value: String) {
    require(
      Self.isWord(value) && !value.isEmpty && value.utf8.count <= 200 && value.first != "."
        && value.first != "-", field,
      "a name of at most 200 letters, digits, '-', '.' and '_' that begins with a letter or digit"
    )
  }

  mutating func text(_ field: String, _ value: String?, atMost count: Int) {
    require((value ?? "").utf8.count <= count, field, "at most \(count) bytes of text")
  }

  mutating func title(_ field: String, _ value: String) {
    require(value.isTitle, field, String.titleRules)
  }

  /// Requires that each file is in the folder and named after the job's ID.
  fileprivate mutating func files(of job: RenderJob, in folder: String) {
    func named(_ ending: String) -> String { "\(folder)/\(job.id)\(ending)" }
    let (clip, poster) = (named(".mp4"), named(".jpg"))
    switch job.kind {
    case .short:
      require(job.output == clip, "output", "'\(clip)'")
      require(job.poster == nil || job.poster == poster, "poster", "'\(poster)', or left out")
    case .poster:
      require(job.output == nil, "output", "left out of a poster's job")
      require(job.poster == poster, "poster", "'\(poster)'")
    case .reel:
      require(job.output == clip, "output", "'\(clip)'")
      require(job.poster == nil, "poster", "left out of a reel's job")
    }
    require(job.still == nil, "still", "left out of a planned job")
  }

  fileprivate mutating func source(_ source: RenderJob.Source) {
    let (info, video) = (source.info, source.info.video)
    let field = "source.info"
    require(
      info.path.hasPrefix("/") && info.path.utf8.count < 4096 && !info.path.utf8.contains(0),
      "\(field).path", "an absolute path")
    whole("\(field).fileSize", info.fileSize, in: 0 ... .max)
    whole("source.identity.size", source.identity.size, in: 0 ... .max)
    word("source.identity.head", source.identity.head)
    word("source.identity.tail", source.identity.tail)
    number("\(field).duration", info.duration, in: 0...Self.longest)
    for (name, value) in [
      ("width", video.width), ("height", video.height), ("codedWidth", video.codedWidth),
      ("codedHeight", video.codedHeight),
    ] { whole("\(field).video.\(name)", value, in: Self.sides) }
    guard problem == nil else { return }
    for (name, pixels) in [
      ("height", video.width * video.height), ("codedHeight", video.codedWidth * video.codedHeight),
    ] {
      require(
        pixels <= Self.maximumFramePixels, "\(field).video.\(name)",
        "less: a picture has at most \(Self.maximumFramePixels) pixels")
    }
    ratio("\(field).video.sampleAspectRatio", video.sampleAspectRatio)
    ratio("\(field).video.frameRate", video.frameRate)
    ratio("\(field).video.timeBase", video.timeBase)
    guard problem == nil else { return }
    number("\(field).video.frameRate", video.frameRate.value, in: 0.0001...100_000)
    whole("\(field).video.stream", video.stream, in: Self.streams)
    whole("\(field).video.origin", video.origin, in: -(1 << 60)...1 << 60)
    word("\(field).video.codec", video.codec)
    word("\(field).video.pixelFormat", video.pixelFormat)
    for (index, sound) in (info.sounds + [info.sound].compactMap(\.self)).enumerated() {
      let field = "\(field).sounds[\(index)]"
      whole("\(field).sampleRate", sound.sampleRate, in: 1...10_000_000)
      whole("\(field).channels", sound.channels, in: 1...1024)
      whole("\(field).stream", sound.stream, in: Self.streams)
      word("\(field).codec", sound.codec)
      text("\(field).language", sound.language, atMost: 200)
    }
    for (index, subtitles) in info.subtitles.enumerated() {
      let field = "\(field).subtitles[\(index)]"
      whole("\(field).stream", subtitles.stream, in: Self.streams)
      text("\(field).language", subtitles.language, atMost: 200)
    }
    text("\(field).title", info.title, atMost: 1 << 20)
  }

  fileprivate mutating func settings(_ settings: RenderSettings) {
    // A clip in a further aspect ratio may be smaller than `sides` allows.
    whole("settings.width", settings.width, in: 2...16_384)
    whole("settings.height", settings.height, in: 2...16_384)
    whole("settings.reelHeight", settings.reelHeight, in: RenderSettings.sides)
    require(
      settings.width.isMultiple(of: 2) && settings.height.isMultiple(of: 2), "settings.height",
      "even, as settings.width must be")
    require(
      RenderSettings.encoders.contains(settings.encoder), "settings.encoder",
      "one of \(RenderSettings.encoders.joined(separator: ", "))")
    whole("settings.crf", settings.crf, in: RenderSettings.qualities)
    word("settings.preset", settings.preset)
    whole("settings.encoderThreads", settings.encoderThreads, in: RenderSettings.threads)
    whole("settings.audioBitRate", settings.audioBitRate, in: 8_000...1_000_000)
    whole("settings.sampleRate", settings.sampleRate, in: 8_000...192_000)
    if let loudness = settings.loudness {
      number("settings.loudness", loudness, in: RenderSettings.loudnesses)
    }
    if case .line(let line) = settings.title { title("settings.title", line) }
    word("settings.audioLanguage", settings.audioLanguage ?? "")
    whole("settings.maximumFrameRate", settings.maximumFrameRate, in: 1...240)
  }

  /// Checks its times in seconds of the source.
  fileprivate mutating func times(of job: RenderJob) {
    let duration = job.source.info.duration
    // The last frame may be shown longer than the stated duration.
    let times = 0...duration + 60
    require(
      job.kind == .reel ? !job.stretches.isEmpty : job.stretches.count == 1, "stretches",
      job.kind == .reel ? "one or more" : "one")
    for (index, stretch) in job.stretches.enumerated() {
      number("stretches[\(index)].start", stretch.start, in: times)
      number("stretches[\(index)].end", stretch.end, in: times)
      require(stretch.end > stretch.start, "stretches[\(index)].end", "after its start")
    }
    number("stretches", job.seconds, in: 0...Self.longest)
    whole("frames", job.frames, in: 0...1 << 40)
    number("posterTime", job.posterTime ?? 0, in: times)
    if let core = job.core {
      number("core.start", core.start, in: times)
      number("core.end", core.end, in: times)
    }
    whole("captions", job.captions.count, in: 0...100_000)
    for (index, cue) in job.captions.enumerated() {
      let clock = -Self.longest...2 * Self.longest
      number("captions[\(index)].start", cue.start, in: clock)
      number("captions[\(index)].end", cue.end, in: clock)
      text("captions[\(index)].text", cue.text, atMost: 1 << 16)
    }
  }
}
