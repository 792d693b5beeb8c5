import Audience
import CSQLite

extension ImportFormat {
  /// The result of a query on any SQLite file, as a table.
  static let sqlite = ImportFormat(
    name: "sqlite",
    summary: "any SQLite file: the result of --query is the table, its columns named by --map",
    carries: [.gaze, .emotion, .blinks],
    options: [
      .video, .viewer, .viewerFrom, .label, .recordedAt, .query, .map, .preset, .presetFile,
      .startedAt,
      .offset, .player, .screen, .picture,
    ]
  ) { (context) throws(ImportError) in
    let options = context.options
    guard let query = options.query else {
      throw context.missingOption(
        "which rows are meant is not said",
        "give --query 'SELECT viewer, time, x, y, happy FROM …'")
    }
    let rows = try SQLiteRows(context, query: query)
    let isNamed = options.map != nil || options.preset != nil || options.presetFile != nil
    let map = isNamed ? try TableFile.map(context) : .named
    var importer = try TableImporter(context: context, rows: rows, map: map)
    return .sessions(try importer.read())
  }
}

extension ColumnMap {
  /// The map of a query that names its columns by their roles itself.
  static var named: ColumnMap {
    var map = ColumnMap()
    map.time = ["time", "t"]
    map.gaze = [GazeColumns(x: "x", y: "y", unit: .normalised)]
    map.confidence = ["conf", "confidence"]
    map.blink = WordColumn(names: ["blink"], words: ["1", "1.0", "true", "yes", "blink"])
    map.viewer = ["viewer"]
    map.session = ["session"]
    map.video = ["video"]
    for emotion in Emotion.allCases {
      map.scores[emotion] = ScoreColumns(columns: [emotion.name], combination: .mean)
    }
    return map
  }
}
