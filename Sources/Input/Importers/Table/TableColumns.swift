import Audience
import Foundation

/// A column map bound to the columns of a table.
///
/// This is a class, so that its lists are not copied for each row.
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
      (
        width.flatMap { TableColumns.number(cells[$0]) },
        height.flatMap { TableColumns.number(cells[$0]) }
      )
    }

    var hasSize: Bool { width != nil }

    /// Whether points are in pixels of a plane of unknown size.
    func needsPlane(_ options: ImportOptions) -> Bool {
      guard case .pixels(nil) = unit else { return false }
      return !hasSize
        && options.picture == nil && options.player == nil && options.screen == nil
    }
  }

  struct Words {
    let index: Int
    let words: [[UInt8]]

    /// Whether the cell contains one of the words, in any case; without words, any word matches.
    func matches(_ cells: [Bytes]) -> Bool {
      let cell = cells[index].trimmed
      if words.isEmpty { return cell.count > 0 && !TableColumns.isEmptyWord(cell) }
      return words.contains { cell.equalLowercased($0) }
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
  let words: [[Words]]
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
    for name in map.required {
      _ = try rows.column(name, orSay: "columns are \(Self.list(rows.names))")
    }
    let time = try Self.time(map, rows)
    timeIndex = time.index
    unit = time.unit
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
  ) throws(ImportError) -> [Words] {
    var bound: [Words] = []
    for column in columns {
      guard let index = try rows.first(of: column.names) else { continue }
      bound.append(Words(index: index, words: column.words.map { Array($0.lowercased().utf8) }))
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
      bound.append(
        Score(
          emotion: emotion, indices: indices, combination: columns.combination,
          single: indices.count == 1 ? indices[0] : -1))
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
}
