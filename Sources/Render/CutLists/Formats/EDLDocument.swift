import EditDecisions
import Foundation
import Support

/// Writes one timeline as a CMX 3600 edit decision list (EDL), with crops and layouts as comments.
struct EDLDocument {
  let list: EditTimeline

  var text: String {
    var lines = [
      "TITLE: \(singleLine(list.name))", "FCM: \(isDrop ? "DROP FRAME" : "NON-DROP FRAME")", "",
    ]
    for (index, cut) in list.cuts.enumerated() { lines += event(index, cut) }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// Whether source and record times use drop-frame timecode.
  private var isDrop: Bool { list.source.clock.isDrop }

  /// The timecode of a frame, at a usual rate.
  private func time(_ frame: Int) -> String {
    let step = list.rate.timecodeFramesPerFrame
    return Timecode.text(frame * step, rate: list.rate.times(step), isDrop: isDrop)
  }

  private func event(_ index: Int, _ cut: Cut) -> [String] {
    let clock = list.source.clock.frame
    let times = [
      clock + cut.frames.lowerBound, clock + cut.frames.upperBound, cut.at, cut.end,
    ].map(time)
    let tracks = list.source.channels > 0 ? "AA/V" : "V   "
    let head = String(format: "%03d", index + 1) + "  " + reel + " " + tracks + "  C        "
    var lines = [
      head + times.joined(separator: " "), "* FROM CLIP NAME: \(singleLine(list.source.name))",
      "* FROM FILE: \(singleLine(list.source.path))",
    ]
    if index == 0 { lines += list.formatWarnings(.edl).map { "* COMMENT: \(singleLine($0))" } }
    lines += cut.shot.map(windows) ?? []
    if let marker = list.marker(in: cut) {
      lines.append("* LOC: \(time(marker.at)) GREEN   \(singleLine(marker.text))")
    }
    return lines
  }

  /// The crops as comments, one line per keyframe: `GAZECUT CROP 87.000 411.0,0.0 405.0X720.0`.
  private func windows(_ shot: ClipShot) -> [String] {
    let (name, windows) = (shot.layout.name.uppercased(), shot.windows)
    guard !windows.isEmpty else { return ["* COMMENT: GAZECUT \(name)"] }
    return windows.enumerated().flatMap { index, keyframes in
      let place = index == 0 ? " TOP" : index == windows.count - 1 ? " BOTTOM" : " MIDDLE"
      return keyframes.map { key in
        func pixels(_ value: Double) -> String { Rounding.text(value, decimals: 1) }
        return "* COMMENT: GAZECUT \(name)\(windows.count == 1 ? "" : place) "
          + "\(Rounding.text(key.t, decimals: 3)) "
          + "\(pixels(key.x)),\(pixels(key.y)) \(pixels(key.width))X\(pixels(key.height))"
      }
    }
  }

  /// Reel name of eight ASCII characters, which every program accepts; `AX` means without a tape.
  private var reel: String {
    let letters = list.source.video.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let name = letters.isEmpty ? "AX" : String(letters.prefix(8))
    return name + String(repeating: " ", count: 8 - name.count)
  }

  /// Replaces line breaks and control characters by spaces.
  private func singleLine(_ text: String) -> String {
    String(text.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } ?? false ? " " : $0 })
  }
}
