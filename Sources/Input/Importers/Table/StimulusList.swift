import Audience

/// Names of other stimuli in a table, for the error if it is unclear which one is the video.
struct StimulusList {
  private static let maximumNames = 12
  private var names: [String] = []
  private var areMore = false
  /// Whether a name is not a valid video ID, although each stimulus should be a video.
  private var isIdMissing = false

  /// Whether names may be printed; a column of the user's map may contain names of people.
  static func mayPrint(_ context: ImportContext) -> Bool {
    context.options.preset != nil && context.options.map?.names[.video] == nil
  }

  /// Adds a name; `isIdMissing` if it should be a video ID but is not valid.
  mutating func add(_ name: String, isIdMissing: Bool = false) {
    self.isIdMissing = self.isIdMissing || isIdMissing
    guard !name.isEmpty, !areMore, !names.contains(name) else { return }
    guard names.count < Self.maximumNames else { return areMore = true }
    names.append(name)
  }

  /// The error if it is unclear which rows belong to the video, with all missing options.
  func failure(
    isEmpty: Bool, isGiven: Bool, _ columns: TableColumns, _ context: ImportContext
  ) -> ImportError? {
    let wanted = context.options.stimulus ?? context.givenVideo
    guard isIdMissing || (isEmpty && wanted != nil) else { return nil }
    let printed = names.filter { Self.mayPrint(context) || Identifier.isValid($0) }
      .map { "'\($0.prefix(80))'" }
    var problem =
      wanted.map { "no row has the \(isGiven ? "stimulus" : "video") '\($0)'" }
      ?? "it is not clear which stimulus is the video"
    if !printed.isEmpty {
      problem += "; the table has \(printed.joined(separator: ", "))\(areMore ? " and more" : "")"
    }
    var options = context.givenVideo == nil ? [("--video", "ID", "trip")] : []
    let like =
      printed.first { $0.lowercased().contains(wanted?.lowercased() ?? "") } ?? printed.first
    options.append(("--stimulus", "NAME as in the table", like ?? "'My trip'"))
    if columns.gaze?.needsPlane(context.options) ?? false {
      options.append(("--screen", "WxH for points in pixels", "1920x1080"))
    }
    return ImportError(
      isGiven ? .badData : .missingOption, of: context.file, problem,
      "give \(options.map { "\($0.0) \($0.1)" }.joined(separator: " and ")), for example "
        + options.map { "\($0.0) \($0.2)" }.joined(separator: " "))
  }
}
