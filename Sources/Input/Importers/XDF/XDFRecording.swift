import Audience

/// The streams of an XDF file and their clocks, without samples.
struct XDFRecording {
  /// A stream with its number of samples and its clock offsets.
  struct StreamRecord {
    let stream: XDFStream
    var samples = 0
    var offsets: [XDFClockSynchronizer.Offset] = []
    var told: Int?
  }

  /// Maximum number of clock offsets; one is measured every few seconds.
  private static let maximumOffsets = 1 << 20
  private static let maximumStreams = 1 << 12

  let file: String
  private(set) var streams: [StreamRecord] = []
  private(set) var damage: XDFDamageReport

  init(_ context: ImportContext) throws(ImportError) {
    file = context.file
    var chunks = try XDFChunks(try context.open())
    damage = chunks.damage
    var broken = XDFDamageReport()
    var indices: [UInt32: Int] = [:]
    while let chunk = try chunks.next(Self.wanted) {
      do throws(ImportError) {
        switch chunk.kind {
        case .streamHeader:
          guard indices[chunk.stream] == nil, streams.count < Self.maximumStreams else {
            throw chunk.failure("the stream has two headers")
          }
          streams.append(StreamRecord(stream: try XDFStream(chunk)))
          indices[chunk.stream] = streams.count - 1
        case .samples, .clockOffset, .streamFooter:
          guard let index = indices[chunk.stream] else {
            throw chunk.failure("the chunk's stream has no header")
          }
          try take(chunk, into: index)
        default: continue
        }
      } catch {
        broken.add(error, chunk.body.count)
      }
    }
    damage = chunks.damage.with(broken, of: chunks.place)
    for index in streams.indices { Self.removeLateOffset(&streams[index]) }
  }

  private static func wanted(_ kind: XDFChunk.Kind?, _: UInt32) -> Int {
    switch kind {
    case .streamHeader, .streamFooter: 1 << 24
    case .clockOffset: 16
    case .samples: 9
    default: 0
    }
  }

  private mutating func take(_ chunk: XDFChunk, into index: Int) throws(ImportError) {
    switch chunk.kind {
    case .samples:
      var samples = XDFSamples(streams[index].stream)
      streams[index].samples += samples.begin(chunk)
    case .clockOffset:
      guard chunk.body.count == 16, streams[index].offsets.count < Self.maximumOffsets else {
        throw chunk.failure("the clock offset is not valid")
      }
      let numbers = [chunk.body[..<8], chunk.body[8...]].map {
        Double(bitPattern: XDFChunk.integer($0))
      }
      guard numbers.allSatisfy({ $0.isFinite }) else {
        throw chunk.failure("the clock offset is not a number")
      }
      streams[index].offsets.append((numbers[0], numbers[1]))
    default:
      // An unreadable footer does not affect the samples.
      let facts = XMLFacts(String(decoding: chunk.body, as: UTF8.self))
      streams[index].told = facts?["info/sample_count"].flatMap { Int($0) }
    }
  }

  /// Removes the last offset and the samples beyond the footer's count, if both are outliers.
  ///
  /// They are left by an outlet that ended during the recording (pylsl issue 67).
  private static func removeLateOffset(_ known: inout StreamRecord) {
    let offsets = known.offsets
    guard let told = known.told, told >= 0, known.samples > told, offsets.count >= 3 else { return }
    let steps = zip(offsets, offsets.dropFirst()).map { $1.time - $0.time }
    let usual = median(Array(steps.dropLast()))
    let step = abs(steps.last ?? 0)
    let ratio = usual > 0 ? step / usual : (step > 0 ? .infinity : 1)
    let values = offsets.dropLast().map(\.value)
    let middle = median(values)
    let spread = 1.4826 * median(values.map { abs($0 - middle) })
    let off = abs((offsets.last?.value ?? 0) - middle)
    guard ratio > 10 || (spread > 1.4826 * .ulpOfOne && off / spread > 10) else { return }
    known.offsets.removeLast()
    known.samples = told
  }

  /// The stream that the user named, or the only possible one.
  func stream(_ word: String?) throws(ImportError) -> StreamRecord {
    let numeric = streams.filter { $0.stream.format != .string && $0.samples > 0 }
    let gaze = numeric.filter { $0.stream.type.lowercased() == "gaze" }
    let meant = word.map { word in numeric.filter { $0.stream.isNamed(word) } }
    let found = meant ?? (gaze.isEmpty ? numeric : gaze)
    if let only = found.first, found.count == 1 { return only }
    if let word, found.isEmpty, streams.contains(where: { $0.stream.isNamed(word) }) {
      throw ImportError(
        of: file, "the stream '\(word)' contains no numbers",
        "choose a stream with gaze or faces; if this one has the marker at which the video begins, "
          + "use --stimulus MARKER")
    }
    guard !numeric.isEmpty else {
      if let first = damage.first { throw first }
      throw ImportError(
        of: file, "no stream contains numbers", "give a recording with a stream of gaze or faces")
    }
    let count = found.isEmpty ? "no stream is" : "\(found.count) streams are"
    let list = numeric.prefix(12).map(\.stream.words).joined(separator: ", ")
    throw ImportError(
      word == nil ? .missingOption : .badData, of: file,
      word.map { "\(count) called '\($0)'" } ?? "\(found.count) streams are possible",
      "choose one with --stream NAME, its type or its number; streams are \(list)")
  }
}
