import Audience
import EditDecisions

/// Finds the nearest values of settings with which selection would choose a window.
///
/// They are first tried on the smallest audience with the same published figures, then on the real
/// one.
struct SettingSearch {
  let summary: TimelineSummary
  /// The smallest audience with the same published figures.
  let least: TimelineSummary
  /// Selection with the current settings.
  let trial: ChoiceTrial
  /// Computes what resampled audiences choose with other settings; `nil` if samples were erased.
  let resampledChoices: ResampledChoiceCache?
  /// The choice with the current settings.
  let now: Choice

  private var settings: SelectionSettings { trial.settings }

  /// A threshold of selection, and the values to try for it, nearest to the current value first.
  private struct Threshold {
    var name: String
    var path: WritableKeyPath<SelectionSettings, Double>
    var count: Int
    var value: (Int) -> Double
    var decimals: Int
  }

  /// The settings that would each make selection choose a window, with the nearest value that does.
  func changes(_ window: Range<Double>, settable: Set<String>) throws -> [SettingChange] {
    var found = try thresholds.filter { settable.contains($0.name) }
      .compactMap { try nearestChange($0, window) }
    if settable.contains("selection.evidence") { found += try evidence(window) }
    return found.filter { $0.choice.covers(window) }.map(\.change)
  }

  private var thresholds: [Threshold] {
    [
      threshold(
        "selection.minimumLength", \.minimumLength, to: settings.minimumCore, by: 0.5, decimals: 1),
      threshold("selection.leastReaction", \.leastReaction, to: 0.01, by: 0.01, decimals: 2),
      threshold(
        "selection.leastReactingViewers", \.leastReactingViewers, to: 0.1, by: 0.1, decimals: 1),
      threshold("selection.leastHeld", \.leastHeld, to: 0.01, by: 0.01, decimals: 2),
      threshold("selection.leastSure", \.leastSure, to: 0, by: 0.01, decimals: 2),
    ]
  }

  private func threshold(
    _ name: String, _ path: WritableKeyPath<SelectionSettings, Double>, to last: Double,
    by step: Double, decimals: Int
  ) -> Threshold {
    let now = settings[keyPath: path]
    let way = last < now ? -1 : 1
    // Try whole steps, as a user would. The nearest one may be on the wrong side of the value.
    let nearest = Int((now / step).rounded())
    let isOn = (Double(nearest) * step - now) * Double(way) > 0
    let first = isOn ? nearest : nearest + way
    return Threshold(
      name: name, path: path, count: max(0, (Int((last / step).rounded()) - first) * way + 1),
      value: { Double(first + way * ($0 - 1)) * step }, decimals: decimals)
  }

  /// A change of a setting, and the result of selection with it.
  private typealias SettingTrial = (change: SettingChange, choice: Choice)

  /// Number of values of a threshold that are tried one by one.
  private static let nearValues = 100

  private func nearestChange(
    _ threshold: Threshold, _ window: Range<Double>
  ) throws -> SettingTrial? {
    func works(_ number: Int) -> Bool {
      choice { $0[keyPath: threshold.path] = threshold.value(number) }.covers(window)
    }
    func isChosenByAll(_ number: Int) throws -> Bool {
      let value = threshold.value(number)
      return try verifiedChoice { $0[keyPath: threshold.path] = value }.covers(window)
    }
    guard threshold.count > 0 else { return nil }
    // A looser value can join or trim segments, so that the segment is lost again. So try the
    // nearest values one by one; bisection alone can find a much looser value than necessary.
    let near = (1...min(threshold.count, Self.nearValues)).first(where: works)
    guard let nearest = near ?? smallestStep(upTo: threshold.count, of: .max, works) else {
      return nil
    }
    // Test resampled audiences only with the nearest value and a few others: each test takes long.
    let number =
      try isChosenByAll(nearest)
      ? nearest
      : smallestStep(upTo: threshold.count - nearest) {
        try works(nearest + $0) && isChosenByAll(nearest + $0)
      }.map { nearest + $0 }
    return try number.map(threshold.value).map { value in
      let texts = distinguishableNumbers(
        settings[keyPath: threshold.path], value, places: threshold.decimals)
      return try change(threshold.name, now: texts[0], value: texts[1]) {
        $0[keyPath: threshold.path] = value
      }
    }
  }

  /// The smallest `selection.count` with which a window would be chosen.
  ///
  /// Resampled audiences can only reject moments, so the cheaper search without them runs first.
  func count(_ window: Range<Double>) throws -> SettingChange? {
    let step = try smallestStep(upTo: 100 - settings.count) { step in
      var unrepeated = changedTrial { $0.count += step }
      unrepeated.resampled = nil
      return try unrepeated.choice(of: summary).covers(window)
        && verifiedChoice { $0.count += step }.covers(window)
    }
    return try step.map { step in
      try change("selection.count", now: "\(settings.count)", value: "\(settings.count + step)") {
        $0.count += step
      }.change
    }
  }

  private func evidence(_ window: Range<Double>) throws -> [SettingTrial] {
    guard settings.evidence == .both else { return [] }
    return try [SelectionSettings.Evidence.emotion, .gaze].compactMap { evidence in
      guard choice({ $0.evidence = evidence }).covers(window) else { return nil }
      return try change("selection.evidence", now: "both", value: evidence.rawValue) {
        $0.evidence = evidence
      }
    }
  }

  private func changedTrial(_ alter: (inout SelectionSettings) -> Void) -> ChoiceTrial {
    var altered = trial
    alter(&altered.settings)
    return altered
  }

  private func choice(_ alter: (inout SelectionSettings) -> Void) -> Choice {
    changedTrial(alter).choice(of: least)
  }

  /// The result of selection with other settings, including resampled audiences.
  ///
  /// It uses the real audience, so a dry run with these settings gives the same result.
  private func verifiedChoice(_ alter: (inout SelectionSettings) -> Void) throws -> Choice {
    var altered = changedTrial(alter)
    if let choices = try resampledChoices?.choices(altered.settings) { altered.resampled = choices }
    return altered.choice(of: summary)
  }

  private func change(
    _ name: String, now value: String, value then: String,
    _ alter: (inout SelectionSettings) -> Void
  ) throws -> SettingTrial {
    let choice = try verifiedChoice(alter)
    let new = choice.candidates.count { !now.covers($0.coreStart..<$0.coreEnd) }
    return (SettingChange(name: name, now: value, value: then, newMoments: new), choice)
  }
}
