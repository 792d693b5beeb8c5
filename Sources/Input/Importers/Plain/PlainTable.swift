import Audience
import Foundation

/// Takes rows of plain numbers straight from the bytes into columns: no cell, sample or error is
/// made of a row, and whatever is unusual about one leaves it to `TableSession.take`.
///
/// A class, so that it is handed on without copies.
@safe
final class PlainTable {
  /// Why reading came to an end.
  enum Stop {
    /// The session's block is full.
    case full
    /// The row that comes next is not plain, or not whole, or something about it is to be counted
    /// or refused.
    case unlike
    /// It is another session's, and was split already.
    case other
  }

  private enum Gaze: Int { case notReported, lost, low, full }
  private enum Face: Int { case notReported, lost, scores }
  private typealias Score = (column: Int, lane: UInt64, told: UInt8)

  private let columns: TableColumns
  private let rows: DelimitedRows
  private var row: PlainRow
  private let offset: Double
  private let perSecond: Double
  private let scores: [Score]
  /// The bytes of the states that plain rows can have, of each gaze those with each face.
  private let states: [UInt8]
  private var cursor: UnsafePointer<UInt8>
  private var limit: UnsafePointer<UInt8>
  /// Where the row behind one that is split begins; `nil` while none is.
  private var behind: UnsafePointer<UInt8>?
  private var taken = 0

  /// Prepares for a table; `nil` where its map asks for more than numbers, names and labels.
  init?(_ columns: TableColumns, of rows: any RowSource, offset: Double) {
    guard let rows = rows as? DelimitedRows, !rows.names.isEmpty,
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
    row = PlainRow(areNumbers: rows.names.indices.map(wanted.contains), delimiter: rows.delimiter)
    scores = columns.scores.map {
      ($0.single, UInt64(8 * $0.emotion.rawValue), 1 << $0.emotion.rawValue)
    }
    let point = PicturePoint(x: 0, y: 0)
    let gazes: [Audience.Gaze] = [
      .notReported, .lost, .at(point, confidence: .low, movement: .unknown),
      .at(point, confidence: .full, movement: .unknown),
    ]
    let faces: [Audience.Face] = [.notReported, .lost, .scores(FaceScores(.zero))]
    states = gazes.flatMap { gaze in
      faces.map { SampleColumns.state(gaze: gaze, face: $0) }
    }
    unsafe (cursor, limit) = unsafe rows.lines.pending
  }

  /// Begins at the row that comes next.
  func begin() {
    unsafe (cursor, limit) = unsafe rows.lines.pending
    unsafe behind = nil
    taken = 0
  }

  func end() { if taken > 0 { unsafe rows.lines.pass(to: cursor, lines: taken) } }

  /// Takes rows of one session into its block; why it came to an end.
  func read(_ session: TableSession) -> Stop {
    guard let zero = session.zero else { return .unlike }
    while !session.samples.block.isFull {
      let next: UnsafePointer<UInt8>
      if let behind = unsafe behind {
        unsafe next = unsafe behind
      } else {
        guard let split = unsafe row.read(cursor, before: limit) else { return .unlike }
        unsafe next = unsafe split
        guard isRow(of: session.key) else {
          unsafe behind = unsafe split
          return .other
        }
      }
      unsafe behind = nil
      guard hasLabels(of: session), append(session, zero) else { return .unlike }
      unsafe cursor = unsafe next
      taken += 1
    }
    return .full
  }

  /// Whether the row that is split has in its columns what tells a session from others.
  @inline(__always)
  func isRow(of key: [UInt8]) -> Bool {
    columns.isSame(as: key) { row.texts[$0] }
  }

  /// Whether the row repeats the labels that its session has.
  @inline(__always)
  private func hasLabels(of session: TableSession) -> Bool {
    for (place, label) in columns.labels.enumerated() {
      guard row.texts[label.index].equal(session.labelCells[place]) else { return false }
    }
    return true
  }

  /// Adds the sample of the row; `false` for one that is not to be taken as it is.
  @inline(__always)
  private func append(_ session: TableSession, _ zero: Double) -> Bool {
    let moved = (row.numbers[columns.timeIndex] / perSecond - zero + offset) * 1e6
    // NaN, times before the beginning and times beyond any video are left out.
    guard moved >= 0, moved <= PlayTime.latest * 1e6 else { return false }
    let time = Self.rounded(moved) / 1e6
    guard let gaze = gaze(session), let face = face() else { return false }
    if face.kind == .lost { session.noteLostFace() }
    session.samples.block.append(
      milliseconds: Int32(Self.rounded(time * 1000)), x: gaze.x, y: gaze.y,
      state: states[3 * gaze.kind.rawValue + face.kind.rawValue], told: face.told,
      levels: face.levels)
    return true
  }

  /// To the nearest whole number, the half up, as `rounded()` does above 0.
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
        session.noteLostGaze(isUnsure: true)
        return (.lost, 0, 0)
      }
      if !(confidence >= columns.confidences.full) { kind = .low }
    }
    let (x, y) = (row.numbers[place.x], row.numbers[place.y])
    guard x == x, y == y, !columns.invalidNumbers.contains(x), !columns.invalidNumbers.contains(y)
    else {
      session.noteLostGaze(isUnsure: false)
      return (.lost, 0, 0)
    }
    guard let plane = session.plane else { return nil }
    let point = plane.picture(x, y)
    guard SessionBuilder.places.contains(point.x), SessionBuilder.places.contains(point.y) else {
      return nil
    }
    return (kind, SampleColumns.step(point.x), SampleColumns.step(point.y))
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
      levels |= UInt64(SampleColumns.level(Float(min(1, max(0, share))))) &<< score.lane
      told |= score.told
    }
    return told == 0 ? (.lost, 0, 0) : (.scores, told, levels)
  }
}

extension TableColumns {
  /// Whether rows tell nothing but numbers, a column each, beside who watched what.
  fileprivate var isNumbersOnly: Bool {
    !isHead && faceConfidenceIndex == nil && words.allSatisfy(\.isEmpty)
      && !(map.zerosAreNoFace ?? false) && !map.isSparse && scores.allSatisfy { $0.single >= 0 }
  }
}
