/// One viewer's gaze and reaction level per time bin of 0.5 s, stored as columns.
package struct ViewerBins: Hashable, Sendable {
  /// Value of `x`, `y` and `along` in a time bin without a gaze point.
  package static let noGaze = Int16.min
  /// Value of `levels` in a time bin without a known face.
  package static let unknownLevel = UInt16.max
  /// Value of `levels` for a weighted score of 1: 255 score steps times 256, so that the mean of
  /// two medians is exact.
  static let fullLevel = 65_280.0

  /// Whether the viewer watched, per time bin.
  package var isWatching: [Bool]
  /// Median of the usable gaze in grid steps (`SampleQuantization`), or `noGaze`.
  var x: [Int16], y: [Int16]
  /// Offset of a single gaze sample of the bin from the median, in steps of 1/64 of the frame.
  var sampleOffsetX: [Int8], sampleOffsetY: [Int8]
  /// Weight of the gaze by its quality, 0…255.
  var weights: [UInt8]
  /// Position used for gaze coverage, along the frame's longer side, in grid steps.
  var along: [Int16]
  /// Median of the largest weighted emotion score after a running median, 0…`fullLevel`.
  var levels: [UInt16]
  /// The emotion of the bin's largest weighted score, as `Emotion.rawValue`.
  var emotions: [UInt8]
  /// The emotions that the viewer's sources report.
  package var reported: EmotionSet

  init(binCount: Int) {
    isWatching = Array(repeating: false, count: binCount)
    x = Array(repeating: Self.noGaze, count: binCount)
    y = x
    along = x
    sampleOffsetX = Array(repeating: 0, count: binCount)
    sampleOffsetY = sampleOffsetX
    weights = Array(repeating: 255, count: binCount)
    levels = Array(repeating: Self.unknownLevel, count: binCount)
    emotions = Array(repeating: Emotion.neutral.rawValue, count: binCount)
    reported = []
  }

  /// The viewer's gaze in a time bin for framing; `nil` if the viewer did not watch.
  package func row(_ bin: Int) -> GazeRow? {
    guard isWatching[bin] else { return nil }
    var row = GazeRow(x: x[bin], y: y[bin], weightLevel: weights[bin])
    row.glance = SIMD2(sampleOffsetX[bin], sampleOffsetY[bin])
    return row
  }

  /// Hash of the content, so that sampling does not depend on the names or order of viewers.
  var digest: UInt64 {
    var digest = StreamingHash()
    levels.withUnsafeBytes { digest.add(bytes: $0) }
    along.withUnsafeBytes { digest.add(bytes: $0) }
    return digest.value
  }
}

extension ViewerBins {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(count: isWatching.count)
    writer.write(reported.rawValue)
    writer.write(column: isWatching.map { UInt8($0 ? 1 : 0) })
    for column in [x, y, along] { writer.write(column: column) }
    for column in [sampleOffsetX, sampleOffsetY] {
      writer.write(column: column.map { UInt8(bitPattern: $0) })
    }
    writer.write(column: weights)
    writer.write(column: levels)
    writer.write(column: emotions)
  }

  /// Reads what `write(to:)` wrote; `nil` if the bytes are damaged.
  fileprivate init?(_ reader: inout ByteReader) {
    guard let count = reader.count(), count <= TimeBins.most,
      let reported = reader.read(UInt8.self),
      let watching = reader.column(UInt8.self, count: count),
      let x = reader.column(Int16.self, count: count),
      let y = reader.column(Int16.self, count: count),
      let along = reader.column(Int16.self, count: count),
      let sampleOffsetX = reader.column(UInt8.self, count: count),
      let sampleOffsetY = reader.column(UInt8.self, count: count),
      let weights = reader.column(UInt8.self, count: count),
      let levels = reader.column(UInt16.self, count: count),
      let emotions = reader.column(UInt8.self, count: count),
      emotions.allSatisfy({ $0 < Emotion.allCases.count }), reader.isAtEnd
    else { return nil }
    isWatching = watching.map { $0 != 0 }
    (self.x, self.y, self.along) = (x, y, along)
    self.sampleOffsetX = sampleOffsetX.map { Int8(bitPattern: $0) }
    self.sampleOffsetY = sampleOffsetY.map { Int8(bitPattern: $0) }
    (self.weights, self.levels, self.emotions) = (weights, levels, emotions)
    self.reported = EmotionSet(rawValue: reported)
  }
}

package enum ViewerAggregate: Hashable, Sendable {
  case bins(ViewerBins)
  /// The viewer is left out, with the reason.
  case unfit(String)

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .unfit(let reason):
      writer.write(UInt8(0))
      writer.write(text: reason)
    case .bins(let bins):
      writer.write(UInt8(2))
      bins.write(to: &writer)
    }
    return writer.withChecksum()
  }

  package init?(encoded: [UInt8]) {
    guard var reader = ByteReader(withChecksum: encoded) else { return nil }
    switch reader.read(UInt8.self) {
    case 0:
      guard let reason = reader.text(), reader.isAtEnd else { return nil }
      self = .unfit(reason)
    case 2:
      guard let bins = ViewerBins(&reader) else { return nil }
      self = .bins(bins)
    default: return nil
    }
  }
}
