package import EditDecisions
package import Media
package import Overrides
package import Rendering
import Settings
import Workspace

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
    if render.captions == .burn {
      missingLetters = Self.text(try reader.missingLetters(in: captions.map(\.text)))
    }
    // A file of captions of which nothing can be read is a mistake, and would go unseen.
    guard captions.isEmpty, !isExplained,
      let file = SubtitleCues.fileNextTo(info.path, language: render.audioLanguage)
    else { return }
    notice(
      "\(file) holds no caption that can be read: write SubRip or WebVTT, in UTF-8, such as "
        + "00:00:12,000 --> 00:00:14,000")
  }

  /// The cues that are written into the picture of a clip, without signs that cannot be drawn.
  ///
  /// - Parameters:
  ///   - start: play time at which the clip begins, in seconds.
  ///   - end: play time at which it ends, in seconds.
  ///   - render: how the clip is made; what its picture cannot hold at once comes in parts.
  /// - Returns: cues on the source's clock; none that lacks a letter.
  package func burnedCaptions(
    from start: Double, to end: Double, _ render: RenderSettings
  ) -> [SubtitleCue] {
    guard captionMode == .burn else { return [] }
    let band = CaptionBand(
      output: (render.width, render.height), safeArea: render.profile.safeArea)
    return captions.filter { $0.start < end && $0.end > start }.compactMap(drawable)
      .flatMap(band.parts)
  }

  /// The cues that are written beside a clip, on its own clock: those that are not burned in.
  ///
  /// - Parameters:
  ///   - start: play time at which the clip begins, in seconds.
  ///   - end: play time at which it ends, in seconds.
  /// - Returns: cues that count from `start`.
  package func sidecarCaptions(from start: Double, to end: Double) -> [SubtitleCue] {
    switch captionMode {
    case .off: []
    case .beside: captions.retimed(from: start, to: end)
    case .burn: captions.filter { drawable($0) == nil }.retimed(from: start, to: end)
    }
  }

  private func drawable(_ cue: SubtitleCue) -> SubtitleCue? {
    CaptionLetters.shown(cue.text, without: Set(missingLetters.unicodeScalars)).map {
      SubtitleCue(start: cue.start, end: cue.end, text: $0)
    }
  }

  /// What an operator should know of captions that cannot be burned in; `nil` where all can.
  func missingGlyphsNotice(for clips: [Range<Double>]) -> String? {
    let said = captions.filter { cue in
      clips.contains { cue.start < $0.upperBound && cue.end > $0.lowerBound }
    }
    let used = Set(said.flatMap(\.text.unicodeScalars))
    return Self.notice(
      Set(missingLetters.unicodeScalars).intersection(used), of: "captions",
      "signs are left out, and a caption that lacks a letter is written beside as .srt")
  }

  /// The line that clips bear: a wish's, else as the settings say, without signs that cannot be
  /// drawn; none where a letter cannot.
  ///
  /// - Parameters:
  ///   - render: how clips are made.
  ///   - wishes: a person's.
  ///   - reader: of this source.
  ///   - notice: told which letters cannot be drawn.
  /// - Returns: `nil` for none.
  /// - Throws: as `SourceReader.missingLetters`.
  package func title(
    _ render: RenderSettings, _ wishes: [Wish], _ reader: SourceReader, notice: (String) -> Void
  ) throws -> ClipTitle? {
    guard let title = render.title(wished: wishes), let line = title.line(of: info) else {
      return nil
    }
    let shown = try drawn(line, reader, notice)
    return shown == line ? title : shown.map { .line($0) }
  }

  /// The wishes with each title of a moment as it can be drawn; without those that cannot.
  ///
  /// - Throws: as `SourceReader.missingLetters`.
  package func drawable(
    _ wishes: [Wish], _ reader: SourceReader, notice: (String) -> Void
  ) throws -> [Wish] {
    // What a title took the place of stays away where that cannot be drawn.
    try wishes.holding.compactMap { wish in
      guard case .title(let line, let near?) = wish else { return wish }
      return try drawn(line, reader, notice).map { .title($0, near: near) }
    }
  }

  /// A line without signs that cannot be drawn; `nil` where a letter cannot.
  private func drawn(
    _ line: String, _ reader: SourceReader, _ notice: (String) -> Void
  ) throws -> String? {
    let missing = try reader.missingLetters(in: [line])
    let shown = CaptionLetters.shown(line, without: missing)
    let words = shown == nil ? "clips go without it" : "clips go without these"
    if let text = Self.notice(missing, of: "title", words) { notice(text) }
    return shown
  }

  /// What an operator should know of titles that two lines of a shape cannot hold, each once.
  ///
  /// - Throws: as `SourceReader.shown`.
  func titleNotices(for shapes: [ClipVariant], _ reader: SourceReader) throws -> [String] {
    try shapes.flatMap { shape in
      let render = shape.settings.render
      let lines = shape.document.moments.compactMap {
        $0.framing.line ?? render.title?.line(of: info)
      }
      return try Set(lines).sorted().compactMap { line -> String? in
        let fitted = try reader.shown(title: line, render)
        guard fitted != line else { return nil }
        let held = fitted.isEmpty ? "no letter of it" : "\"\(fitted)\""
        return "the title \"\(line)\" is cut off in \(render.profile.rawValue), where two lines "
          + "hold \(held)"
      }
    }
  }

  private static func notice(
    _ missing: Set<Unicode.Scalar>, of what: String, _ words: String
  ) -> String? {
    guard !missing.isEmpty else { return nil }
    return "no font here has the letters \(text(missing, most: 12)) of the \(what), or none that "
      + "can be drawn: \(words); install a font that has them (fonts-noto-core, fonts-noto-cjk, "
      + "fonts-symbola) and regenerate"
  }

  private static func text(_ letters: Set<Unicode.Scalar>, most: Int = .max) -> String {
    letters.sorted().prefix(most).map { String($0) }.joined()
  }
}
