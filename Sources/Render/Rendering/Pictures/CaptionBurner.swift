import EditDecisions
import Media
import Support

/// Draws captions into frames with libass: large, bold and outlined, for phones.
///
/// The framing decides whether they are at the bottom or the top of the safe area, or on the seam
/// of a split screen. The font is the system's `sans-serif`, with fontconfig's fallback for missing
/// letters. So the same bytes require the same fonts. The text is rendered once per set of visible
/// cues, and then blended into each frame.
final class CaptionBurner {
  private let cues: [PlacedCue]
  private let layers: CaptionLayer
  private let rate: Rational
  private let title: PlacedCue?
  private var shown: (cues: [PlacedCue], layer: Frame, area: Area?)?

  /// The bounding rectangle of the text in a layer, in pixels.
  private typealias Area = (x: Int, y: Int, width: Int, height: Int)

  /// A cue and its position.
  struct PlacedCue: Hashable, Sendable {
    var cue: SubtitleCue
    var place: ClipShot.CaptionPlace
    /// Whether it is the title, which is always visible.
    var isTitle = false
  }

  /// Creates a burner for cues on the clip's clock, and a title, truncated after two lines.
  ///
  /// `output` is the frame size in pixels, and `rate` is in frames per second.
  init(
    _ cues: [PlacedCue], title: (line: String, place: ClipShot.CaptionPlace)? = nil,
    output: (width: Int, height: Int), safeArea: SafeArea, rate: Rational
  ) throws(MediaError) {
    let layers = try CaptionLayer(output: output, safeArea: safeArea)
    (self.cues, self.rate, self.layers) = (cues, rate, layers)
    self.title = try title.flatMap { title throws(MediaError) in
      try layers.fittedTitle(title.line).map { Self.title($0, at: title.place) }
    }
  }

  /// The title as a cue that lasts the whole clip.
  static func title(_ line: String, at place: ClipShot.CaptionPlace = .top) -> PlacedCue {
    PlacedCue(cue: SubtitleCue(start: 0, end: .infinity, text: line), place: place, isTitle: true)
  }

  /// Draws the captions of frame number `frame` into it; other references to its pixels do not
  /// change.
  func burn(_ picture: Frame, frame: Int) throws(MediaError) {
    // Decisions have a precision of 1 ms, so a cue that starts with a frame counts as started.
    let time = Double(frame) * rate.inverse.value + 0.0005
    // The title comes first, so captions at the same edge are placed further inside.
    let said =
      (title.map { [$0] } ?? []) + cues.filter { $0.cue.start <= time && $0.cue.end > time }
    guard !said.isEmpty else { return }
    if shown?.cues != said {
      let layer = try layers.layer(of: said)
      shown = (said, layer, layer.opaqueArea)
    }
    guard let (_, layer, area) = shown, let area else { return }
    try picture.paint { planes in planes.overlay(layer, in: area) }
  }
}

/// Renders cues to a transparent frame with libass.
struct CaptionLayer {
  let output: (width: Int, height: Int)
  let band: CaptionLayout

  /// - Throws: `missingComponent` if FFmpeg lacks libass.
  init(output: (width: Int, height: Int), safeArea: SafeArea) throws(MediaError) {
    try ASSScript.require(for: "burn in captions")
    self.output = output
    band = CaptionLayout(output: output, safeArea: safeArea)
  }

  /// Renders the cues that are visible at the same time.
  func layer(of cues: [CaptionBurner.PlacedCue]) throws(MediaError) -> Frame {
    let places = cues.filter { !$0.isTitle }.map(\.place)
    return try renderedEvents(
      cues.map { cue in
        let text = CaptionText.script(cue.cue.text, in: band)
        let isShared = cue.isTitle && places.contains(cue.place)
        return (Self.style(cue.place), isShared ? withGapBelowTitle(text, cue.place) : text)
      }, size: band.letters)
  }

  private static func style(_ place: ClipShot.CaptionPlace) -> String {
    switch place {
    case .top: "Top"
    case .middle: "Middle"
    case .bottom: "Default"
    }
  }

  /// Adds half an empty line between a title and captions at the same edge.
  private func withGapBelowTitle(_ title: String, _ place: ClipShot.CaptionPlace) -> String {
    let (half, whole) = ("{\\fs\(band.letters / 2)}", "{\\fs\(band.letters)}")
    return place == .top ? "\(title)\\N\(half)\\h" : "\(half)\\h\\N\(whole)\(title)"
  }

  /// Renders texts into the cells of a square grid, centred.
  func sheet(_ texts: [String], side: Int, cell: Int) throws(MediaError) -> Frame {
    try renderedEvents(
      texts.enumerated().map { index, text in
        let (x, y) = (index % side * cell + cell / 2, index / side * cell + cell / 2)
        return ("Default", "{\\an5\\pos(\(x),\(y))}" + CaptionText.script(text))
      }, size: cell / 2)
  }

  private func renderedEvents(
    _ events: [(style: String, text: String)], size: Int
  ) throws(MediaError) -> Frame {
    // In ASS, alignment 2 is bottom centre, 5 middle centre, 8 top centre. Encoding -1 makes libass
    // detect the text direction from the first strong character (Unicode Bidi, P2 and P3).
    let styles = [("Default", 2, band.bottom), ("Middle", 5, 0), ("Top", 8, band.top)].map {
      name, alignment, margin in
      "\(name),sans-serif,\(size),&H00FFFFFF,&H00000000,&H80000000,-1,1,"
        + "\(max(1, size / 14)),0,\(alignment),\(band.side),\(band.side),\(margin),-1"
    }
    return try ASSScript.frame(
      of: events, styles: styles, size: output, color: "black@0", format: "yuva420p",
      after: ":alpha=1", for: "burn in captions")
  }
}
