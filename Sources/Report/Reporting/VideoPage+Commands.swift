import EditDecisions

extension VideoPage {
  /// Commands that are useful after reading the page, explanations first.
  func commands(isPinned: Bool) -> [(purpose: String, text: String)] {
    let second = refusals.first?.start ?? clips.first?.coreStart
    let unposted = clips.first { $0.file != nil && $0.published.isEmpty }
    var commands = [("figures of all moments and rejected segments", "gazecut explain \(id)")]
    if let second {
      let time = HTMLText.clock(second, tenths: true)
      commands.append(("why a second was chosen or not", "gazecut explain \(id) --at \(time)"))
    }
    if !clips.isEmpty {
      let export = "gazecut export \(id) --format otio --moment 1 --to edit"
      commands.append(("the best clip for an editing program", export))
    }
    if let clip = unposted {
      let mark = "gazecut mark \(clip.id) published --where URL"
      commands.append(("note that clip \(clip.rank) was posted", mark))
    }
    if isPinned { commands.append(("unlock the video", "gazecut regenerate \(id) --unpin")) }
    if !oddities.isEmpty {
      commands.append(("sessions with warnings", "gazecut status --sessions \(id)"))
    }
    return commands
  }
}
