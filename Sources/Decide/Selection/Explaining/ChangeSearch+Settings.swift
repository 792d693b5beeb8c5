internal import Audience
internal import EditDecisions

extension ChangeSearch {
  /// A threshold that could ask less: how many values it could have beside the one in force, and
  /// which, by number.
  private struct Ladder {
    var name: String
    var path: WritableKeyPath<SelectionSettings, Double>
    var count: Int
    var value: (Int) -> Double
    var decimals: Int
  }

  /// The nearest values of settings that would choose a window, each alone.
  func settingChanges(
    _ window: Range<Double>, settable: Set<String>
  ) throws -> [SettingChange] {
    var found: [Found] = try ladders.filter { settable.contains($0.name) }.compactMap {
      try climb($0, window)
    }
    if settable.contains("selection.evidence") { found += try evidence(window) }
    return found.filter { isChosen(window, in: $0.choice) }.map(\.change)
  }

  private var ladders: [Ladder] {
    [
      ladder(
        "selection.minimumLength", \.minimumLength, to: settings.leastCore, by: 0.5, decimals: 1),
      ladder("selection.leastReaction", \.leastReaction, to: 0.01, by: 0.01, decimals: 2),
      ladder(
        "selection.leastReactingViewers", \.leastReactingViewers, to: 0.1, by: 0.1, decimals: 1),
      ladder("selection.leastHeld", \.leastHeld, to: 0.01, by: 0.01, decimals: 2),
      ladder("selection.leastSure", \.leastSure, to: 0, by: 0.01, decimals: 2),
    ]
  }

  private func ladder(
    _ name: String, _ path: WritableKeyPath<SelectionSettings, Double>, to last: Double,
    by step: Double, decimals: Int
  ) -> Ladder {
    let now = settings[keyPath: path]
    let way = last < now ? -1 : 1
    // Whole steps, which a person would write; the nearest may lie on the wrong side.
    let nearest = Int((now / step).rounded())
    let isOn = (Double(nearest) * step - now) * Double(way) > 0
    let first = isOn ? nearest : nearest + way
    return Ladder(
      name: name, path: path, count: max(0, (Int((last / step).rounded()) - first) * way + 1),
      value: { Double(first + way * ($0 - 1)) * step }, decimals: decimals)
  }

  /// A change that works with what resamples chose before it, and what is chosen by it.
  private typealias Found = (change: SettingChange, choice: Choice)

  private func climb(_ ladder: Ladder, _ window: Range<Double>) throws -> Found? {
    // The nearest value is told: it takes a few tries more, whatever the audience.
    let number = least(ladder.count, ofSteps: .max) { number in
      isChosen(window, in: choice { $0[keyPath: ladder.path] = ladder.value(number) })
    }
    return try number.map(ladder.value).map { value in
      let told = apart(settings[keyPath: ladder.path], value, places: ladder.decimals)
      return try change(ladder.name, now: told[0], value: told[1]) {
        $0[keyPath: ladder.path] = value
      }
    }
  }

  /// The ceiling that would take it in.
  ///
  /// Resampled audiences refuse moments and add none: what they need not be asked of, they are not.
  func count(_ window: Range<Double>) throws -> SettingChange? {
    let step = try least(100 - settings.count) { step in
      let more = altered { $0.count += step }
      return try isChosen(window, in: Self.choice(of: summary, more, wishes, nil))
        && isChosen(window, in: tried { $0.count += step })
    }
    return try step.map { step in
      try change("selection.count", now: "\(settings.count)", value: "\(settings.count + step)") {
        $0.count += step
      }.change
    }
  }

  private func evidence(_ window: Range<Double>) throws -> [Found] {
    guard settings.evidence == .both else { return [] }
    return try [SelectionSettings.Evidence.emotion, .gaze].compactMap { evidence in
      guard isChosen(window, in: choice { $0.evidence = evidence }) else { return nil }
      return try change("selection.evidence", now: "both", value: evidence.rawValue) {
        $0.evidence = evidence
      }
    }
  }

  private func altered(_ alter: (inout SelectionSettings) -> Void) -> SelectionSettings {
    var altered = settings
    alter(&altered)
    return altered
  }

  private func choice(_ alter: (inout SelectionSettings) -> Void) -> Choice {
    Self.choice(of: least, altered(alter), wishes, resampled)
  }

  /// What would be chosen by other settings, judged by what resamples choose by them: of the
  /// audience itself, as a dry run would tell.
  private func tried(_ alter: (inout SelectionSettings) -> Void) throws -> Choice {
    let settings = altered(alter)
    return try Self.choice(of: summary, settings, wishes, trials?.choices(settings) ?? resampled)
  }

  private func change(
    _ name: String, now value: String, value then: String,
    _ alter: (inout SelectionSettings) -> Void
  ) throws -> Found {
    let choice = try tried(alter)
    let new = choice.candidates.count {
      !isChosen($0.coreStart..<$0.coreEnd, in: now)
    }
    return (SettingChange(name: name, now: value, value: then, newMoments: new), choice)
  }
}
