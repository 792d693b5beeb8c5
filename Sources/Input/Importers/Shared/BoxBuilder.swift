import Audience

/// Collects the boxes of one file: keeps what can be used and counts what cannot, by reason.
struct BoxBuilder {
  private let context: FileContext
  private let video: String
  private let source: String
  /// Where the picture lies, in the boxes' own unit.
  private let picture: ImageArea
  /// What a time is, for the refusal of one that lies beyond any video.
  private let times: String
  private(set) var boxes: DetectionParts
  /// The time of each frame and the places of its boxes, in the order of the file.
  private(set) var frames: [(time: Double, boxes: Range<Int>)] = []
  var skips = SkipCounts()

  init(
    _ context: FileContext, of video: String, by source: String, in picture: ImageArea,
    times: String = "check --fps"
  ) {
    self.context = context
    self.video = video
    self.source = source
    self.picture = picture
    self.times = times
    boxes = DetectionParts(context.scratch)
  }

  /// The play time of a frame; `nil` where its boxes cannot be used.
  mutating func playTime(of time: Double?, line: Int? = nil) throws(ImportError) -> Double? {
    try context.playTime(time, plus: context.options.offset, &skips, line, times)
  }

  /// Adds a box in picture coordinates, cut at the picture's edges.
  mutating func add(
    _ area: ImageArea, _ label: String?, score: Double, track: Int?, at time: Double
  ) throws(ImportError) {
    let shown = picture.picture(area)
    guard let label, area.isRectangle, let shown else {
      return skips.add(label == nil ? .unlabelledBox : area.isRectangle ? .boxOutside : .badBox)
    }
    try boxes.append(
      Detection(time: time, label: label, score: min(1, max(0, score)), box: shown, track: track))
  }

  /// Notes that all boxes of a frame were added.
  mutating func endFrame(at time: Double) {
    frames.append((time, (frames.last?.boxes.upperBound ?? 0)..<boxes.count))
  }

  func result() -> StagedDetections {
    StagedDetections(video: video, source: source, boxes: boxes, skipped: skips.byReason)
  }
}
