package import EditDecisions
package import Media

/// A look-alike of a clip that was made in a moment, for a person to judge seconds and framing by.
package struct Proof: Hashable, Sendable, Codable {
  /// Where it is.
  package var path: String
  /// Width in pixels.
  package var width: Int
  /// Height in pixels.
  package var height: Int
  /// How it was made.
  package var way: Way

  /// How a proof was made.
  package enum Way: Hashable, Sendable, Codable {
    /// Out of the source's own coded pictures, shown from `shift` source pixels further left.
    case copied(shift: Int)
    /// By a small and quick encode; `reason` says why copying would not do.
    case encoded(reason: String)
  }
}

/// Makes proofs: without encoding where the source's stream and the framing allow it.
///
/// A still window of an H.264 or HEVC source is shown by a crop that is written into the stream's
/// headers (see `StreamCopy`); anything else is encoded small and fast.
package struct ProofRenderer: Sendable {
  /// The source, with the sound track that the settings ask for.
  package let source: MediaInfo
  /// How a clip would be encoded.
  package var settings: RenderSettings
  /// The video's id, which files name as what they were cut from.
  package let video: String?

  /// Height in pixels of a proof that has to be encoded.
  static let smallHeight = 480

  /// Makes a renderer of one source.
  package init(
    source: MediaInfo, settings: RenderSettings = RenderSettings(), video: String? = nil
  ) {
    self.video = video
    self.source = source.choosingSound(language: settings.audioLanguage)
    self.settings = settings
  }

  /// Makes the proof of a clip, written under a temporary name until it is whole.
  ///
  /// - Parameters:
  ///   - start: play time in seconds; the frame nearest it is the first.
  ///   - end: play time in seconds; the frame nearest it is the first left out.
  ///   - framing: what is shown.
  ///   - path: the `.mp4` to write; its folder must exist.
  ///   - isCancelled: asked often.
  /// - Returns: what was made, and how.
  /// - Throws: as `ClipRenderer.render`.
  package func render(
    from start: Double, to end: Double, framing: Framing, to path: String,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Proof {
    do {
      let crop = try crop(of: framing)
      try copy(from: start, to: end, crop, to: path, isCancelled)
      return Proof(
        path: path, width: crop.width, height: crop.height, way: .copied(shift: crop.shift))
    } catch {
      guard error.kind == .unsupported, let reason = error.detail else { throw error }
      return try encode(from: start, to: end, framing, to: path, reason: reason, isCancelled)
    }
  }

  /// The part of the coded picture that a still framing shows.
  private func crop(of framing: Framing) throws(MediaError) -> CodedCrop {
    var windows: Set<Window> = []
    for shot in framing.shots {
      guard case .crop(let keyframes) = shot.layout else {
        throw Self.refusal("its layout is \(shot.layout.name)")
      }
      windows.formUnion(keyframes.map(Window.init))
    }
    guard let window = windows.first, windows.count == 1 else {
      throw Self.refusal("its window moves or changes")
    }
    let picture = source.video
    let inside = window.inside(width: Double(picture.width), height: Double(picture.height))
    let across = Double(picture.codedWidth) / Double(picture.width)
    let down = Double(picture.codedHeight) / Double(picture.height)
    return CodedCrop(
      x: inside.x * across, y: inside.y * down, width: inside.width * across,
      height: inside.height * down, picture: (picture.codedWidth, picture.codedHeight))
  }

  private static func refusal(_ reason: String) -> MediaError {
    MediaError(.unsupported, operation: "copy a stretch", detail: reason)
  }

  private func copy(
    from start: Double, to end: Double, _ crop: CodedCrop, to path: String,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    let copier = try StreamCopy(source)
    var plain = settings
    plain.loudness = nil
    let plan = EncodePlan(
      output: .init(width: crop.width, height: crop.height), info: source, settings: plain)
    let grid = FrameGrid(rate: plan.rate, start: start, end: end)
    let sound: EncodedSound? =
      copier.copiesSound
      ? nil
      : try SoundTrack.make(
        StretchReader(source, isCancelled: isCancelled), [grid], plan: plan, to: path
      ).sound
    let metadata = ClipMetadata.entries(video: video, info: source, stretches: [start..<end])
    try AtomicFile.replace(path) { temporary throws(MediaError) in
      try copier.write(
        from: start, to: end, crop: crop, sound: sound, metadata: metadata, to: temporary,
        isCancelled: isCancelled)
    }
  }

  private func encode(
    from start: Double, to end: Double, _ framing: Framing, to path: String, reason: String,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> Proof {
    var small = settings
    let scale = min(1, Double(Self.smallHeight) / Double(settings.height))
    small.height = max(4, Int((Double(settings.height) * scale / 4).rounded()) * 4)
    small.width = max(2, Int((Double(settings.width) * scale / 2).rounded()) * 2)
    small.loudness = nil
    // As those that are copied.
    (small.captions, small.title) = (.off, nil)
    var framing = framing
    framing.line = nil
    if Catalogue.hasEncoder("libx264") {
      small.encoder = "libx264"
      small.preset = "ultrafast"
      small.crf = 26
    }
    let renderer = ClipRenderer(source: source, settings: small, video: video)
    try renderer.render(
      from: start, to: end, framing: framing, to: path, isCancelled: isCancelled)
    return Proof(
      path: path, width: small.width, height: small.height, way: .encoded(reason: reason))
  }
}

/// A proof to be made, with all that it depends on.
package struct ProofJob: Hashable, Sendable, Codable {
  /// The source, as it was probed.
  package var source: MediaInfo
  /// How a clip would be encoded.
  package var settings: RenderSettings
  /// The video's id, which files name as what they were cut from.
  package var video: String?
  /// Play time in seconds; the frame nearest it is the first.
  package var start: Double
  /// Play time in seconds; the frame nearest it is the first left out.
  package var end: Double
  /// What is shown.
  package var framing: Framing
  /// The `.mp4` to write; its folder must exist.
  package var path: String

  /// A proof of a moment.
  package init(
    _ moment: Moment, of source: MediaInfo, settings: RenderSettings, video: String?, path: String
  ) {
    (self.source, self.settings, self.video, self.path) = (source, settings, video, path)
    (start, end, framing) = (moment.start, moment.end, moment.framing)
  }

  /// Makes it.
  ///
  /// - Throws: as `ProofRenderer.render`.
  package func render(
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Proof {
    try ProofRenderer(source: source, settings: settings, video: video).render(
      from: start, to: end, framing: framing, to: path, isCancelled: isCancelled)
  }
}
