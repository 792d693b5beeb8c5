/// The samples of one session, stored as columns, also in the library.
///
/// Times are integer milliseconds. Positions and scores are integers (`SampleQuantization`). An
/// hour of ten thousand viewers at 2 Hz takes about 1 GB.
package struct SampleColumns: Hashable, Sendable {
  /// Play times in milliseconds, in the order in which they were added.
  package private(set) var milliseconds: [Int32] = []
  /// Horizontal positions in steps of 1/8192 of the frame width; 0 without a position.
  package private(set) var x: [Int16] = []
  /// Vertical positions in steps of 1/8192 of the frame height; 0 without a position.
  package private(set) var y: [Int16] = []
  /// The kind of gaze and face of each sample (`state(gaze:face:)`).
  package private(set) var states: [UInt8] = []
  /// The emotions that each sample reports, one bit each; the eighth is `FaceScores.areStrongest`.
  package private(set) var told: [UInt8] = []
  /// Seven scores per sample in steps of 1/255; 0 for emotions that are not reported.
  package private(set) var scores: [UInt8] = []

  package init() {}

  /// Creates a session from stored columns; `nil` if their lengths do not match.
  package init?(
    milliseconds: [Int32], x: [Int16], y: [Int16], states: [UInt8], told: [UInt8],
    scores: [UInt8]
  ) {
    let count = milliseconds.count
    guard x.count == count, y.count == count, states.count == count, told.count == count,
      scores.count == count * Emotion.allCases.count
    else { return nil }
    (self.milliseconds, self.x, self.y) = (milliseconds, x, y)
    (self.states, self.told, self.scores) = (states, told, scores)
  }

  package init(_ samples: some Sequence<Sample>) { for sample in samples { append(sample) } }

  package mutating func append(_ sample: Sample) {
    var position = PicturePoint(x: 0, y: 0)
    if case .at(let point, _, _) = sample.gaze { position = point }
    var (emotions, levels) = (UInt8(0), SIMD8<UInt8>.zero)
    if case .scores(let scores) = sample.face {
      emotions = scores.told.rawValue | (scores.areStrongest ? 0x80 : 0)
      levels = SampleQuantization.levels(scores.levels.lanes, of: scores.told)
    }
    milliseconds.append(Int32(clamping: Int((sample.time * 1000).rounded())))
    x.append(SampleQuantization.step(position.x))
    y.append(SampleQuantization.step(position.y))
    states.append(Self.state(gaze: sample.gaze, face: sample.face))
    told.append(emotions)
    // Append seven bytes at once: seven appends would take longer than parsing the line.
    withUnsafeBytes(of: levels) { all in
      scores.append(contentsOf: UnsafeRawBufferPointer(rebasing: all.prefix(7)))
    }
  }

  /// Appends samples that are already in columns of equal length, with seven scores per sample.
  package mutating func append(
    milliseconds: UnsafeBufferPointer<Int32>, x: UnsafeBufferPointer<Int16>,
    y: UnsafeBufferPointer<Int16>, states: UnsafeBufferPointer<UInt8>,
    told: UnsafeBufferPointer<UInt8>, scores: UnsafeBufferPointer<UInt8>
  ) {
    self.milliseconds.append(contentsOf: milliseconds)
    self.x.append(contentsOf: x)
    self.y.append(contentsOf: y)
    self.states.append(contentsOf: states)
    self.told.append(contentsOf: told)
    self.scores.append(contentsOf: scores)
  }
}

extension SampleColumns {
  /// Samples per part of a long session, to limit memory use.
  package static let partLength = 1 << 19

  /// The face at `index`; faster than reading the whole sample.
  package func face(at index: Int) -> Face {
    switch states[index] >> 6 {
    case 0: return .notReported
    case 1: return .lost
    default:
      var vector = EmotionVector.zero
      for lane in 0..<Emotion.allCases.count {
        vector.lanes[lane] = Float(scores[index * Emotion.allCases.count + lane]) / 255
      }
      return .scores(
        FaceScores(
          vector, told: EmotionSet(rawValue: told[index]), areStrongest: told[index] & 0x80 != 0))
    }
  }

  package var reportedEmotions: EmotionSet { EmotionSet(rawValue: told.reduce(0, |)) }

  /// The gaze at `index`; faster than reading the whole sample.
  package func gaze(at index: Int) -> Gaze {
    let state = states[index]
    switch state & 3 {
    case 0: return .notReported
    case 1: return .lost
    case 2: return .blink
    default:
      let point = PicturePoint(
        x: SampleQuantization.position(x[index]), y: SampleQuantization.position(y[index]))
      return .at(
        point, confidence: GazeConfidence(rawValue: state >> 2 & 1) ?? .low,
        movement: EyeMovement(rawValue: state >> 3 & 3) ?? .unknown)
    }
  }

  /// Whether the source tried to track gaze.
  static func reportsGaze(_ state: UInt8) -> Bool { state & 1 != 0 }

  static func hasGaze(_ state: UInt8) -> Bool { state & 3 == 3 }

  static func hasConfidentGaze(_ state: UInt8) -> Bool { hasGaze(state) && state & 4 != 0 }

  static func isSaccade(_ state: UInt8) -> Bool { state >> 3 & 3 == EyeMovement.saccade.rawValue }

  /// The scores at `index` in steps of 1/255; the eighth lane is 0, and `nil` means no scores.
  @inline(__always)
  func faceLanes(at index: Int) -> SIMD8<UInt8>? {
    guard Self.hasFace(states[index]), told[index] & 0x7F != 0 else { return nil }
    let start = index * 7
    return scores.withUnsafeBytes { scores in
      guard start + 8 <= scores.count else { return SIMD8(classes: { scores[start + $0] }) }
      let eight = scores.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      return SIMD8(key: UInt64(littleEndian: eight) & 0x00FF_FFFF_FFFF_FFFF)
    }
  }

  static func hasFace(_ state: UInt8) -> Bool { state >> 6 == 2 }

  /// Whether the source tried to find a face.
  static func reportsFace(_ state: UInt8) -> Bool { state >> 6 != 0 }

  /// The state byte: two bits for the gaze, one for its confidence, two for the eye movement, and
  /// two for the face.
  package static func state(gaze: Gaze, face: Face) -> UInt8 {
    let faceBits: UInt8 =
      switch face {
      case .notReported: 0
      case .lost: 1
      case .scores: 2
      }
    let gazeBits: UInt8 =
      switch gaze {
      case .notReported: 0
      case .lost: 1
      case .blink: 2
      case .at(_, let confidence, let movement):
        3 | confidence.rawValue << 2 | movement.rawValue << 3
      }
    return gazeBits | faceBits << 6
  }

  package mutating func append(_ other: SampleColumns, in range: Range<Int>) {
    let kinds = Emotion.allCases.count
    milliseconds += other.milliseconds[range]
    x += other.x[range]
    y += other.y[range]
    states += other.states[range]
    told += other.told[range]
    scores += other.scores[range.lowerBound * kinds..<range.upperBound * kinds]
  }
}

extension SampleColumns: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { milliseconds.count }

  package subscript(index: Int) -> Sample {
    Sample(
      time: Double(milliseconds[index]) / 1000, gaze: gaze(at: index), face: face(at: index))
  }
}
