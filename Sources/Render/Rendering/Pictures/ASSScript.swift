import Media

/// Writes Advanced SubStation Alpha (ASS) scripts for libass: one unit per pixel, always visible.
enum ASSScript {
  static func require(for operation: String) throws(MediaError) {
    guard FFmpegBuild.missingFilters(of: ["ass"]).isEmpty else {
      throw MediaError(.missingComponent(.filter, name: "ass", available: []), operation: operation)
    }
  }

  /// Renders a script onto a frame of one colour.
  ///
  /// Each event has the name of its style. `styles` have the fields of the line `Format` below.
  /// `after` has more options of the filter `ass`, and more filters.
  static func frame(
    of events: [(style: String, text: String)], styles: [String], size: (width: Int, height: Int),
    color: String, format: String, after: String, for operation: String
  ) throws(MediaError) -> Frame {
    let script = try MemoryFile(Array(text(of: events, styles: styles, size: size).utf8))
    let graph = try FilterGraph(
      "color=\(color):size=\(size.width)x\(size.height):rate=1:duration=1,format=\(format),"
        + "ass=filename=\(script.path)\(after),buffersink@out")
    guard let frame = try graph.pull() else {
      throw MediaError(.other, operation: operation, detail: "nothing was laid out")
    }
    return frame
  }

  private static func text(
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
