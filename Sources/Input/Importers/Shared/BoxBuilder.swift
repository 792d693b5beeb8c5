import Audience

/// Collects the usable boxes of one file, and counts unusable ones by reason.
struct BoxBuilder {
  private let context: ImportContext
  private let video: String
  private let source: String
  /// Position of the video frame, in the unit of the boxes.
  private let picture: SourceRectangle
  /// A hint for the error about a time after 24 h.
  private let times: String
  private(set) var boxes: DetectionBuffer
  /// Time and range of boxes of each frame, in file order.
  private(set) var frames: [(time: Double, boxes: Range<Int>)] = []
  var skips = SkipCounts()

  init(
    _ context: ImportContext, of video: String, by source: String, in picture: SourceRectangle,
    times: String = "check --fps"
  ) {
    self.context = context
    self.video = video
    self.source = source
    self.picture = picture
    self.times = times
    boxes = DetectionBuffer(context.scratch)
  }

  /// The play time of a frame; `nil` if its boxes cannot be used.
  mutating func playTime(of time: Double?, line: Int? = nil) throws(ImportError) -> Double? {
    try context.playTime(time, plus: context.options.offset, &skips, line, times)
  }

  /// Adds a box in shares of the frame, clipped to the frame.
  mutating func add(
    _ area: SourceRectangle, _ label: String?, score: Double, track: Int?, at time: Double
  ) throws(ImportError) {
    let shown = picture.picture(area)
    guard let label, area.isRectangle, let shown else {
      return skips.add(label == nil ? .unlabelledBox : area.isRectangle ? .boxOutside : .badBox)
    }
    try boxes.append(
      Detection(time: time, label: label, score: min(1, max(0, score)), box: shown, track: track))
  }

  mutating func endFrame(at time: Double) {
    frames.append((time, (frames.last?.boxes.upperBound ?? 0)..<boxes.count))
  }

  func result() -> StagedDetections {
    StagedDetections(video: video, source: source, boxes: boxes, skipped: skips.byReason)
  }
}
