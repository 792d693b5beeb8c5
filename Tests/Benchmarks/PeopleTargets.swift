import TestMaterial

/// What the bench of people is to reach.
enum PeopleTargets {
  /// The shows that the targets are told of; a further one is only reported.
  static let judged = [1, 3]
  /// Areas under the curve, by show.
  private static let areas = [1: 0.83, 3: 0.80]

  /// The lines beside their targets: the mean of the judged shows, and the seats of each.
  ///
  /// - Parameters:
  ///   - shows: their numbers.
  ///   - rows: for each gazecut's row, the simple ways', and what is possible.
  ///   - curves: for each the areas under its seats' curves.
  /// - Returns: nothing where one of the judged shows is missing.
  static func rows(
    _ shows: [Int], _ rows: [[PeopleRow]], _ curves: [PeopleCurves]
  ) -> [SecondsRow] {
    let places = shows.indices.filter { judged.contains(shows[$0]) }
    guard places.count == judged.count else {
      print("\nThe targets are those of shows 1 and 3, which are not both there.")
      return []
    }
    let means = rows[places[0]].indices.map { way in
      PeopleRow(meanOf: places.map { rows[$0][way] })
    }
    let audience = "comedy, shows 1 and 3"
    /// `other`: what the simple ways and the best possible have in place of it.
    func row(
      _ figure: String, _ target: Double, _ path: KeyPath<PeopleRow, Double?>,
      other: KeyPath<PeopleRow, Double?>? = nil
    ) -> SecondsRow {
      let other = other ?? path
      let simple = means[1..<means.count - 1].compactMap { $0[keyPath: other] }.max()
      let best = means.last.flatMap { $0[keyPath: other] }
        .map { "best possible \(SecondsRow.text([$0]))" }
      return SecondsRow(
        audience: audience, use: "reported", viewers: "11 and 16", figure: figure,
        found: [means[0][keyPath: path] ?? 0], simple: simple.map { [$0] },
        target: .least([target]),
        beside: best ?? "")
    }
    let evidence = [
      row("r with laughing and half of smiling", 0.73, \.correlation),
      row("AP of \"40 % or more laugh\"", 0.47, \.precision),
      row("share who laugh in the five best 6.5 s", 0.42, \.windows.first),
      // Simple ways choose no clips: their five best windows of 15 s stand beside.
      row("share who laugh in five default clips", 0.30, \.clips, other: \.windows.last),
    ]
    return evidence
      + places.compactMap { place in
        areas[shows[place]].map { target in
          SecondsRow(
            audience: "comedy, show \(shows[place])", use: "reported", viewers: "each",
            figure: "area under the curve of reacts", found: [curves[place].seen[0]],
            simple: [curves[place].seen[3]], target: .least([target]),
            beside: "all labelled \(SecondsRow.text([curves[place].labelled[0]])), simple "
              + SecondsRow.text([curves[place].labelled[3]]))
        }
      }
  }
}
