import Audience
import Foundation

extension TableColumns {
  /// Parses a number; a decimal comma is accepted if the table's delimiter is not a comma.
  @inline(__always)
  static func number(_ cell: Bytes) -> Double? { cell.number ?? decimalComma(cell) }

  @inline(never)
  private static func decimalComma(_ cell: Bytes) -> Double? {
    guard cell.count < 40, cell.count > 0, unsafe memchr(cell.start, 0x2C, cell.count) != nil else {
      return nil
    }
    return cell.text.flatMap { Double($0.replacing(",", with: ".", maxReplacements: 1)) }
      .flatMap { $0.isFinite ? $0 : nil }
  }

  static func isEmptyWord(_ cell: Bytes) -> Bool {
    cell.matches("NaN") || cell.matches("nan") || cell.matches("None") || cell.matches("NA")
      || cell.matches("null") || cell.matches("-") || cell.matches(".") || cell.matches("n/a")
      || cell.matches("N/A") || isNull(cell)
  }

  /// Whether the cell is a database's word for no value: `\N` or `NULL` (MySQL, PostgreSQL).
  static func isNull(_ cell: Bytes) -> Bool { cell.matches("\\N") || cell.matches("NULL") }

  @inline(__always)
  func time(_ cells: [Bytes]) -> Double? { unit.seconds(cells[timeIndex], Self.number) }

  /// The unit of a row's time, if it is a clock time or date instead of the expected unit.
  func writtenUnit(in cells: [Bytes]) -> TimeUnit? {
    TimeUnit(writtenIn: cells[timeIndex]).flatMap { $0 == unit ? nil : $0 }
  }

  func isLocalDate(_ cells: [Bytes]) -> Bool {
    guard unit == .date, let date = TimeUnit.wallClock(cells[timeIndex]) else { return false }
    return date.unixSeconds == nil
  }

  subscript(role: ColumnMap.Word) -> [Words] { words[role.rawValue] }

  func has(_ role: ColumnMap.Word, _ cells: [Bytes]) -> Bool {
    self[role].contains { $0.matches(cells) }
  }

  func isKept(_ cells: [Bytes]) -> Bool { self[.only].allSatisfy { $0.matches(cells) } }

  /// Whether the eyes or the face are valid by the columns of this role; `true` without such
  /// columns.
  func isValid(_ role: ColumnMap.Word, _ cells: [Bytes]) -> Bool {
    self[role].isEmpty || has(role, cells)
  }

  /// The confidence of gaze; `nil` if it is too low.
  func confidence(_ cells: [Bytes]) -> GazeConfidence? {
    guard let index = confidenceIndex else { return .full }
    guard let value = Self.number(cells[index]), value >= confidences.usable else { return nil }
    return value >= confidences.full ? .full : .low
  }

  func isEmpty(_ cells: [Bytes], _ indices: [Int]) -> Bool {
    indices.allSatisfy { cells[$0].trimmed.count == 0 }
  }

  func movement(_ cells: [Bytes]) -> EyeMovement {
    has(.fixation, cells) ? .fixation : has(.saccade, cells) ? .saccade : .unknown
  }

  /// Parses a coordinate; `nil` if the cell is not a number or means no gaze.
  @inline(__always)
  func coordinate(_ cell: Bytes) -> Double? {
    guard let value = Self.number(cell), !invalidNumbers.contains(value) else { return nil }
    return value
  }

  /// Whether a cell that should be a number contains a word other than a word for no value.
  static func isWord(_ cell: Bytes) -> Bool {
    let cell = cell.trimmed
    return cell.count > 0 && number(cell) == nil && !isEmptyWord(cell)
  }

  func isFaceValid(_ cells: [Bytes]) -> Bool {
    guard isValid(.faceValidity, cells) else { return false }
    guard let index = faceConfidenceIndex else { return true }
    return Self.number(cells[index]).map { $0 >= confidences.usable } ?? false
  }

  func face(
    _ cells: [Bytes], _ rows: any RowSource, noting builder: inout SessionBuilder
  ) throws(ImportError) -> Face {
    guard !scores.isEmpty else { return .notReported }
    if map.isSparse, isEmpty(cells, scores.flatMap(\.indices)) { return .notReported }
    guard isFaceValid(cells) else {
      builder.lost.missingFace += 1
      return .lost
    }
    var known = EmotionScores()
    var isZero = true
    for index in scores.indices {
      let one = scores[index].single
      let read = one >= 0 ? Self.number(cells[one]) : combined(scores[index], cells)
      guard let value = read else {
        guard one >= 0, Self.isWord(cells[one]) else { continue }
        guard cells[one].trimmed.array.last != UInt8(ascii: "%") else {
          throw rows.failure(
            "the score has a percent sign",
            "remove it, and set the unit with --map scores=percent")
        }
        builder.note(.word)
        continue
      }
      // A little more than the highest score is rounding. Much more is another unit.
      guard value <= fullScore * 1.5 else {
        throw rows.failure(
          "the score \(value) is too large: the highest is \(fullScore)",
          "set --map scores=percent, or scores=NUMBER with the highest score")
      }
      if value != 0 { isZero = false }
      known.set(scores[index].emotion, value / fullScore)
    }
    if known.isOdd { builder.note(.oddScore) }
    guard !known.isEmpty, !(isZero && map.zerosAreNoFace ?? false) else {
      builder.lost.faceWithoutScore += 1
      return .lost
    }
    return .scores(known.told())
  }

  private func combined(_ score: Score, _ cells: [Bytes]) -> Double? {
    var sum = 0.0
    var highest = -Double.infinity
    var count = 0.0
    for index in score.indices {
      guard let value = Self.number(cells[index]) else { continue }
      sum += value
      highest = max(highest, value)
      count += 1
    }
    guard count > 0 else { return nil }
    switch score.combination {
    case .mean: return sum / count
    case .max: return highest
    case .sum: return sum
    }
  }

  // MARK: - Whose row

  /// The trimmed text of a cell; `nil` without such a column.
  ///
  /// It is empty for a database's NULL.
  func text(_ index: Int?, _ what: String, _ rows: any RowSource) throws(ImportError) -> String? {
    guard let index else { return nil }
    let cell = rows.cells[index]
    if Self.isNull(cell) { return "" }
    // Throw, because an empty name would merge different people.
    guard let text = rows.text(of: cell) else {
      throw rows.failure("the \(what) is not UTF-8", "save the table as UTF-8")
    }
    return text.trimmingCharacters(in: .whitespaces)
  }

  /// The viewer's name in the current row; `nil` if its cell is empty.
  func viewerName(_ rows: any RowSource) throws(ImportError) -> String? {
    guard let text = try text(viewer, "viewer's name", rows), !text.isEmpty else { return nil }
    guard let name = ViewerName.plain(text) else {
      throw rows.failure("the viewer's name is not valid", ViewerName.rule)
    }
    return name
  }

  /// The key of a row's session: its viewer, session and video cells, joined.
  func key(_ cells: [Bytes]) -> [UInt8] {
    var key: [UInt8] = []
    for index in names {
      key += cells[index].array
      key.append(0)
    }
    return key
  }

  /// Whether a row's session has this key, without creating another key.
  @inline(__always)
  func isSame(as key: [UInt8], _ cell: (_ column: Int) -> Bytes) -> Bool {
    var offset = 0
    for column in names {
      let cell = cell(column)
      guard offset + cell.count < key.count, key[offset + cell.count] == 0 else { return false }
      for place in 0..<cell.count where key[offset + place] != cell[place] { return false }
      offset += cell.count + 1
    }
    return offset == key.count
  }
}
