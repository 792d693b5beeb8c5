package import EditDecisions
import Foundation
package import Media
import Support

/// Computes IDs of clips and highlight reels; files with the same ID have the same bytes.
package enum ClipIdentity {
  /// Increased when the renderer's output changes for the same input.
  package static let rendererVersion = 10
  /// Increased when the caption layout changes; only clips with captions get new IDs.
  private static let captionVersion = 4

  /// The ID of a moment's clip: the video's ID, `-` and 10 hexadecimal digits of a SHA-256.
  ///
  /// It depends on the source, on start, end and framing, on the settings and on the renderer. It
  /// does not depend on the moment's ID, rank, score or reasons. It depends on captions only if the
  /// `captions` setting is `burn`.
  package static func clip(
    video: String, source: SourceIdentity, moment: Moment, settings: RenderSettings,
    captions: [SubtitleCue] = []
  ) -> String {
    var lines = preamble("clip", source, settings.clipText)
    lines.append("from \(number(moment.start)) to \(number(moment.end))")
    for shot in moment.framing.shots {
      lines.append("shot \(number(shot.start)) \(number(shot.end)) \(shot.layout.name)")
      lines += layoutLines(shot.layout)
      if let part = shot.part { lines.append("part " + place(part)) }
      if let dissolve = shot.dissolve { lines.append("dissolve \(number(dissolve))") }
    }
    var lastArea: FrameArea?
    for shot in moment.framing.shots where shot.layout == .fit {
      guard let area = shot.active, area != lastArea else { continue }
      let from = lastArea == nil ? "" : " from \(number(shot.start))"
      lines.append("active " + place(area) + from)
      lastArea = area
    }
    if let line = moment.framing.line { lines.append("title line \(line)") }
    if settings.title != nil || moment.framing.line != nil, moment.framing.title != .top {
      lines.append("title \(moment.framing.title.rawValue)")
    }
    let cues =
      settings.captions == .burn ? captions.retimed(from: moment.start, to: moment.end) : []
    if !cues.isEmpty {
      lines.append("captions laid out \(captionVersion)")
      lines += cues.map { cue in
        "caption \(number(cue.start)) \(number(cue.end)) \(cue.text)"
      }
      lines += moment.framing.shots.map { "captions \($0.captions.rawValue)" }
    }
    return video + "-" + digits(lines)
  }

  /// The ID of a highlight reel of ranges in seconds of play time, in reel order.
  package static func reel(
    video: String, source: SourceIdentity, stretches: [Range<Double>], settings: RenderSettings
  ) -> String {
    let lines = stretches.map { "from \(number($0.lowerBound)) to \(number($0.upperBound))" }
    return video + "-" + digits(preamble("reel", source, settings.reelText) + lines)
  }

  private static func preamble(
    _ what: String, _ source: SourceIdentity, _ settings: String
  ) -> [String] {
    ["gazecut \(what), renderer \(rendererVersion)", source.canonicalText, settings]
  }

  private static func layoutLines(_ layout: Layout) -> [String] {
    layout.windows.flatMap { keyframes in
      ["pane"]
        + keyframes.map { key in
          [key.t, key.x, key.y, key.width, key.height].map(number).joined(separator: " ")
        }
    }
  }

  private static func place(_ area: FrameArea) -> String {
    [area.x, area.y, area.width, area.height].map(number).joined(separator: " ")
  }

  /// A number in thousandths as text, the precision of decision files; never `-0`.
  private static func number(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    return thousandths == 0 ? "0" : String(format: "%.0f", thousandths)
  }

  private static func digits(_ lines: [String]) -> String {
    String(SHA256.hex(lines.joined(separator: "\n")).prefix(10))
  }
}
