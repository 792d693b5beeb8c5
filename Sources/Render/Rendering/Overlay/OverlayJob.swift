package import EditDecisions
package import Media

/// A range of a source to render with its audience's gaze and reactions drawn over it.
///
/// It does not identify viewers: gaze points have no order and no individual colours. Details of a
/// bin of 0.5 s are requested when its first frame is drawn, to save memory.
package struct OverlayJob: Sendable, Codable {
  package var source: MediaInfo
  package var settings: RenderSettings
  /// The range in seconds of play time; the frame nearest its end is excluded.
  package var window: Range<Double>
  /// Length of a bin in seconds; the first begins at play time 0.
  package var binSeconds: Double
  /// The values of both curves, one entry per bin.
  package var levels: [OverlayLevel]
  /// The moments whose crops are shown.
  package var moments: [OverlayMoment]
  package var path: String

  package init(
    source: MediaInfo, settings: RenderSettings, window: Range<Double>, binSeconds: Double,
    levels: [OverlayLevel], moments: [OverlayMoment], path: String
  ) {
    (self.source, self.settings, self.window, self.path) = (source, settings, window, path)
    (self.binSeconds, self.levels, self.moments) = (binSeconds, levels, moments)
  }

  /// Renders the overlay with a fast preset to a file, which exists only if it is complete.
  ///
  /// The video keeps its aspect ratio, at most `RenderSettings.reelHeight` high, with a panel of
  /// figures below it. The loudness does not change. Frames and samples are streamed, so memory use
  /// does not depend on the length.
  ///
  /// - Parameters:
  ///   - detail: returns what to draw in a bin, by its number; it is called in order.
  ///   - progress: called after each frame, on the calling thread.
  ///   - isCancelled: called often.
  /// - Returns: properties of the written file.
  /// - Throws: as `ClipRenderer.render`.
  @discardableResult
  package func render(
    detail: @escaping @Sendable (Int) -> OverlayBin,
    progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> RenderedFile {
    var settings = settings
    let hasPresets = !EncoderFamily.of(settings.encoder).presets.isEmpty
    settings.preset = hasPresets ? "veryfast" : EncoderFamily.defaultPreset
    let source = source.choosingSound(language: settings.audioLanguage)
    let size = ClipRenderer(source: source, settings: settings).reelSize
    let painter = OverlayPainter(job: self, width: size.width, height: size.height)
    let encode = EncodePlan(
      output: (size.width, size.height + painter.panel), info: source, settings: settings)
    let grid = FrameTimeGrid(rate: encode.rate, start: window.lowerBound, end: window.upperBound)
    return try AtomicFile.replace(path) { temporary throws(MediaError) in
      try encode.tryEncoder()
      let writer = try OverlayWriter(
        source, to: temporary, plan: encode, painter: painter, detail: detail,
        isCancelled: isCancelled)
      try writer.write(grid) { done in progress(done, grid.frames.count) }
      return try OutputFileVerifier.verify(
        temporary, as: path, plan: encode, frames: grid.frames.count, marks: writer.marks,
        isCancelled: isCancelled)
    }
  }

  func bin(at time: Double) -> Int {
    // The tolerance keeps a frame at a bin's start out of the previous bin despite rounding.
    max(0, Int(bounding: (time / binSeconds + 1e-6).rounded(.down)))
  }

  func moment(at time: Double) -> OverlayMoment? {
    moments.first { $0.start - 1e-6 <= time && time < $0.end - 1e-6 }
  }
}

/// The values of both curves in one bin.
package struct OverlayLevel: Hashable, Sendable, Codable {
  /// The reaction rate, 0 to 1; `nil` if it is not shown.
  package var reacting: Double?
  /// The gaze coverage, 0 to 1; `nil` if it is not shown.
  package var held: Double?

  package init(reacting: Double? = nil, held: Double? = nil) {
    (self.reacting, self.held) = (reacting, held)
  }
}

/// The content of an overlay in one bin of 0.5 s.
package struct OverlayBin: Hashable, Sendable, Codable {
  /// Gaze points; empty below the minimum number of viewers.
  package var looks: [OverlayLook]
  /// Outlines of gaze clusters, in frame coordinates.
  package var clusters: [[OverlayPlace]]
  /// At most three lines of ASCII text below the frame.
  package var lines: [String]

  package init(looks: [OverlayLook] = [], clusters: [[OverlayPlace]] = [], lines: [String] = []) {
    (self.looks, self.clusters, self.lines) = (looks, clusters, lines)
  }
}

/// A position in the frame: (0, 0) is top left, (1, 1) is bottom right.
package struct OverlayPlace: Hashable, Sendable, Codable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

package struct OverlayLook: Hashable, Sendable, Codable {
  package var place: OverlayPlace
  /// Whether it belongs to a gaze cluster.
  package var isGathered: Bool

  package init(place: OverlayPlace, isGathered: Bool) {
    (self.place, self.isGathered) = (place, isGathered)
  }
}

/// A moment in an overlay.
package struct OverlayMoment: Hashable, Sendable, Codable {
  /// Start in seconds of play time.
  package var start: Double
  /// End in seconds of play time.
  package var end: Double
  /// Start of the core in seconds.
  package var coreStart: Double
  /// End of the core in seconds.
  package var coreEnd: Double
  package var framing: Framing

  package init(start: Double, end: Double, coreStart: Double, coreEnd: Double, framing: Framing) {
    (self.start, self.end, self.framing) = (start, end, framing)
    (self.coreStart, self.coreEnd) = (coreStart, coreEnd)
  }

  /// The crops at a play time; empty if the whole frame is shown.
  func windows(at time: Double) -> [FrameArea] {
    let shot = framing.shots.last { $0.start <= time + 1e-6 } ?? framing.shots.first
    return shot?.windows.map { $0.area(at: time) } ?? []
  }
}
