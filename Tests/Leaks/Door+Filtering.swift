import Media

extension Door {
  static func filtering(_ folder: String) -> [Door] {
    [
      Door(name: "filter a picture") { info throws(MediaError) in
        let frame = try firstFrame(info)
        let graph = try FilterGraph(
          frame.bufferSource() + ",split[a][b];[a]scale=64:64,crop@pan=32:32:0:0[c];"
            + "[b]scale=32:32,gblur[d];[c][d]vstack,format=yuv420p,buffersink@out", threads: 2)
        for step in 0..<3 {
          try graph.command("crop@pan", "x", "\(step)")
          frame.stamp(step * 40_000)
          let shown = try graph.apply(frame)
          try shown.reference().paint { planes throws(MediaError) in
            planes.mix(255, opacity: 128, plane: step, columns: 0..<9, row: 2)
          }
        }
        try refuseCommands(graph)
        try graph.push(nil)
        try refuse("a frame after the last") { () throws(MediaError) in try graph.push(frame) }
      },
      Door(name: "refuse graphs") { info throws(MediaError) in
        let source = try firstFrame(info).bufferSource()
        for text in [
          "", ",", "[", "nope", source, source + ",nope,buffersink@out",
          source + ",scale=w=a+:h=9,buffersink@out", source + ",split[a][b];[a]buffersink@out",
          source + ",format=nope,buffersink@out", source + ",crop=9999:9999,buffersink@out",
          source + ",scale=16:16:nope=1,buffersink@out", "buffer@in,buffersink@out",
          "color=size=0x0,buffersink@out", source + ",ass=\(folder)/none.ass,buffersink@out",
        ] {
          try refuse("graph [\(text)]") { () throws(MediaError) in _ = try FilterGraph(text) }
        }
      },
      Door(name: "draw letters") { _ throws(MediaError) in
        let path = folder + "/letters.ass"
        try AtomicFile.write(Array(script.utf8), to: path)
        defer { AtomicFile.deleteIfExists(path) }
        let graph = try FilterGraph(
          "color=black@0:size=64x64:rate=1:duration=1,format=yuva420p,ass=filename=\(path):alpha=1,"
            + "buffersink@out")
        _ = try graph.pull()
        _ = MissingGlyphs.take()
      },
    ]
  }

  /// A line with a letter that a font has, and one that none has.
  private static let script = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 64
    PlayResY: 64
    [V4+ Styles]
    Format: Name, Fontname, Fontsize
    Style: Default,sans-serif,20
    [Events]
    Format: Layer, Start, End, Style, Text
    Dialogue: 0,0:00:00.00,9:00:00.00,Default,A\u{10FFFD}

    """

  private static func refuseCommands(_ graph: FilterGraph) throws(MediaError) {
    try refuse("a command to no filter") { () throws(MediaError) in
      try graph.command("nope", "x", "1")
    }
    try refuse("a command that is none") { () throws(MediaError) in
      try graph.command("crop@pan", "nope", "1")
    }
    try refuse("a source that is none") { () throws(MediaError) in
      try graph.push(nil, into: "nope")
    }
    try refuse("a sink that is none") { () throws(MediaError) in _ = try graph.pull(from: "nope") }
  }
}
