package import EditDecisions
package import Media
package import Overrides
package import Rendering
import Settings
import Workspace

extension SourceVideo {
  /// Reads the source's subtitles, unless captions are off.
  ///
  /// `notice` is called for text that is left out, and for a file without any readable text.
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
    if render.captions == .burn {
      missingLetters = Self.text(try reader.missingLetters(in: captions.map(\.text)))
    }
    // A caption file without readable text is a mistake that would otherwise go unnoticed.
    guard captions.isEmpty, !isExplained,
      let file = SubtitleCues.fileNextTo(info.path, language: render.audioLanguage)
    else { return }
    notice(
      "\(file) contains no readable caption: write SubRip or WebVTT in UTF-8, for example "
        + "00:00:12,000 --> 00:00:14,000")
  }

  /// The cues to burn into a clip, without characters that cannot be drawn, in source time.
  ///
  /// `start` and `end` are the play times of the clip in seconds. Cues with an undrawable letter
  /// are left out. Cues that are too long for the picture are split.
  package func burnedCaptions(
    from start: Double, to end: Double, _ render: RenderSettings
  ) -> [SubtitleCue] {
    guard captionMode == .burn else { return [] }
    let band = CaptionLayout(
      output: (render.width, render.height), safeArea: render.profile.safeArea)
    return captions.filter { $0.start < end && $0.end > start }.compactMap(drawable)
      .flatMap(CaptionSplitter(band).parts)
  }

  /// The cues for the caption file of a clip, in clip time: those that are not burned in.
  package func sidecarCaptions(from start: Double, to end: Double) -> [SubtitleCue] {
    switch captionMode {
    case .off: []
    case .beside: captions.retimed(from: start, to: end)
    case .burn: captions.filter { drawable($0) == nil }.retimed(from: start, to: end)
    }
  }

  private func drawable(_ cue: SubtitleCue) -> SubtitleCue? {
    UndrawableCharacters.shown(cue.text, without: Set(missingLetters.unicodeScalars)).map {
      SubtitleCue(start: cue.start, end: cue.end, text: $0)
    }
  }

  /// A message about captions that cannot be burned in; `nil` if there are none.
  func missingGlyphsNotice(for clips: [Range<Double>]) -> String? {
    let said = captions.filter { cue in
      clips.contains { cue.start < $0.upperBound && cue.end > $0.lowerBound }
    }
    let used = Set(said.flatMap(\.text.unicodeScalars))
    return Self.notice(
      Set(missingLetters.unicodeScalars).intersection(used), of: "captions",
      "these are left out, and captions with such letters are written to an .srt file")
  }

  /// The title of all clips: from a wish, otherwise from the settings.
  ///
  /// Signs that cannot be drawn are removed. If a letter cannot be drawn, there is no title.
  /// `notice` is called for the letters.
  package func title(
    _ render: RenderSettings, _ wishes: [Wish], _ reader: SourceReader, notice: (String) -> Void
  ) throws -> ClipTitle? {
    guard let title = render.title(wished: wishes), let line = title.line(of: info) else {
      return nil
    }
    let shown = try withoutUndrawableSigns(line, reader, notice)
    return shown == line ? title : shown.map { .line($0) }
  }

  /// The wishes with drawable titles; titles that cannot be drawn are left out.
  package func drawable(
    _ wishes: [Wish], _ reader: SourceReader, notice: (String) -> Void
  ) throws -> [Wish] {
    // An undrawable title still replaces the titles before it.
    try wishes.holding.compactMap { wish in
      guard case .title(let line, let near?) = wish else { return wish }
      return try withoutUndrawableSigns(line, reader, notice).map { .title($0, near: near) }
    }
  }

  /// The text without signs that cannot be drawn; `nil` if a letter cannot be drawn.
  private func withoutUndrawableSigns(
    _ line: String, _ reader: SourceReader, _ notice: (String) -> Void
  ) throws -> String? {
    let missing = try reader.missingLetters(in: [line])
    let shown = UndrawableCharacters.shown(line, without: missing)
    let words = shown == nil ? "clips have no title" : "they are left out"
    if let text = Self.notice(missing, of: "title", words) { notice(text) }
    return shown
  }

  /// One message for each title that does not fit on two lines in some aspect ratio.
  func titleNotices(for shapes: [ClipVariant], _ reader: SourceReader) throws -> [String] {
    try shapes.flatMap { shape in
      let render = shape.settings.render
      let lines = shape.document.moments.compactMap {
        $0.framing.line ?? render.title?.line(of: info)
      }
      return try Set(lines).sorted().compactMap { line -> String? in
        let fitted = try reader.shown(title: line, render)
        guard fitted != line else { return nil }
        let held = fitted.isEmpty ? "none of it" : "\"\(fitted)\""
        return "the title \"\(line)\" is cut off in \(render.profile.rawValue): two lines "
          + "show \(held)"
      }
    }
  }

  private static func notice(
    _ missing: Set<Unicode.Scalar>, of what: String, _ words: String
  ) -> String? {
    guard !missing.isEmpty else { return nil }
    return "no installed font can draw the characters \(text(missing, most: 12)) of the \(what): "
      + "\(words); install a font that has them (fonts-noto-core, fonts-noto-cjk, "
      + "fonts-symbola) and regenerate"
  }

  private static func text(_ letters: Set<Unicode.Scalar>, most: Int = .max) -> String {
    letters.sorted().prefix(most).map { String($0) }.joined()
  }
}
