/// How a moment is shown upright; its shots tile [start, end) of the moment exactly.
package struct Framing: Hashable, Sendable {
  /// Share of a new viewer's looks inside the windows, 0…1; `nil` without gaze.
  ///
  /// Framed on one half of the viewers and scored on the other, and the reverse; with too few
  /// viewers for that, the share of the looks that framed.
  package var gazeKept: Double?
  /// How far a half lies from the mean of both; `nil` where `gazeKept` is not told by halves.
  package var gazeKeptSpread: Double?
  /// In order of time.
  package var shots: [FramedShot]
  /// Where a title stands: away from what is looked at.
  package var title = FramedShot.CaptionPlace.top
  /// Share of the looks that captions and title cover where no place is free of them, 0…1.
  package var textCovers: Double?
  /// Play time of the instant of the core at which most look at one thing that is shown, seconds;
  /// `nil` without looks.
  package var poster: Double?
  /// This clip's own title; `nil` where it bears that of all.
  package var line: String?

  package init(gazeKept: Double?, gazeKeptSpread: Double? = nil, shots: [FramedShot]) {
    self.gazeKept = gazeKept
    self.gazeKeptSpread = gazeKeptSpread
    self.shots = shots
  }

  /// What all shots have in common of `FramedShot.active`; set for those that have none.
  package var active: PictureArea? {
    get { shots.allSatisfy { $0.active == shots[0].active } ? shots.first?.active : nil }
    set {
      for index in shots.indices where shots[index].active == nil { shots[index].active = newValue }
    }
  }

  /// What captions and title cover, in words; `nil` where they keep off what is looked at.
  package var coveredText: String? {
    textCovers.map { "captions and title cover \(Rounding.percent($0)) of the looks" }
  }
}

/// A part of the picture, in picture pixels.
package struct PictureArea: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The part that a window shows at a keyframe.
  package init(_ keyframe: Keyframe) {
    self.init(x: keyframe.x, y: keyframe.y, width: keyframe.width, height: keyframe.height)
  }
}

/// One stretch of a moment with one layout.
package struct FramedShot: Hashable, Sendable {
  /// Play time of its first frame, seconds.
  package var start: Double
  /// Play time of the first frame left out, seconds.
  package var end: Double
  /// What begins it.
  package var cut: Cut
  /// Seconds over which it comes out of the shot before as the source's picture does, half of them
  /// before its start; `nil` where it is cut to.
  package var dissolve: Double?
  package var layout: Layout
  /// Where captions stand that are written into the picture: away from what is looked at.
  package var captions: CaptionPlace
  /// The picture without the black bars baked into it; `nil` where it has none.
  ///
  /// All windows lie inside it, and `fit` shows it instead of the whole picture.
  package var active: PictureArea?
  /// The part of the picture that `fit` shows; `nil` where it shows it all.
  package var part: PictureArea?

  package init(
    start: Double, end: Double, cut: Cut, layout: Layout, captions: CaptionPlace = .bottom
  ) {
    self.start = start
    self.end = end
    self.cut = cut
    self.layout = layout
    self.captions = captions
  }

  /// What `fit` shows; `nil` for the whole picture.
  package var fitted: PictureArea? { part ?? active }

  /// The windows from top to bottom, and the part that `fit` shows as one that stands still; none
  /// where the whole picture is shown.
  package var windows: [[Keyframe]] {
    part.map { [[Keyframe(t: start, x: $0.x, y: $0.y, width: $0.width, height: $0.height)]] }
      ?? layout.windows
  }

  /// Where captions stand in the output.
  package enum CaptionPlace: String, Hashable, Sendable, CaseIterable {
    case bottom, top
  }

  /// What begins a stretch: a cut of the source (or the moment's start), or one made by framing.
  package enum Cut: String, Hashable, Sendable, CaseIterable {
    case source, framing
  }
}

/// In a job a framing stands as it stands in a decision document: by the one list of its fields.
extension Framing: Codable {
  /// Reads a framing.
  ///
  /// - Throws: `DecodingError` with the first thing that is wrong in it.
  package init(from decoder: any Decoder) throws {
    var reading = DocumentReading()
    let node = try JSONNode(from: decoder)
    guard let read = Self.object.form.read(node, &reading), reading.problems.isEmpty else {
      let problem = reading.problems.first.map { "\($0)" } ?? "is no framing"
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: problem))
    }
    self = read
  }

  package func encode(to encoder: any Encoder) throws {
    let text = Self.object.form.text(self)
    do {
      try JSONParser.node(of: Array(text.utf8)).encode(to: encoder)
    } catch let failure as JSONParser.Failure {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: failure.message))
    }
  }
}

/// How a framing would be wished.
extension Framing {
  /// The wishes that show each shot as it is shown here, as far as a wish can: the whole picture,
  /// and the largest window standing still; what moves, is closer or wider, or shows two windows is
  /// left to the audience.
  ///
  /// - Parameters:
  ///   - width: of the picture, pixels.
  ///   - height: of the picture, pixels.
  /// - Returns: the wishes in order of time, one for neighbours that are shown alike.
  package func wishes(inPictureOf width: Int, _ height: Int) -> [Wish] {
    var told: [(span: ClosedRange<Double>, look: WishedLook)] = []
    for shot in shots where shot.start < shot.end {
      guard let look = look(of: shot, width, height) else { continue }
      if let last = told.last, last.look == look, last.span.upperBound == shot.start {
        told[told.count - 1].span = last.span.lowerBound...shot.end
      } else {
        told.append((shot.start...shot.end, look))
      }
    }
    return told.map { .frame(.span($0.span), $0.look) }
  }

  private func look(of shot: FramedShot, _ width: Int, _ height: Int) -> WishedLook? {
    guard case .crop(let keyframes) = shot.layout else {
      return shot.windows.isEmpty ? .fit : nil
    }
    guard let first = keyframes.first,
      keyframes.allSatisfy({ ($0.x, $0.y, $0.width) == (first.x, first.y, first.width) })
    else { return nil }
    let area = shot.active ?? PictureArea(x: 0, y: 0, width: Double(width), height: Double(height))
    // Windows are written to a tenth of a pixel.
    if abs(first.height - area.height) < 0.15, first.width < area.width {
      return .window(x: max(0, first.x), y: nil)
    }
    if abs(first.width - area.width) < 0.15 { return .window(x: nil, y: max(0, first.y)) }
    return nil
  }
}
