import EditDecisions

extension VideoPage {
  /// Commands that are useful after reading the page, explanations first.
  func commands(isPinned: Bool) -> [PageCommand] {
    let second = refusals.first?.start ?? clips.first?.coreStart
    let unposted = clips.first { $0.file != nil && $0.published.isEmpty }
    let commands: [PageCommand?] = [
      PageCommand("figures of all moments and rejected segments", "gazecut explain \(id)"),
      second.map {
        PageCommand(
          "why a second was chosen or not",
          "gazecut explain \(id) --at \(HTMLText.clock($0, tenths: true))")
      },
      clips.isEmpty
        ? nil
        : PageCommand(
          "the best clip for an editing program",
          "gazecut export \(id) --format otio --moment 1 --to edit"),
      unposted.map {
        PageCommand(
          "note that clip \($0.rank) was posted", "gazecut mark \($0.id) published --where URL")
      },
      isPinned
        ? PageCommand("unlock the video", "gazecut regenerate \(id) --unpin") : nil,
      oddities.isEmpty
        ? nil : PageCommand("sessions with warnings", "gazecut status --sessions \(id)"),
    ]
    return commands.compactMap(\.self)
  }
}
