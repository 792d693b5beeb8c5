/// The samples of one stream of an XDF file as rows: its time, which viewing it is of, and a column
/// a channel.
///
/// The file is read three times: to know its streams and clocks, to learn when samples were, and
/// for the rows; so that memory is flat however long it is.
final class XDFRows: RowSource {
  let file: String
  let names: [String]
  /// The header's words on the stream.
  let stream: XDFStream
  private(set) var line = 0
  private(set) var passedOver = SkipCounts()
  var cells: [Bytes] { row.cells }
  private let context: FileContext
  private let recording: XDFRecording
  private let row = CellBuffer()
  private var chunks: XDFChunks
  private var samples: XDFSamples
  private var times: XDFTimes
  private let count: Int
  private let viewings: Viewings?
  /// The channels that a map asks for; the others' cells stay empty.
  private let wanted: [Int]

  /// Opens the stream that is meant; `columns` are those that are wanted of it, and `needsStart`
  /// whether the file must tell when the video began.
  init(
    _ context: FileContext, columns: (XDFStream) -> Set<String>, needsStart: Bool
  ) throws(ImportError) {
    recording = try XDFRecording(context)
    let known = try recording.stream(context.options.stream)
    let marks = recording.streams.filter { $0.stream.format == .string && $0.samples > 0 }
    let learned = try XDFLearned(context, [known] + marks)
    if needsStart, learned.starts.isEmpty {
      throw StimulusName.missing(
        "marker", of: learned.marks, context.file, context,
        "give --stimulus MARKER, the text of the marker at which the video began, or --map "
          + "start=first where the stream begins with it")
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
    viewings = learned.starts.isEmpty ? nil : Viewings(learned.starts.map { ($0, nil) })
    times = learned.times[known.stream.id] ?? XDFTimes(known.stream, clock: XDFClock([]))
    times.restart()
    samples = XDFSamples(known.stream)
    chunks = try XDFChunks(try context.open())
  }

  /// Goes to the next sample; those before the video began are passed over.
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
        passedOver.add(.outside)
        continue
      }
      fill(place.play, viewing: place.index)
      return true
    }
  }

  /// What of the file could not be read; `nil` of a whole one, and until all rows were given.
  var damage: String? { recording.damage.words(samples.broken) }

  private func fill(_ time: Double, viewing: Int) {
    row.begin(names.count)
    row.set(0, to: time)
    if viewing > 0 { row.set(1, to: context.derivedSession("-\(viewing + 1)").utf8) }
    for channel in wanted { row.set(channel + 2, to: samples.number(channel)) }
    row.lay()
  }
}

/// What a second reading of an XDF file learns: when the samples of some streams were, and which
/// marker says that the video begins.
struct XDFLearned {
  private(set) var times: [UInt32: XDFTimes] = [:]
  /// When the video began, on the recorder's clock.
  private(set) var starts: [Double] = []
  private(set) var marks = 0

  init(_ context: FileContext, _ known: [XDFRecording.Known]) throws(ImportError) {
    let name = StimulusName(context)
    var times: [UInt32: XDFTimes] = [:]
    var samples: [UInt32: (samples: XDFSamples, left: Int)] = [:]
    for known in known {
      times[known.stream.id] = XDFTimes(known.stream, clock: XDFClock(known.offsets))
      samples[known.stream.id] = (XDFSamples(known.stream), known.samples)
    }
    // A time is known once all of its stream were learned.
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
