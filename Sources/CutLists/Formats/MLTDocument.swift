import EditDecisions

/// One timeline as MLT XML, in the form that Shotcut opens as its own project.
///
/// Frames, not clock times: clocks in milliseconds lose frames at 29.97. One producer a shot and
/// layer, because filters belong to producers; keys count from a filter's `in`.
struct MLTDocument {
  let list: CutList

  var text: String {
    let notes = list.shortfalls(.mlt)
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      + XMLElement.comment(notes) + root.text()
  }

  private var last: String { "\(max(0, list.length - 1))" }

  private var root: XMLElement {
    XMLElement(
      "mlt",
      [
        "LC_NUMERIC": "C", "version": "7.12.0", "title": "gazecut \(list.name)",
        "producer": "main_bin",
      ],
      [
        profile, XMLElement("playlist", ["id": "main_bin"], [property("xml_retain", "1")]), ground,
        groundPlaylist,
      ] + producers
        + tracks.map(playlist) + [tractor])
  }

  private var profile: XMLElement {
    let (width, height) = (list.canvas.width, list.canvas.height)
    return XMLElement(
      "profile",
      [
        "description": "gazecut", "width": "\(width)", "height": "\(height)",
        "progressive": "1", "sample_aspect_num": "1", "sample_aspect_den": "1",
        "display_aspect_num": "\(width)", "display_aspect_den": "\(height)",
        "frame_rate_num": "\(list.rate.numerator)",
        "frame_rate_den": "\(list.rate.denominator)", "colorspace": "709",
      ])
  }

  private var ground: XMLElement {
    XMLElement(
      "producer", ["id": "black", "in": "0", "out": last],
      [
        property("length", "\(list.length)"), property("eof", "pause"),
        property("resource", "0"), property("aspect_ratio", "1"),
        property("mlt_service", "color"), property("mlt_image_format", "rgba"),
        property("set.test_audio", "0"),
      ])
  }

  private var groundPlaylist: XMLElement {
    XMLElement(
      "playlist", ["id": "background"],
      [XMLElement("entry", ["producer": "black", "in": "0", "out": last])])
  }

  /// How many layers lie over one another, at most.
  private var tracks: Range<Int> { 0..<(list.cuts.map(\.layers.count).max() ?? 1) }

  private func name(_ index: Int, _ layer: Int) -> String { "producer\(index)-\(layer)" }

  private var producers: [XMLElement] {
    list.cuts.enumerated().flatMap { index, cut in
      cut.layers.enumerated().map { number, layer in
        producer(cut, layer, name: name(index, number), hasSound: number == 0)
      }
    }
  }

  private func producer(
    _ cut: Cut, _ layer: Layer, name: String, hasSound: Bool
  ) -> XMLElement {
    var parts = [
      property("length", "\(list.sourceFrames)"), property("eof", "pause"),
      property("resource", list.source.path), property("mlt_service", "avformat-novalidate"),
      property("seekable", "1"), property("shotcut:caption", list.source.name),
    ]
    // The same file above itself would be heard twice.
    if !hasSound { parts.append(property("audio_index", "-1")) }
    if let text = cut.shot?.layout.name { parts.append(property("shotcut:comment", text)) }
    if !list.isUntouched(layer) { parts.append(affine(cut, layer)) }
    if layer.isBlurred { parts.append(blur(cut)) }
    if let area = layer.area { parts.append(clipping(cut, to: area)) }
    return XMLElement(
      "producer", ["id": name, "in": "0", "out": "\(list.sourceFrames - 1)"], parts)
  }

  private func affine(_ cut: Cut, _ layer: Layer) -> XMLElement {
    let keys = layer.keys.map { key in
      "\(key.frame)=" + Self.rectangle(key.place.rectangle(list.source.picture))
    }
    return filter(
      cut,
      [
        property("background", "color:#00000000"), property("mlt_service", "affine"),
        property("shotcut:filter", "affineSizePosition"), property("transition.fill", "1"),
        property("transition.distort", "0"),
        property("transition.rect", keys.joined(separator: ";")),
        property("transition.valign", "middle"), property("transition.halign", "center"),
        property("transition.threads", "0"),
      ])
  }

  /// As wide as our own clips have it: a twelfth of the half of the canvas's width.
  private func blur(_ cut: Cut) -> XMLElement {
    let sigma = Rounding.text(Double(list.canvas.width) / 24, decimals: 2)
    return filter(
      cut,
      [
        property("mlt_service", "avfilter.gblur"), property("av.sigma", sigma),
        property("av.steps", "2"),
      ])
  }

  private func clipping(_ cut: Cut, to area: PictureArea) -> XMLElement {
    filter(
      cut,
      [
        property("mlt_service", "qtcrop"), property("shotcut:filter", "cropRectangle"),
        property("rect", Self.rectangle(area)), property("circle", "0"),
        property("color", "#00000000"), property("radius", "0"),
      ])
  }

  private func filter(_ cut: Cut, _ properties: [XMLElement]) -> XMLElement {
    XMLElement(
      "filter",
      ["in": "\(cut.frames.lowerBound)", "out": "\(cut.frames.upperBound - 1)"], properties)
  }

  private func playlist(_ track: Int) -> XMLElement {
    var entries = [property("shotcut:video", "1"), property("shotcut:name", "V\(track + 1)")]
    for (index, cut) in list.cuts.enumerated() {
      if track < cut.layers.count {
        entries.append(
          XMLElement(
            "entry",
            [
              "producer": name(index, track), "in": "\(cut.frames.lowerBound)",
              "out": "\(cut.frames.upperBound - 1)",
            ]))
      } else {
        entries.append(XMLElement("blank", ["length": "\(cut.frames.count)"]))
      }
    }
    return XMLElement("playlist", ["id": "playlist\(track)"], entries)
  }

  private var tractor: XMLElement {
    var parts = [
      property("shotcut", "1"), property("shotcut:projectAudioChannels", "2"),
      XMLElement("track", ["producer": "background"]),
    ]
    parts += tracks.map { track in
      XMLElement("track", ["producer": "playlist\(track)"])
        .with("hide", track == 0 ? nil : "audio")
    }
    parts.append(
      XMLElement(
        "transition", [:],
        [
          property("a_track", "0"), property("b_track", "1"), property("mlt_service", "mix"),
          property("always_active", "1"), property("sum", "1"),
        ]))
    parts += tracks.dropFirst().map { track in
      XMLElement(
        "transition", [:],
        [
          property("a_track", "1"), property("b_track", "\(track + 1)"),
          property("mlt_service", "qtblend"), property("always_active", "1"),
        ])
    }
    return XMLElement(
      "tractor", ["id": "tractor0", "title": "gazecut", "in": "0", "out": last], parts)
  }

  private func property(_ name: String, _ value: String) -> XMLElement {
    XMLElement("property", ["name": name], text: value)
  }

  private static func rectangle(_ box: PictureArea) -> String {
    [box.x, box.y, box.width, box.height].map { Rounding.text($0, decimals: 3) }
      .joined(separator: " ") + " 1"
  }
}
