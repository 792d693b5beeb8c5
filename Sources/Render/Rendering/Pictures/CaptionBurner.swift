internal import EditDecisions
internal import Media
import Support

/// Writes captions into pictures, by libass: large, bold, outlined, for phones.
///
/// They stand at the lower edge of the platform's safe area, at its upper one, or on the seam of a
/// stack, as the framing says. The font is the system's `sans-serif`, and for letters
/// that it lacks fontconfig's choice, so the same bytes need the same fonts installed. What is on
/// show together is laid out once, as a layer whose letters are then laid over each picture.
final class CaptionBurner {
  private let cues: [Placed]
  private let layers: CaptionLayer
  private let rate: Rational
  private let title: Placed?
  private var shown: (cues: [Placed], layer: Frame, area: Area?)?

  /// The part of a layer that has letters, in pixels.
  private typealias Area = (x: Int, y: Int, width: Int, height: Int)

  /// A cue and where it stands.
  struct Placed: Hashable, Sendable {
    var cue: SubtitleCue
    var place: ClipShot.CaptionPlace
    /// Whether it stands there all the time.
    var isTitle = false
  }

  /// Prepares for a clip.
  ///
  /// - Parameters:
  ///   - cues: on the clip's clock.
  ///   - title: a line that stands there all the time, and where; cut off where two lines cannot
  ///     hold it.
  ///   - output: size of the pictures in pixels.
  ///   - safeArea: what the platform leaves free.
  ///   - rate: frames a second.
  /// - Throws: `missingComponent` when this build has no libass.
  init(
    _ cues: [Placed], title: (line: String, place: ClipShot.CaptionPlace)? = nil,
    output: (width: Int, height: Int), safeArea: SafeArea, rate: Rational
  ) throws(MediaError) {
    self.cues = cues
    self.rate = rate
    layers = try CaptionLayer(output: output, safeArea: safeArea)
    if let title {
      let fitted = try TitleFitting(layers: layers).fitted(title.line)
      self.title = fitted.map { Self.title($0, at: title.place) }
    } else {
      self.title = nil
    }
  }

  /// A title as what is said all the time.
  static func title(_ line: String, at place: ClipShot.CaptionPlace = .top) -> Placed {
    Placed(cue: SubtitleCue(start: 0, end: .infinity, text: line), place: place, isTitle: true)
  }

  /// Writes into a picture what is said while it is shown.
  ///
  /// - Parameters:
  ///   - picture: what the clip shows; whoever else holds its pixels keeps them as they are.
  ///   - frame: its number in the clip.
  /// - Throws: what laying out throws.
  func burn(_ picture: Frame, frame: Int) throws(MediaError) {
    // Decisions count milliseconds: a cue that begins with a frame begins in time for it.
    let time = Double(frame) * rate.inverse.value + 0.0005
    // The title first: what is said at the same edge then stands further in.
    let said =
      (title.map { [$0] } ?? []) + cues.filter { $0.cue.start <= time && $0.cue.end > time }
    guard !said.isEmpty else { return }
    if shown?.cues != said {
      let layer = try layers.layer(of: said)
      shown = (said, layer, layer.opaqueArea)
    }
    guard let (_, layer, area) = shown, let area else { return }
    try picture.paint { planes in planes.lay(layer, in: area) }
  }
}

/// Has libass lay out cues as a transparent picture.
struct CaptionLayer {
  let output: (width: Int, height: Int)
  let band: CaptionBand

  /// - Parameters:
  ///   - output: size of the pictures in pixels.
  ///   - safeArea: what the platform leaves free.
  /// - Throws: `missingComponent` when this build has no libass.
  init(output: (width: Int, height: Int), safeArea: SafeArea) throws(MediaError) {
    try SubStation.require(for: "burn in captions")
    self.output = output
    band = CaptionBand(output: output, safeArea: safeArea)
  }

  /// The layer of cues that are on show together.
  func layer(of cues: [CaptionBurner.Placed]) throws(MediaError) -> Frame {
    let places = cues.filter { !$0.isTitle }.map(\.place)
    return try drawn(
      cues.map { cue in
        let text = CaptionText.script(cue.cue.text, in: band)
        let isShared = cue.isTitle && places.contains(cue.place)
        return (Self.style(cue.place), isShared ? apart(text, cue.place) : text)
      }, size: band.letters)
  }

  private static func style(_ place: ClipShot.CaptionPlace) -> String {
    switch place {
    case .top: "Top"
    case .middle: "Middle"
    case .bottom: "Default"
    }
  }

  /// A title with half an empty line between it and what is said at the same edge.
  private func apart(_ title: String, _ place: ClipShot.CaptionPlace) -> String {
    let (half, whole) = ("{\\fs\(band.letters / 2)}", "{\\fs\(band.letters)}")
    return place == .top ? "\(title)\\N\(half)\\h" : "\(half)\\h\\N\(whole)\(title)"
  }

  /// Texts in cells of a square, line by line, each in the middle of its own.
  func sheet(_ texts: [String], side: Int, cell: Int) throws(MediaError) -> Frame {
    try drawn(
      texts.enumerated().map { index, text in
        let (x, y) = (index % side * cell + cell / 2, index / side * cell + cell / 2)
        return ("Default", "{\\an5\\pos(\(x),\(y))}" + CaptionText.script(text))
      }, size: cell / 2)
  }

  private func drawn(
    _ events: [(style: String, text: String)], size: Int
  ) throws(MediaError) -> Frame {
    let script = try MemoryFile(Array(script(events, size: size).utf8))
    let graph = try FilterGraph(
      "color=black@0:size=\(output.width)x\(output.height):rate=1:duration=1,format=yuva420p,"
        + "ass=filename=\(script.path):alpha=1,buffersink@out")
    guard let layer = try graph.pull() else {
      throw MediaError(.other, operation: "burn in captions", detail: "nothing was laid out")
    }
    return layer
  }

  private func script(_ events: [(style: String, text: String)], size: Int) -> String {
    // Alignment 2 is bottom centre, 5 middle centre, 8 top centre. By the encoding -1 libass takes
    // a line's base direction from its first strong letter (Unicode Bidi, P2 and P3), by others
    // from the left.
    let styles = [("Default", 2, band.bottom), ("Middle", 5, 0), ("Top", 8, band.top)].map {
      name, alignment, margin in
      "\(name),sans-serif,\(size),&H00FFFFFF,&H00000000,&H80000000,-1,1,"
        + "\(max(1, size / 14)),0,\(alignment),\(band.side),\(band.side),\(margin),-1"
    }
    return SubStation.script(of: events, styles: styles, size: output)
  }
}
