package import EditDecisions
package import Media
package import Rendering
package import Workers

extension SourceVideo {
  /// Reads what the source says in text, unless captions are off.
  ///
  /// - Parameters:
  ///   - render: how clips are made.
  ///   - reader: of this source.
  ///   - notice: told what was left out, and of a file of which nothing can be read.
  /// - Throws: as `SourceReader.captions`.
  package mutating func readCaptions(
    for render: RenderSettings, _ reader: SourceReader, notice: (String) -> Void
  ) throws {
    guard render.captions != .off else { return }
    captionMode = render.captions
    var isExplained = false
    captions = try reader.captions(of: info, language: render.audioLanguage) { text in
      isExplained = true
      notice(text)
    }
    // A file of captions of which nothing can be read is a mistake, and would go unseen.
    guard captions.isEmpty, !isExplained,
      let file = SubtitleCues.fileBeside(info.path, language: render.audioLanguage)
    else { return }
    notice(
      "\(file) holds no caption that can be read: write SubRip or WebVTT, in UTF-8, such as "
        + "00:00:12,000 --> 00:00:14,000")
  }

  /// The cues that are written into the picture of a clip: none where a letter would be a box.
  ///
  /// - Parameters:
  ///   - start: play time at which the clip begins, in seconds.
  ///   - end: play time at which it ends, in seconds.
  /// - Returns: cues on the source's clock.
  /// - Throws: `missingComponent` when this build has no libass.
  package func burnedCaptions(from start: Double, to end: Double) throws -> [SubtitleCue] {
    guard captionMode == .burn else { return [] }
    let said = captions.filter { $0.start < end && $0.end > start }
    return try letters.missing(in: said).isEmpty ? said : []
  }

  /// The cues that are written beside a clip, on its own clock: those that are not burned in.
  ///
  /// - Parameters:
  ///   - start: play time at which the clip begins, in seconds.
  ///   - end: play time at which it ends, in seconds.
  /// - Returns: cues that count from `start`.
  /// - Throws: `missingComponent` when this build has no libass.
  package func captionsBeside(from start: Double, to end: Double) throws -> [SubtitleCue] {
    switch captionMode {
    case .off: []
    case .beside: captions.retimed(from: start, to: end)
    case .burn:
      try burnedCaptions(from: start, to: end).isEmpty
        ? captions.retimed(from: start, to: end) : []
    }
  }

  /// What an operator should know of captions that cannot be burned in; `nil` where all can.
  ///
  /// - Parameter clips: play times of the clips, in seconds.
  /// - Returns: a sentence with the letters, and what to do.
  /// - Throws: `missingComponent` when this build has no libass.
  package func lettersNotice(for clips: [Range<Double>]) throws -> String? {
    guard captionMode == .burn else { return nil }
    let said = captions.filter { cue in
      clips.contains { cue.start < $0.upperBound && cue.end > $0.lowerBound }
    }
    let missing = try letters.missing(in: said)
    guard !missing.isEmpty else { return nil }
    let shown = missing.prefix(Self.shownLetters).map { String($0) }.joined()
    return "no font here has the letters \(shown) of the captions: clips that need them are not "
      + "burned, their captions are written beside as .srt; install a font that has them "
      + "(fonts-noto-core, fonts-noto-cjk) and regenerate"
  }

  /// The line that clips bear: a wish's, else as the settings say; none where a letter would be a
  /// box.
  ///
  /// - Parameters:
  ///   - render: how clips are made.
  ///   - wishes: a person's.
  ///   - notice: told which letters no font here has.
  /// - Returns: `nil` for none.
  /// - Throws: `missingComponent` when this build has no libass.
  package func title(
    _ render: RenderSettings, _ wishes: [Wish], notice: (String) -> Void
  ) throws -> ClipTitle? {
    let wished = wishes.compactMap { wish in
      if case .title(let line) = wish { ClipTitle.line(line) } else { nil }
    }.last
    guard let title = wished ?? render.title, let line = title.line(of: info) else { return nil }
    let missing = try letters.missing(in: [SubtitleCue(start: 0, end: 1, text: line)])
    guard !missing.isEmpty else { return title }
    let shown = missing.prefix(Self.shownLetters).map { String($0) }.joined()
    notice(
      "no font here has the letters \(shown) of the title, and clips go without it; install a font "
        + "that has them (fonts-noto-core, fonts-noto-cjk) and regenerate")
    return nil
  }

  /// Letters that a notice names.
  private static let shownLetters = 12
}
