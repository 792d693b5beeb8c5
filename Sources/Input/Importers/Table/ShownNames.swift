import Audience

/// What a table shows beside the video that is wanted, for the refusal of one that does not say
/// which is meant.
struct ShownNames {
  /// How many are listed.
  private static let most = 12
  private var names: [String] = []
  private var areMore = false
  /// Whether one of them can be no video's id, where each is to be its own video's.
  private var isIdMissing = false

  /// Whether any may be told: a column that the user's own map names may hold people's names.
  static func areTold(_ context: FileContext) -> Bool {
    context.options.preset != nil && context.options.map?.names[.video] == nil
  }

  /// Takes a cell; `isIdMissing` where it can be no video's id and has to be one.
  mutating func add(_ name: String, isIdMissing: Bool = false) {
    self.isIdMissing = self.isIdMissing || isIdMissing
    guard !name.isEmpty, !areMore, !names.contains(name) else { return }
    guard names.count < Self.most else { return areMore = true }
    names.append(name)
  }

  /// The refusal of a table that does not say which of them is the video, with all that is missing
  /// beside it; `nil` where every row could be given to a video.
  func failure(
    isEmpty: Bool, isGiven: Bool, _ columns: TableColumns, _ context: FileContext
  ) -> ImportError? {
    let wanted = context.options.stimulus ?? context.givenVideo
    guard isIdMissing || (isEmpty && wanted != nil) else { return nil }
    let told = names.filter { Self.areTold(context) || Identifier.isValid($0) }
      .map { "'\($0.prefix(80))'" }
    var problem =
      wanted.map { "no row of the \(isGiven ? "stimulus" : "video") '\($0)'" }
      ?? "which of what was shown is the video is not said"
    if !told.isEmpty {
      problem += ", and the table has \(told.joined(separator: ", "))\(areMore ? " and more" : "")"
    }
    var options = context.givenVideo == nil ? [("--video", "ID", "trip")] : []
    let like = told.first { $0.lowercased().contains(wanted?.lowercased() ?? "") } ?? told.first
    options.append(("--stimulus", "NAME as the table has it", like ?? "'My trip'"))
    if columns.gaze?.lacksPlane(context.options) ?? false {
      options.append(("--screen", "WxH of which the points are pixels", "1920x1080"))
    }
    return ImportError(
      isGiven ? .badData : .missingOption, of: context.file, problem,
      "give \(options.map { "\($0.0) \($0.1)" }.joined(separator: " and ")), as in "
        + options.map { "\($0.0) \($0.2)" }.joined(separator: " "))
  }
}
