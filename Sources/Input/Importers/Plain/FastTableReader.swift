import Audience
import Foundation

/// The fast path for tables: parses simple rows directly into columns, without cells or samples.
///
/// Other rows are left to `TableSession.take`. This is a class to avoid copies.
@safe
final class FastTableReader {
  enum StopReason {
    /// The session's block of samples is full.
    case full
    /// The next row is not simple or complete, or must be counted or rejected.
    case needsSlowPath
    /// The next row belongs to another session, and is already split into cells.
    case other
  }

  private enum Gaze: Int { case notReported, lost, low, full }
  private enum Face: Int { case notReported, lost, scores }
  private typealias Score = (column: Int, lane: UInt64, told: UInt8)

  private let columns: TableColumns
  private let rows: DelimitedRows
  private var row: SimpleRowParser
  private let offset: Double
  private let perSecond: Double
  private let scores: [Score]
  /// The state byte of each combination of gaze and face.
  private let states: [UInt8]
  private var cursor: UnsafePointer<UInt8>
  private var limit: UnsafePointer<UInt8>
  /// Start of the row after one that is split but not used yet, if there is one.
  private var nextRow: UnsafePointer<UInt8>?
  private var takenRows = 0

  /// Fails if the map needs more than numbers, names and labels.
  init?(_ columns: TableColumns, offset: Double) {
    guard let rows = columns.rows as? DelimitedRows, !rows.names.isEmpty,
      let perSecond = columns.unit.perSecond, columns.isNumbersOnly
    else { return nil }
    let places = columns.gaze.map { [$0.x, $0.y] } ?? []
    let wanted =
      [columns.timeIndex] + places + [columns.confidenceIndex].compactMap { $0 }
      + columns.scores.map(\.single)
    let texts = columns.names + columns.labels.map(\.index)
    guard !texts.contains(where: wanted.contains) else { return nil }
    self.columns = columns
    self.rows = rows
    self.perSecond = perSecond
    self.offset = columns.offset + offset
    row = SimpleRowParser(
      areNumbers: rows.names.indices.map(wanted.contains), delimiter: rows.delimiter)
    scores = columns.scores.map {
      ($0.single, UInt64(8 * $0.emotion.rawValue), 1 << $0.emotion.rawValue)
    }
    let point = PicturePoint(x: 0, y: 0)
    let gazes: [Audience.Gaze] = [
      .notReported, .lost, .at(point, confidence: .low, movement: .unknown),
      .at(point, confidence: .full, movement: .unknown),
    ]
    let faces: [Audience.Face] = [.notReported, .lost, .scores(FaceScores(.zero))]
    states = gazes.flatMap { gaze in faces.map { SampleColumns.state(gaze: gaze, face: $0) } }
    unsafe (cursor, limit) = unsafe rows.lines.pending
  }

  func begin() {
    unsafe (cursor, limit) = unsafe rows.lines.pending
    unsafe nextRow = nil
    takenRows = 0
  }

  func end() { if takenRows > 0 { unsafe rows.lines.pass(to: cursor, lines: takenRows) } }

  /// Appends rows of one session to its block, and returns the reason for stopping.
  func read(_ session: TableSession) -> StopReason {
    guard let zero = session.zero else { return .needsSlowPath }
    while !session.samples.block.isFull {
      let next: UnsafePointer<UInt8>
      if let nextRow = unsafe nextRow {
        unsafe next = unsafe nextRow
      } else {
        guard let split = unsafe row.read(cursor, before: limit) else { return .needsSlowPath }
        unsafe next = unsafe split
        guard isRow(of: session.key) else {
          unsafe nextRow = unsafe split
          return .other
        }
      }
      unsafe nextRow = nil
      guard hasLabels(of: session), append(session, zero) else { return .needsSlowPath }
      unsafe cursor = unsafe next
      takenRows += 1
    }
    return .full
  }

  @inline(__always)
  func isRow(of key: [UInt8]) -> Bool {
    columns.isSame(as: key) { row.texts[$0] }
  }

  @inline(__always)
  private func hasLabels(of session: TableSession) -> Bool {
    for (place, label) in columns.labels.enumerated() {
      guard row.texts[label.index].equals(session.labelCells[place]) else { return false }
    }
    return true
  }

  /// Appends the sample of the current row; returns `false` if the row needs the slow path.
  @inline(__always)
  private func append(_ session: TableSession, _ zero: Double) -> Bool {
    let moved = (row.numbers[columns.timeIndex] / perSecond - zero + offset) * 1e6
    // NaN, times before the start, and times beyond 24 h take the slow path.
    guard moved >= 0, moved <= PlayTimeOffset.latest * 1e6 else { return false }
    let time = Self.rounded(moved) / 1e6
    guard let gaze = gaze(session), let face = face() else { return false }
    if face.kind == .lost { session.builder.lost.faceWithoutScore += 1 }
    session.samples.block.append(
      milliseconds: Int32(Self.rounded(time * 1000)), x: gaze.x, y: gaze.y,
      state: states[3 * gaze.kind.rawValue + face.kind.rawValue], told: face.told,
      levels: face.levels)
    return true
  }

  /// Rounds to the nearest integer, halves up, like `rounded()` for positive values.
  @inline(__always)
  private static func rounded(_ value: Double) -> Double {
    let whole = Double(Int64(value))
    return value - whole >= 0.5 ? whole + 1 : whole
  }

  @inline(__always)
  private func gaze(_ session: TableSession) -> (kind: Gaze, x: Int16, y: Int16)? {
    guard let place = columns.gaze else { return (.notReported, 0, 0) }
    var kind = Gaze.full
    if let index = columns.confidenceIndex {
      let confidence = row.numbers[index]
      guard confidence >= columns.confidences.usable else {
        session.builder.lost.unsureGaze += 1
        return (.lost, 0, 0)
      }
      if !(confidence >= columns.confidences.full) { kind = .low }
    }
    let (x, y) = (row.numbers[place.x], row.numbers[place.y])
    guard x == x, y == y, !columns.invalidNumbers.contains(x), !columns.invalidNumbers.contains(y)
    else {
      session.builder.lost.gazeWithoutPoint += 1
      return (.lost, 0, 0)
    }
    guard let plane = session.plane else { return nil }
    let point = plane.picture(x, y)
    guard SessionBuilder.places.contains(point.x), SessionBuilder.places.contains(point.y) else {
      return nil
    }
    return (kind, SampleQuantization.step(point.x), SampleQuantization.step(point.y))
  }

  @inline(__always)
  private func face() -> (kind: Face, told: UInt8, levels: UInt64)? {
    guard !scores.isEmpty else { return (.notReported, 0, 0) }
    var (told, levels) = (UInt8(0), UInt64(0))
    for score in scores {
      let value = row.numbers[score.column]
      guard value == value else { continue }
      let share = value / columns.fullScore
      guard share >= -0.01, share <= 1.01 else { return nil }
      levels |= UInt64(SampleQuantization.level(Float(min(1, max(0, share))))) &<< score.lane
      told |= score.told
    }
    return told == 0 ? (.lost, 0, 0) : (.scores, told, levels)
  }
}

extension TableColumns {
  /// Whether each role has one number column; names and labels do not count.
  fileprivate var isNumbersOnly: Bool {
    !isHead && faceConfidenceIndex == nil && words.allSatisfy(\.isEmpty)
      && !(map.zerosAreNoFace ?? false) && !map.isSparse && scores.allSatisfy { $0.single >= 0 }
  }
}
