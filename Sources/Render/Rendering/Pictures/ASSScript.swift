import Media

/// Writes Advanced SubStation Alpha (ASS) scripts for libass: one unit per pixel, always visible.
enum ASSScript {
  static func require(for operation: String) throws(MediaError) {
    guard FFmpegBuild.missingFilters(of: ["ass"]).isEmpty else {
      throw MediaError(.missingComponent(.filter, name: "ass", available: []), operation: operation)
    }
  }

  /// Returns the content of a script.
  ///
  /// Each event has the name of its style. `styles` have the fields of the line `Format` below.
  static func script(
    of events: [(style: String, text: String)], styles: [String], size: (width: Int, height: Int)
  ) -> String {
    let lines = events.map { style, text in
      "Dialogue: 0,0:00:00.00,9:00:00.00,\(style),,0,0,0,,\(text)\n"
    }
    return """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: \(size.width)
      PlayResY: \(size.height)
      WrapStyle: 0
      ScaledBorderAndShadow: yes

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, \
      BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      \(styles.map { "Style: \($0)\n" }.joined())
      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

      """ + lines.joined()
  }
}
