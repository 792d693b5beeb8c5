import EditDecisions
import Media

/// Draws the lines of text below an overlay's frame with libass, in the system's `sans-serif`.
struct OverlayTextRenderer {
  struct Row: Hashable, Sendable {
    var text: String
    /// Pixels from the top of the panel.
    var top: Int
    var isYellow: Bool
  }

  let size: (width: Int, height: Int)
  let height: Int
  /// Margin around the text in pixels.
  let margin: Int

  init(size: (width: Int, height: Int), height: Int, margin: Int) throws(MediaError) {
    try ASSScript.require(for: "write an overlay's figures")
    (self.size, self.height, self.margin) = (size, height, margin)
  }

  func panel(_ rows: [Row]) throws(MediaError) -> Frame {
    let events = rows.filter { !$0.text.isEmpty }.map { row in
      (
        style: row.isYellow ? "Yellow" : "White",
        text: "{\\q2\\pos(\(margin),\(row.top))}" + CaptionText.script(row.text)
      )
    }
    // In ASS, alignment 7 is top left, and colours are written as BGR.
    let styles = [("White", "&H00EBEBEB"), ("Yellow", "&H0020D0E8")].map { name, color in
      "\(name),sans-serif,\(height),\(color),&H00000000,&H00000000,-1,1,0,0,7,0,0,0,-1"
    }
    let script = try MemoryFile(
      Array(ASSScript.script(of: events, styles: styles, size: size).utf8))
    let graph = try FilterGraph(
      "color=black:size=\(size.width)x\(size.height):rate=1:duration=1,format=yuv420p,"
        + "ass=filename=\(script.path),setsar=1,"
        + "setparams=range=limited:color_primaries=bt709:color_trc=bt709:colorspace=bt709,"
        + "buffersink@out")
    guard let panel = try graph.pull() else {
      throw MediaError(
        .other, operation: "write an overlay's figures", detail: "nothing was laid out")
    }
    return panel
  }
}
