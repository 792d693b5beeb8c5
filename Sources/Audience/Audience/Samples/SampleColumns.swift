/// The samples of one session in columns.
///
/// Times are whole milliseconds; positions and scores lie on a grid (`PictureGrid`) finer than any
/// tracker, and small enough that an hour of ten thousand viewers at 2 Hz is a gigabyte. The
/// columns are what the library stores.
package struct SampleColumns: Hashable, Sendable {
  /// Play times in milliseconds, in the order in which they were added.
  package private(set) var milliseconds: [Int32] = []
  /// Horizontal positions in steps of 1/8192 of the picture's width; 0 without a position.
  package private(set) var x: [Int16] = []
  /// Vertical positions in steps of 1/8192 of the picture's height; 0 without a position.
  package private(set) var y: [Int16] = []
  /// What kind of gaze and face each sample has (see `State`).
  package private(set) var states: [UInt8] = []
  /// Which classes each sample tells: bit i for the emotion of raw value i, the eighth where the
  /// others are known to lie below (`FaceScores.areStrongest`); 0 without a face.
  package private(set) var told: [UInt8] = []
  /// Seven scores a sample in `Emotion` order, steps of 1/255; zeros without a face, and for
  /// classes that are untold.
  package private(set) var scores: [UInt8] = []

  package init() {}

  /// Takes stored columns back.
  ///
  /// - Returns: `nil` when the columns' lengths do not agree.
  package init?(
    milliseconds: [Int32], x: [Int16], y: [Int16], states: [UInt8], told: [UInt8],
    scores: [UInt8]
  ) {
    let count = milliseconds.count
    guard x.count == count, y.count == count, states.count == count, told.count == count,
      scores.count == count * Emotion.allCases.count
    else { return nil }
    self.milliseconds = milliseconds
    self.x = x
    self.y = y
    self.states = states
    self.told = told
    self.scores = scores
  }

  package init(_ samples: some Sequence<Sample>) {
    for sample in samples { append(sample) }
  }

  /// Adds a sample at the end.
  package mutating func append(_ sample: Sample) {
    let position = State.position(of: sample.gaze)
    milliseconds.append(Int32(clamping: Int((sample.time * 1000).rounded())))
    x.append(PictureGrid.step(position.x))
    y.append(PictureGrid.step(position.y))
    states.append(State.byte(gaze: sample.gaze, face: sample.face))
    told.append(State.told(by: sample.face))
    State.appendScores(of: sample.face, to: &scores)
  }

  /// Adds samples that lie in columns already, as these hold them, all of one length; seven scores
  /// a sample.
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
  /// How many samples a part of a long session has: nothing larger need be in memory at once.
  package static let partLength = 1 << 19

  /// What the face showed at `index`, without reading the gaze.
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

  /// The classes that any sample tells.
  package var toldClasses: EmotionSet { EmotionSet(rawValue: told.reduce(0, |)) }

  /// Where the eyes were at `index`, without reading the face.
  package func gaze(at index: Int) -> Gaze {
    let point = PicturePoint(
      x: PictureGrid.position(x[index]), y: PictureGrid.position(y[index]))
    return State.gaze(states[index], at: point)
  }

  /// Whether a state says where the eyes were, or that they were not found.
  static func knowsGaze(_ state: UInt8) -> Bool { state & 1 != 0 }

  /// Whether a state says that there is a position.
  static func hasGaze(_ state: UInt8) -> Bool { state & 3 == 3 }

  /// Whether a state says that there is a position with full confidence.
  static func isSureGaze(_ state: UInt8) -> Bool { hasGaze(state) && state & 4 != 0 }

  /// Whether a state says that the eyes were moving quickly.
  static func isSaccade(_ state: UInt8) -> Bool {
    state >> 3 & 3 == EyeMovement.saccade.rawValue
  }

  /// The scores at `index` in steps of 1/255, in `Emotion` order, and 0; `nil` if the source
  /// reports none.
  @inline(__always)
  func faceLanes(at index: Int) -> SIMD8<UInt8>? {
    guard Self.hasFace(states[index]), told[index] & 0x7F != 0 else { return nil }
    let start = index * 7
    return scores.withUnsafeBytes { scores in
      guard start + 8 <= scores.count else {
        return SIMD8(classes: { scores[start + $0] })
      }
      let eight = scores.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      return SIMD8(key: UInt64(littleEndian: eight) & 0x00FF_FFFF_FFFF_FFFF)
    }
  }

  /// Whether a state says that a face was read.
  static func hasFace(_ state: UInt8) -> Bool { state >> 6 == 2 }

  /// Whether a state says that a face was read, or that none was.
  static func knowsFace(_ state: UInt8) -> Bool { state >> 6 != 0 }

  /// The byte that says what kind of gaze and face a sample has.
  package static func state(gaze: Gaze, face: Face) -> UInt8 { State.byte(gaze: gaze, face: face) }

  /// A position as `x` and `y` hold it.
  @inlinable package static func step(_ position: Double) -> Int16 { PictureGrid.step(position) }

  /// A score 0…1 as `scores` hold it.
  @inlinable package static func level(_ score: Float) -> UInt8 { PictureGrid.level(score) }

  /// Adds a stretch of other columns at the end.
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
  /// The first index, 0.
  package var startIndex: Int { 0 }
  package var endIndex: Int { milliseconds.count }

  /// The sample at `index`, as exact as the columns hold it.
  package subscript(index: Int) -> Sample {
    Sample(
      time: Double(milliseconds[index]) / 1000, gaze: gaze(at: index),
      face: face(at: index))
  }
}

/// One byte a sample: two bits for the gaze, two for confidence or its lack, two for movement and
/// two for the face.
private enum State {
  static func position(of gaze: Gaze) -> PicturePoint {
    if case .at(let point, _, _) = gaze { return point }
    return PicturePoint(x: 0, y: 0)
  }

  static func byte(gaze: Gaze, face: Face) -> UInt8 {
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

  static func gaze(_ byte: UInt8, at point: PicturePoint) -> Gaze {
    switch byte & 3 {
    case 0: .notReported
    case 1: .lost
    case 2: .blink
    default:
      .at(
        point, confidence: GazeConfidence(rawValue: byte >> 2 & 1) ?? .low,
        movement: EyeMovement(rawValue: byte >> 3 & 3) ?? .unknown)
    }
  }

  static func told(by face: Face) -> UInt8 {
    guard case .scores(let scores) = face else { return 0 }
    return scores.told.rawValue | (scores.areStrongest ? 0x80 : 0)
  }

  static func appendScores(of face: Face, to scores: inout [UInt8]) {
    // Appended at once: an append a score takes longer than reading the line.
    var levels = SIMD8<UInt8>.zero
    if case .scores(let scores) = face {
      levels = PictureGrid.levels(scores.levels.lanes, of: scores.told)
    }
    withUnsafeBytes(of: levels) { all in
      scores.append(contentsOf: UnsafeRawBufferPointer(rebasing: all.prefix(7)))
    }
  }
}
