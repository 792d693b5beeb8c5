/// The samples of a BIDS recording as rows: its columns, with the gaze point averaged over both
/// eyes, then play time, viewing, viewer and blink.
final class BIDSRows: RowSource {
  let names: [String]
  var file: String { first.rows.file }
  var line: Int { first.rows.line }
  var cells: [Bytes] { row.cells }
  var sidecar: BIDSSidecar { first.sidecar }
  private let first: BIDSEyeReader
  private let second: BIDSEyeReader?
  private let context: ImportContext
  private let events: BIDSEvents
  private let needsStart: Bool
  private(set) var skippedValues = SkipCounts()
  private let row = CellBuffer()
  private let viewer: String
  private let session: String
  /// Time of the first sample on the device's clock, in seconds; `nil` until it is read.
  private var zero: Double?
  private var viewings: ViewingIntervals?
  private var blinks = ViewingIntervals([])
  private var isSecondAhead = false
  private var isSecondOver = false

  /// Opens a recording, and that of the other eye if the folder has one.
  ///
  /// If `needsStart` is true, an event must define the start of the video.
  init(_ context: ImportContext, needsStart: Bool) throws(ImportError) {
    self.context = context
    self.needsStart = needsStart
    let own = BIDSFileName(context.file)
    let eyes = try Self.eyes(own)
    let names = eyes.isEmpty ? [own] : eyes
    first = try BIDSEyeReader(
      names[0], try ByteSource(path: names[0].path, progress: context.options.progress))
    second =
      names.count > 1 ? try BIDSEyeReader(names[1], try ByteSource(path: names[1].path)) : nil
    events = try BIDSEvents(first, StimulusMatcher(context))
    // Subjects of two datasets can both be `sub-01`, so add the name of the dataset.
    let dataset = first.sidecar.dataset.map { "\($0) " } ?? ""
    let options = context.options
    let isGiven = options.viewer != nil || options.path.viewer != nil || options.viewerFolder > 0
    viewer = isGiven ? "" : own.subject.map { dataset + $0 } ?? ""
    session = dataset + own.viewing.joined(separator: "_")
    self.names = first.rows.names + ["play time", "viewing", "viewer", "blink of events"]
  }

  /// The combined (cyclopean) recording, otherwise those of the left and right eye, if there are
  /// any.
  private static func eyes(_ own: BIDSFileName) throws(ImportError) -> [BIDSFileName] {
    var eyes: [(name: BIDSFileName, eye: String)] = []
    for name in own.beside("physio") {
      let sidecar = try BIDSSidecar(name)
      guard sidecar.isEyeTracking else { continue }
      eyes.append((name, sidecar["RecordedEye"]?.text?.lowercased() ?? ""))
    }
    if let one = eyes.first(where: { $0.eye == "cyclopean" }) { return [one.name] }
    guard eyes.count == 2, Set(eyes.map(\.eye)) == ["left", "right"] else { return [] }
    return eyes.map(\.name)
  }

  func next() throws(ImportError) -> Bool {
    while try first.next() {
      if zero == nil, let time = first.time { try begin(at: time) }
      guard let time = first.time, let zero else {
        fill(nil, 0, point: nil, isBlink: false)
        return true
      }
      let task = time - zero + (sidecar["StartTime"]?.number ?? 0)
      let other = try otherPoint(at: time)
      let viewing = viewings?.place(task)
      guard viewings == nil || viewing != nil else {
        skippedValues.add(.outside)
        continue
      }
      fill(
        viewing?.play ?? task, viewing?.index ?? 0, point: Self.mean(first.place, other),
        isBlink: blinks.place(time) != nil)
      return true
    }
    guard zero != nil else {
      throw ImportError(of: file, "the recording has no samples", "give a file with samples")
    }
    return false
  }

  /// Converts event times to the recording's clock, after the first sample defined its start.
  private func begin(at time: Double) throws(ImportError) {
    zero = time
    let start = sidecar["StartTime"]?.number ?? 0
    blinks = ViewingIntervals(events.blinks)
    guard let count = events.count else { return }
    let spans = events.shown.map { shown -> ViewingIntervals.Span in
      let move = shown.isDevice ? start - time : 0
      return (shown.span.from + move, shown.span.to.map { $0 + move })
    }
    guard spans.isEmpty else {
      viewings = ViewingIntervals(spans)
      return
    }
    guard needsStart else { return }
    let found = events.stimuli.map { "'\($0.prefix(80))'" }.joined(separator: ", ")
    throw StimulusMatcher.missing(
      "event", of: count, file, context,
      "give --stimulus NAME (the text of a cell, or COLUMN=VALUE), or --offset if the recording "
        + "starts with the video" + (found.isEmpty ? "" : "; found \(found)"))
  }

  /// The other eye's gaze point at the same time, within half a sample interval.
  private func otherPoint(at time: Double) throws(ImportError) -> (x: Double, y: Double)? {
    guard let second else { return nil }
    let near = first.interval / 2
    while !isSecondOver {
      if isSecondAhead, let other = second.time {
        if other > time + near { return nil }
        if other >= time - near { return second.place }
      }
      isSecondAhead = try second.next()
      isSecondOver = !isSecondAhead
    }
    return nil
  }

  private static func mean(
    _ one: (x: Double, y: Double)?, _ other: (x: Double, y: Double)?
  ) -> (x: Double, y: Double)? {
    guard let one, let other else { return one ?? other }
    return ((one.x + other.x) / 2, (one.y + other.y) / 2)
  }

  private func fill(_ time: Double?, _ viewing: Int, point: (x: Double, y: Double)?, isBlink: Bool)
  {
    row.begin(names.count)
    let own = first.rows.names.count
    for index in 0..<own where index != first.point.x && index != first.point.y {
      row.set(index, to: first.rows.cells[index])
    }
    if let point {
      row.set(first.point.x, to: point.x)
      row.set(first.point.y, to: point.y)
    }
    if let time { row.set(own, to: time) }
    row.set(own + 1, to: (viewing == 0 ? session : "\(session)-\(viewing + 1)").utf8)
    row.set(own + 2, to: viewer.utf8)
    if isBlink { row.set(own + 3, to: "1".utf8) }
    row.copyIntoBuffer()
  }
}
