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
    if !page.clips.isEmpty {
      list.append(
        PageCommand(
          "the best clip for an editor's program",
          "gazecut export \(video) --format otio --moment 1 --to edit"))
    }
    if let clip = page.clips.first(where: { $0.file != nil && $0.published.isEmpty }) {
      list.append(
        PageCommand(
          "note that clip \(clip.rank) was posted",
          "gazecut mark \(clip.id) published --where URL"))
    }
    if isPinned {
      list.append(
        PageCommand("let the audience decide again", "gazecut regenerate \(video) --unpin"))
    }
    if !page.oddities.isEmpty {
      list.append(
        PageCommand("which session is odd", "gazecut status --sessions \(video)"))
    }
    return list
  }

  private static func clock(_ time: Double) -> String {
    String(DecisionTable.clock(Rounding.span(time)).dropLast(2))
  }
}
