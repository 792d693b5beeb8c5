import EditDecisions
import Report

/// What a person may want to type after reading a video's page.
struct PageCommands {
  let video: String
  let page: VideoPage
  let isPinned: Bool

  /// The commands, those for questions first.
  var list: [PageCommand] {
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
    if let refused {
      let end = min(page.duration, max(refused.end, refused.start + 5))
      list.append(
        PageCommand(
          "cut these seconds alone in place of all clips, framed by the audience (pins the video)",
          "gazecut regenerate \(video) --moment \(Self.clock(refused.start))-\(Self.clock(end))"))
    }
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

  private static func clock(_ time: Double) -> String {
    String(DecisionTable.clock((time * 10).rounded() / 10).dropLast(2))
  }
}
