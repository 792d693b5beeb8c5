/// The samples of one XDF stream as rows: time, viewing, and one column per channel.
///
/// The file is read three times, to keep memory constant: for streams and clocks, for the times of
/// samples, and for the rows.
final class XDFRows: RowSource {
  let file: String
  let names: [String]
  let stream: XDFStream
  private(set) var line = 0
  private(set) var skippedValues = SkipCounts()
  var cells: [Bytes] { row.cells }
  private let context: ImportContext
  private let recording: XDFRecording
  private let row = CellBuffer()
  private var chunks: XDFChunks
  private var samples: XDFSamples
  private var times: XDFTimestampCorrector
  private let count: Int
  private let viewings: ViewingIntervals?
  /// Indices of the channels that the map uses; cells of other channels stay empty.
  private let wanted: [Int]

  /// Opens the stream that the user named, or the only possible one.
  ///
  /// `columns` returns the names of columns to read. If `needsStart` is true, a marker must define
  /// the start of the video.
  init(
    _ context: ImportContext, columns: (XDFStream) -> Set<String>, needsStart: Bool
  ) throws(ImportError) {
    recording = try XDFRecording(context)
    let known = try recording.stream(context.options.stream)
    let marks = recording.streams.filter { $0.stream.format == .string && $0.samples > 0 }
    let learned = try XDFTimingPass(context, [known] + marks)
    if needsStart, learned.starts.isEmpty {
      throw StimulusMatcher.missing(
        "marker", of: learned.marks, context.file, context,
        "give --stimulus MARKER (the text of the marker at which the video begins), or --map "
          + "start=first if the stream begins with the video")
    }
    file = context.file
    self.context = context
    stream = known.stream
    count = known.samples
    names = ["time", "viewing"] + known.stream.names
    let asked = columns(known.stream)
    wanted = known.stream.channels.indices.filter { [names] index in
      asked.contains(ColumnName.canonical(names[index + 2]))
    }
    viewings = learned.starts.isEmpty ? nil : ViewingIntervals(learned.starts.map { ($0, nil) })
    times =
      learned.times[known.stream.id]
      ?? XDFTimestampCorrector(known.stream, clock: XDFClockSynchronizer([]))
    times.restart()
    samples = XDFSamples(known.stream)
    chunks = try XDFChunks(try context.open())
  }

  /// Moves to the next sample, without those before the start of the video.
  func next() throws(ImportError) -> Bool {
    let id = stream.id
    while true {
      guard let raw = samples.next() else {
        guard let chunk = try chunks.next({ $0 == .samples && $1 == id ? .max : 0 }) else {
          return false
        }
        if chunk.kind == .samples, chunk.stream == id { samples.begin(chunk) }
        continue
      }
      guard line < count else { return false }
      line += 1
      let time = times.next(raw)
      guard let place = viewings == nil ? (index: 0, play: time) : viewings?.place(time) else {
        skippedValues.add(.outside)
        continue
      }
      fill(place.play, viewing: place.index)
      return true
    }
  }

  /// A sentence on damage, if there is any; complete after the last row.
  var damage: String? { recording.damage.words(samples.broken) }

  private func fill(_ time: Double, viewing: Int) {
    row.begin(names.count)
    row.set(0, to: time)
    if viewing > 0 { row.set(1, to: context.derivedSession("-\(viewing + 1)").utf8) }
    for channel in wanted { row.set(channel + 2, to: samples.number(channel)) }
    row.copyIntoBuffer()
  }
}

/// The second pass over an XDF file: finds the times of samples and the start markers of the video.
struct XDFTimingPass {
  private(set) var times: [UInt32: XDFTimestampCorrector] = [:]
  /// Start times of the video on the recorder's clock.
  private(set) var starts: [Double] = []
  private(set) var marks = 0

  init(_ context: ImportContext, _ known: [XDFRecording.StreamRecord]) throws(ImportError) {
    let name = StimulusMatcher(context)
    var times: [UInt32: XDFTimestampCorrector] = [:]
    var samples: [UInt32: (samples: XDFSamples, left: Int)] = [:]
    for known in known {
      times[known.stream.id] = XDFTimestampCorrector(
        known.stream, clock: XDFClockSynchronizer(known.offsets))
      samples[known.stream.id] = (XDFSamples(known.stream), known.samples)
    }
    // Times are final only after all samples of the stream are read.
    var found: [(id: UInt32, index: Int, corrected: Double)] = []
    let ids = Set(times.keys)
    var chunks = try XDFChunks(try context.open())
    while let chunk = try chunks.next({ $0 == .samples && ids.contains($1) ? .max : 0 }) {
      let id = chunk.stream
      guard chunk.kind == .samples, var (one, left) = samples.removeValue(forKey: id) else {
        continue
      }
      one.begin(chunk)
      while left > 0, let raw = one.next() {
        left -= 1
        guard let learned = times[id]?.learn(raw), one.stream.format == .string else { continue }
        marks += 1
        let isStart = one.stream.channels.indices.contains { channel in
          one.text(channel).flatMap { name?.matches($0) } ?? false
        }
        if isStart { found.append((id, learned.index, learned.corrected)) }
      }
      samples[id] = (one, left)
    }
    starts = found.compactMap { times[$0.id]?.time(of: $0.index, $0.corrected) }
    self.times = times
  }
}
