internal import EditDecisions
internal import Media

/// Writes captions into pictures, by libass: large, bold, outlined, for phones.
///
/// They stand at the lower edge of the platform's safe area, or at its upper one where the framing
/// says that what people look at lies low. The font is the system's `sans-serif`, so the same bytes
/// need the same fonts installed.
final class CaptionBurner {
  private let scriptPath: String
  private let rate: Rational
  private var built: (key: String, graph: FilterGraph)?

  /// A cue and where it stands.
  struct Placed: Hashable, Sendable {
    var cue: SubtitleCue
    var place: FramedShot.CaptionPlace
  }

  /// Writes the script that libass reads, which is to be removed by `remove()`.
  ///
  /// - Parameters:
  ///   - cues: on the clip's clock.
  ///   - output: size of the pictures in pixels.
  ///   - safeArea: what the platform leaves free.
  ///   - rate: frames a second.
  ///   - path: where the script is kept while rendering.
  /// - Throws: `missingComponent` when this build has no libass; what writing throws.
  init(
    _ cues: [Placed], output: (width: Int, height: Int), safeArea: SafeArea, rate: Rational,
    path: String
  ) throws(MediaError) {
    guard Catalogue.missingFilters(of: ["ass"]).isEmpty else {
      throw MediaError(
        .missingComponent(.filter, name: "ass", available: []), operation: "burn in captions")
    }
    scriptPath = path
    self.rate = rate
    try AtomicFile.write(Array(Self.script(cues, output, safeArea).utf8), to: path)
  }

  /// The picture with what is said while it is shown; its time stamp is the number of the frame.
  func burn(_ picture: Frame) throws(MediaError) -> Frame {
    if built?.key != picture.shapeKey {
      let source = picture.bufferSource(timeBase: rate.inverse)
      let text = source + ",ass=filename=\(Self.escaped(scriptPath)),buffersink@out"
      built = (picture.shapeKey, try FilterGraph(text))
    }
    guard let built else { return picture }
    return try built.graph.apply(picture)
  }

  /// Removes the script.
  func remove() { AtomicFile.discard(scriptPath) }

  /// The cues as Advanced SubStation Alpha, one unit a pixel.
  static func script(
    _ cues: [Placed], _ output: (width: Int, height: Int), _ safeArea: SafeArea
  ) -> String {
    let band = CaptionBand(output: output, safeArea: safeArea)
    let lines = cues.map { placed in
      let (cue, style) = (placed.cue, placed.place == .top ? "Top" : "Default")
      return "Dialogue: 0,\(clock(cue.start)),\(clock(cue.end)),\(style),,0,0,0,,"
        + "\(plain(cue.text))\n"
    }
    // Alignment 2 is bottom centre, 8 top centre.
    let styles = [("Default", 2, band.bottom), ("Top", 8, band.top)].map {
      name, alignment, margin in
      "Style: \(name),sans-serif,\(band.letters),&H00FFFFFF,&H00000000,&H80000000,-1,1,"
        + "\(max(1, band.letters / 14)),0,\(alignment),\(band.side),\(band.side),\(margin)\n"
    }.joined()
    return """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: \(output.width)
      PlayResY: \(output.height)
      WrapStyle: 0
      ScaledBorderAndShadow: yes

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, \
      BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV
      \(styles)
      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

      """ + lines.joined()
  }

  /// Hundredths of a second are all that the format has.
  private static func clock(_ seconds: Double) -> String {
    let hundredths = max(0, Int((seconds * 100).rounded()))
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(hundredths / 360_000):" + two(hundredths / 6000 % 60) + ":"
      + two(hundredths / 100 % 60) + "." + two(hundredths % 100)
  }

  /// Braces and backslashes are commands there; a word joiner takes their meaning away.
  private static func plain(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      String(line).replacing("\\", with: "\\\u{2060}").replacing("{", with: "(")
        .replacing("}", with: ")")
    }.joined(separator: "\\N")
  }

  /// A path inside a graph: escaped once for the option and once for the graph.
  static func escaped(_ path: String) -> String {
    func escape(_ text: String, _ special: Set<Character>) -> String {
      text.reduce(into: "") { result, character in
        if special.contains(character) { result.append("\\") }
        result.append(character)
      }
    }
    return escape(escape(path, ["\\", ":", "'"]), ["\\", "'", "[", "]", ",", ";"])
  }
}
