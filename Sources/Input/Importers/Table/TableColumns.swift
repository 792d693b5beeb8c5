import Audience
import Foundation

/// A column map bound to the columns of a table; a class, so that no row copies its lists.
final class TableColumns {
  struct Place {
    let x: Int
    let y: Int
    let unit: ColumnMap.GazeUnit
    let isUp: Bool
    let isScreen: Bool
    private let width: Int?
    private let height: Int?

    /// Fails if the table does not have both coordinates.
    init?(_ columns: ColumnMap.NamedPointColumns, of rows: any RowSource) throws(ImportError) {
      guard let x = try rows.index(of: columns.x), let y = try rows.index(of: columns.y) else {
        return nil
      }
      (self.x, self.y) = (x, y)
      (unit, isUp, isScreen) = (columns.unit, columns.isUp, columns.isScreen)
      width = try rows.first(of: columns.width.map { [$0] })
      height = try rows.first(of: columns.height.map { [$0] })
    }

    /// The size of the plane or the face in this row, if the row has it.
    func size(_ cells: [Bytes]) -> (width: Double?, height: Double?) {
      func number(_ index: Int?) -> Double? { index.flatMap { TableColumns.number(cells[$0]) } }
      return (number(width), number(height))
    }

    var hasSize: Bool { width != nil }

    /// Whether points are in pixels of a plane of unknown size.
    func needsPlane(_ options: ImportOptions) -> Bool {
      guard case .pixels(nil) = unit else { return false }
      return !hasSize && options.picture == nil && options.player == nil && options.screen == nil
    }
  }

  struct WordCondition {
    let index: Int
    let words: [[UInt8]]

    /// Whether the cell contains one of the words, in any case; without words, any word matches.
    func matches(_ cells: [Bytes]) -> Bool {
      let cell = cells[index].trimmed
      if words.isEmpty { return cell.count > 0 && !TableColumns.isEmptyWord(cell) }
      return words.contains { cell.equalsLowercased($0) }
    }
  }

  struct Score {
    let emotion: Emotion
    let indices: [Int]
    let combination: ColumnMap.Combination
    /// Index of the only column; -1 if there are several.
    let single: Int
  }

  let map: ColumnMap
  let rows: any RowSource
  let gaze: Place?
  let isHead: Bool
  let unit: TimeUnit
  let offset: Double
  let viewer: Int?
  let session: Int?
  let video: Int?
  /// Label columns, sorted by label name.
  let labels: [(name: String, index: Int)]
  /// The viewer, session and video columns, which identify a session.
  let names: [Int]
  let timeIndex: Int
  let words: [[WordCondition]]
  let confidenceIndex: Int?
  let faceConfidenceIndex: Int?
  let scores: [Score]
  let invalidNumbers: [Double]
  /// Confidence thresholds for usable and for full confidence.
  let confidences: (usable: Double, full: Double)
  /// The number that means the highest score.
  let fullScore: Double

  init(_ map: ColumnMap, of rows: any RowSource) throws(ImportError) {
    self.map = map
    self.rows = rows
    for name in map.required {
      _ = try rows.column(name, orSay: "columns are \(Self.list(rows.names))")
    }
    (timeIndex, unit) = try Self.time(map, rows)
    offset = map.offset ?? 0
    gaze = try Self.gaze(map, rows)
    isHead = gaze?.unit.isOfHead ?? false
    viewer = try rows.first(of: map.names[.viewer])
    session = try rows.first(of: map.names[.session])
    video = try rows.first(of: map.names[.video])
    names = [viewer, session, video].compactMap { $0 }
    labels = try Self.labels(map, rows)
    words = try ColumnMap.Word.allCases.map { role throws(ImportError) in
      try Self.words(map.words[role] ?? [], rows)
    }
    confidenceIndex = try rows.first(of: map.names[.confidence])
    faceConfidenceIndex = try rows.first(of: map.names[.faceConfidence])
    scores = try Self.scores(map, rows)
    invalidNumbers = map.invalid.compactMap(Double.init)
    confidences = (map.usableConfidence ?? 0.6, map.fullConfidence ?? 0.8)
    fullScore = map.fullScore ?? 1
    guard gaze != nil || !scores.isEmpty || !self[.blink].isEmpty else {
      throw rows.failure(
        "the table has no column of gaze or emotion",
        "columns are \(Self.list(rows.names)); use --map x=…,y=…,happy=…", line: 1)
    }
  }

  // MARK: - Binding

  private static func time(
    _ map: ColumnMap, _ rows: any RowSource
  ) throws(ImportError) -> (index: Int, unit: TimeUnit) {
    guard let index = try rows.first(of: map.names[.time]) else {
      let wanted = map.names[.time]?.first.map { "column '\($0)'" } ?? "time column"
      throw rows.failure(
        "there is no \(wanted)",
        "columns are \(list(rows.names)); use --map time=COLUMN:UNIT", line: 1)
    }
    // A unit in the column's name overrides the preset's, because versions of a tool differ.
    let own = map.isUnitNamed ? nil : ColumnName.unit(in: rows.names[index])
    return (index, own ?? map.unit ?? .seconds)
  }

  private static func gaze(_ map: ColumnMap, _ rows: any RowSource) throws(ImportError) -> Place? {
    for columns in map.gaze {
      if let place = try Place(columns, of: rows) { return place }
    }
    guard let wanted = map.gaze.first, map.scores.isEmpty else { return nil }
    for name in [wanted.x, wanted.y] {
      _ = try rows.column(name, orSay: "columns are \(list(rows.names))")
    }
    return nil
  }

  private static func words(
    _ columns: [ColumnMap.WordColumn], _ rows: any RowSource
  ) throws(ImportError) -> [WordCondition] {
    var bound: [WordCondition] = []
    for column in columns {
      guard let index = try rows.first(of: column.names) else { continue }
      let words = column.words.map { Array($0.lowercased().utf8) }
      bound.append(WordCondition(index: index, words: words))
    }
    return bound
  }

  private static func labels(
    _ map: ColumnMap, _ rows: any RowSource
  ) throws(ImportError) -> [(name: String, index: Int)] {
    var bound: [(name: String, index: Int)] = []
    for (name, column) in map.labels.sorted(by: { $0.key < $1.key }) {
      if let index = try rows.index(of: column) { bound.append((name, index)) }
    }
    return bound
  }

  private static func scores(_ map: ColumnMap, _ rows: any RowSource) throws(ImportError) -> [Score]
  {
    var bound: [Score] = []
    for emotion in Emotion.allCases {
      guard let columns = map.scores[emotion] else { continue }
      var indices: [Int] = []
      for name in columns.columns {
        if let index = try rows.index(of: name) { indices.append(index) }
      }
      if indices.isEmpty { continue }
      let single = indices.count == 1 ? indices[0] : -1
      bound.append(
        Score(
          emotion: emotion, indices: indices, combination: columns.combination, single: single))
    }
    return bound
  }

  /// Whether cells can be column names; a row with a number or a date is data.
  static func canBeColumnNames(_ cells: [String]) -> Bool {
    !cells.contains { cell in
      let plain = cell.trimmingCharacters(in: .whitespaces).replacing(",", with: ".")
      return Double(plain) != nil || ClockDate(plain) != nil
    }
  }

  /// Lists column names for a message; a row that looks like data is not printed.
  static func list(_ names: [String]) -> String {
    guard canBeColumnNames(names) else { return "missing: the first row does not contain names" }
    let shown = names.prefix(12).map { String($0.prefix(40)) }.joined(separator: ", ")
    return names.count > 12 ? shown + " and \(names.count - 12) more" : shown
  }

  // MARK: - Cells

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

  subscript(role: ColumnMap.Word) -> [WordCondition] { words[role.rawValue] }

  func has(_ role: ColumnMap.Word, _ cells: [Bytes]) -> Bool {
    self[role].contains { $0.matches(cells) }
  }

  func isKept(_ cells: [Bytes]) -> Bool { self[.only].allSatisfy { $0.matches(cells) } }

  /// Whether the eyes or the face are valid; `true` without columns of this role.
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

  func face(_ cells: [Bytes], noting builder: inout SessionBuilder) throws(ImportError) -> Face {
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
            "the score has a percent sign", "remove it, and set the unit with --map scores=percent")
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

  /// The trimmed text of a cell, empty for a database's NULL; `nil` without such a column.
  func text(_ index: Int?, _ what: String) throws(ImportError) -> String? {
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
  func viewerName() throws(ImportError) -> String? {
    guard let text = try text(viewer, "viewer's name"), !text.isEmpty else { return nil }
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
