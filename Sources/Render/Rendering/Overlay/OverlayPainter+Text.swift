import EditDecisions
import Media

/// The lines of text below an overlay's frame.
extension OverlayPainter {
  static let textOperation = "write an overlay's figures"
  /// Usual maximum length of a line; on a narrower frame, lines wrap.
  private static let usualLetters = 50
  private static let maximumRowsPerLine = 4
  /// Number of letters that fit into a row; bold letters average at most 0.6 of the row height.
  private var room: Int { max(1, (width - 2 * margin) * 10 / (6 * rowHeight)) }
  /// Maximum number of rows per line of text.
  var rowsOfLine: Int { min(Self.maximumRowsPerLine, (Self.usualLetters + room - 1) / room) }

  /// Draws the first three lines with libass, in the system's `sans-serif`; the third is yellow.
  func panelFrame(_ lines: [String]) throws(MediaError) -> Frame {
    let wrapped = lines.prefix(3).enumerated().flatMap { number, line in
      rows(of: line).map { (style: number == 2 ? "Yellow" : "White", text: shortened($0)) }
    }
    let events = wrapped.enumerated().filter { !$1.text.isEmpty }.map { index, row in
      let place = "{\\q2\\pos(\(margin),\(margin + index * rowHeight))}"
      return (style: row.style, text: place + CaptionText.script(row.text))
    }
    // In ASS, alignment 7 is top left, and colours are written as BGR.
    let styles = [("White", "&H00EBEBEB"), ("Yellow", "&H0020D0E8")].map { name, color in
      "\(name),sans-serif,\(rowHeight),\(color),&H00000000,&H00000000,-1,1,0,0,7,0,0,0,-1"
    }
    return try ASSScript.frame(
      of: events, styles: styles, size: (width, panel), color: "black", format: "yuv420p",
      after: ",setsar=1,"
        + "setparams=range=limited:color_primaries=bt709:color_trc=bt709:colorspace=bt709",
      for: Self.textOperation)
  }

  /// Truncates a row that does not fit, with an ellipsis.
  private func shortened(_ row: String) -> String {
    row.count <= room ? row : String(row.prefix(max(0, room - 1))) + "…"
  }

  /// Wraps a line; the last row gets the rest.
  private func rows(of line: String) -> [String] {
    guard line.count > room, rowsOfLine > 1 else { return [line] }
    var rows = [""]
    for word in line.split(separator: " ") {
      let last = rows[rows.count - 1]
      if last.isEmpty {
        rows[rows.count - 1] = String(word)
      } else if last.count + 1 + word.count <= room || rows.count == rowsOfLine {
        rows[rows.count - 1] = last + " " + word
      } else {
        rows.append(String(word))
      }
    }
    return rows
  }
}
