import EditDecisions
package import Report

/// What a person may want to type after reading a video's page.
package struct PageCommands {
  /// The video's id.
  package let video: String
  let page: VideoPage
  let isPinned: Bool

  /// The commands, those for questions first.
  package var list: [PageCommand] {
    var list = [
      PageCommand("every moment and refusal, in figures", "gazecut explain \(video)")
    ]
    let refused = page.refusals.first
    if let time = refused?.start ?? page.clips.first?.coreStart {
      list.append(
        PageCommand(
          "why a second was, or was not, chosen",
          "gazecut explain \(video) --at \(Self.clock(time))"))
    }
    list.append(
      PageCommand(
        "at most three moments, cut again", "gazecut regenerate \(video) --set selection.count=3"))
    if let refused { list += taking(refused) }
    if !page.clips.isEmpty {
      list += [
        PageCommand(
          "the best clip for an editor's program",
          "gazecut export \(video) --format otio --moment 1 --to edit"),
        PageCommand(
          "a veto, first step: take the clip out of a copy of the decisions",
          "gazecut regenerate \(video) --dry-run --format json > edited.json"),
        PageCommand(
          "a veto, second step: render the copy; nights leave it as it is",
          "gazecut regenerate \(video) --decisions edited.json"),
      ]
    }
    if isPinned {
      list.append(
        PageCommand("let the audience decide again", "gazecut regenerate \(video) --unpin"))
    }
    if !page.imports.oddities.isEmpty {
      list.append(
        PageCommand("which session is odd", "gazecut status --sessions \(video)"))
    }
    return list
  }

  /// What takes the nearest refusal all the same: beside the clips that there are, and alone.
  private func taking(_ refused: PageRefusal) -> [PageCommand] {
    let end = min(page.duration, max(refused.end, refused.start + 5))
    // To the millisecond: a clip of the same seconds is left as it is.
    func command(_ seconds: [(start: Double, end: Double)]) -> String {
      seconds.reduce("gazecut regenerate \(video)") {
        "\($0) --moment \(DecisionTable.clock($1.start))-\(DecisionTable.clock($1.end))"
      }
    }
    let own = (start: refused.start, end: end)
    let alone = PageCommand(
      "cut refusal A in place of all clips, framed by the audience (pins the video)",
      command([own]))
    guard !page.clips.isEmpty else { return [alone] }
    let all = page.clips.map { (start: $0.start, end: $0.end) } + [own]
    return [
      PageCommand(
        "cut refusal A beside the clips that there are (pins the video)",
        command(all.sorted { $0.start < $1.start })), alone,
    ]
  }

  private static func clock(_ time: Double) -> String {
    String(DecisionTable.clock(Rounding.span(time)).dropLast(2))
  }
}
