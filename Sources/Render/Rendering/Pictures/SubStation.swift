internal import Media

/// Texts as Advanced SubStation Alpha, which libass lays out: one unit a pixel, all on show.
enum SubStation {
  /// Refuses where this build has no libass.
  static func require(for operation: String) throws(MediaError) {
    guard Catalogue.missingFilters(of: ["ass"]).isEmpty else {
      throw MediaError(
        .missingComponent(.filter, name: "ass", available: []), operation: operation)
    }
  }

  /// A script.
  ///
  /// - Parameters:
  ///   - events: texts, each with the name of its style.
  ///   - styles: each as the line `Format` below lists its fields.
  ///   - size: of the picture in pixels.
  /// - Returns: the file's text.
  static func script(
    of events: [(style: String, text: String)], styles: [String],
    size: (width: Int, height: Int)
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
