import EditDecisions

/// Writes timelines as FCPXML 1.10, one project per timeline, in the style of Final Cut Pro's own
/// exports.
///
/// All times are whole frames. Keyframe times use the clip's own clock, as `start` does. Positions
/// are in percent of the canvas height, with up positive. Scale 1 is the fitted video.
struct FCPXMLDocument {
  let lists: [EditTimeline]

  var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE fcpxml>\n"
      + XMLElement.comment(lists.formatWarnings(.fcpxml)) + root.text()
  }

  private var root: XMLElement {
    let projects = lists.enumerated().map { FCPXMLProject(list: $1, format: "r\($0 + 10)").element }
    return XMLElement(
      "fcpxml", ["version": "1.10"],
      [
        XMLElement("resources", resources),
        XMLElement("library", [XMLElement("event", ["name": "gazecut"], projects)]),
      ])
  }

  private var resources: [XMLElement] {
    guard let first = lists.first else { return [] }
    let formats = lists.enumerated().map { index, list in
      XMLElement(
        "format",
        [
          "id": "r\(index + 10)", "name": "FFVideoFormatRateUndefined",
          "frameDuration": FCPXMLTime(list.rate).duration, "width": "\(list.canvas.width)",
          "height": "\(list.canvas.height)", "colorSpace": "1-1-1 (Rec. 709)",
        ])
    }
    let hasBlur = lists.contains { $0.cuts.contains { $0.layers.contains(where: \.isBlurred) } }
    return formats + [sourceFormat(first), asset(first)]
      + (hasBlur ? [Self.gaussian] : [])
  }

  /// The Gaussian blur effect, as named in Final Cut Pro's own exports.
  private static let gaussian = XMLElement(
    "effect",
    [
      "id": "r3", "name": "Gaussian",
      "uid": ".../Effects.localized/Blur.localized/Gaussian.localized/Gaussian.moef",
    ])

  /// The source's format, with the size after rotation, because Final Cut Pro rotates the video,
  /// too.
  private func sourceFormat(_ list: EditTimeline) -> XMLElement {
    let (stored, picture) = (list.source.stored, list.source.picture)
    let format = XMLElement(
      "format",
      [
        "id": "r1", "frameDuration": FCPXMLTime(list.rate).duration, "width": "\(stored.width)",
        "height": "\(stored.height)",
      ])
    guard stored != picture else { return format }
    // Pixel aspect ratio as a ratio of integers: display width over stored width.
    return format.with("paspH", "\(picture.width * stored.height)")
      .with("paspV", "\(stored.width * picture.height)")
  }

  private func asset(_ list: EditTimeline) -> XMLElement {
    let time = FCPXMLTime(list.rate)
    let source = list.source
    var asset = XMLElement(
      "asset",
      [
        "id": "r2", "name": source.name, "start": time.text(source.clock.frame),
        "duration": time.text(lists.map(\.sourceFrames).max() ?? source.frames),
        "hasVideo": "1", "format": "r1", "videoSources": "1",
      ],
      [
        XMLElement(
          "media-rep", ["kind": "original-media", "src": FileURLText.encoded(source.path)])
      ])
    if source.channels > 0 {
      asset = asset.with("hasAudio", "1").with("audioSources", "1")
        .with("audioChannels", "\(source.channels)").with("audioRate", "\(source.sampleRate)")
    }
    return asset
  }
}

/// Formats FCPXML times: seconds as fractions, always whole frames.
struct FCPXMLTime {
  private let step: Int
  private let scale: Int

  init(_ rate: FrameRate) {
    // Final Cut Pro writes integer frame rates with a factor of 100: 100/2500s.
    let factor = rate.denominator == 1 ? 100 : 1
    step = rate.denominator * factor
    scale = rate.numerator * factor
  }

  var duration: String { "\(step)/\(scale)s" }

  func text(_ frames: Int) -> String { frames == 0 ? "0s" : "\(frames * step)/\(scale)s" }
}
