import EditDecisions
import Support

/// Writes one timeline as MLT XML that Shotcut opens as its own project.
///
/// Times are frame numbers, because times in milliseconds lose frames at 29.97 frames per second.
/// Each shot and layer has its own producer, because filters belong to producers. Keyframe times
/// count from the filter's `in`.
struct MLTDocument {
  let list: EditTimeline

  var text: String {
    let notes = list.formatWarnings(.mlt)
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
        profile, XMLElement("playlist", ["id": "main_bin"], properties(["xml_retain": "1"])),
        background, backgroundPlaylist,
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

  private var background: XMLElement {
    XMLElement(
      "producer", ["id": "black", "in": "0", "out": last],
      properties([
        "length": "\(list.length)", "eof": "pause", "resource": "0", "aspect_ratio": "1",
        "mlt_service": "color", "mlt_image_format": "rgba", "set.test_audio": "0",
      ]))
  }

  private var backgroundPlaylist: XMLElement {
    XMLElement(
      "playlist", ["id": "background"],
      [XMLElement("entry", ["producer": "black", "in": "0", "out": last])])
  }

  /// The video tracks: as many as the cut with most layers needs.
  private var tracks: Range<Int> { 0..<(list.cuts.map(\.layers.count).max() ?? 1) }

  private func name(_ index: Int, _ layer: Int) -> String { "producer\(index)-\(layer)" }

  private var producers: [XMLElement] {
    list.cuts.enumerated().flatMap { index, cut in
      cut.layers.enumerated().map { number, layer in
        producer(cut, layer, name: name(index, number), hasSound: number == 0)
      }
    }
  }

  private func producer(_ cut: Cut, _ layer: Layer, name: String, hasSound: Bool) -> XMLElement {
    var parts = properties([
      "length": "\(list.sourceFrames)", "eof": "pause", "resource": list.source.path,
      "mlt_service": "avformat-novalidate", "seekable": "1", "shotcut:caption": list.source.name,
      // Without it, MLT uses the first stream as video, even if that is the sound.
      "video_index": "\(list.source.stream)",
    ])
    // Mute upper layers: they are the same file, so the sound would be doubled.
    if !hasSound { parts += properties(["audio_index": "-1"]) }
    if let text = cut.shot?.layout.name { parts += properties(["shotcut:comment": text]) }
    if !list.hasDefaultPlacement(layer) { parts.append(affineFilter(cut, layer)) }
    if layer.isBlurred { parts.append(blurFilter(cut)) }
    if let area = layer.area { parts.append(cropFilter(cut, to: area)) }
    return XMLElement(
      "producer", ["id": name, "in": "0", "out": "\(list.sourceFrames - 1)"], parts)
  }

  private func affineFilter(_ cut: Cut, _ layer: Layer) -> XMLElement {
    let keys = layer.keys.map { key in
      "\(key.frame)=" + Self.rectangle(key.place.rectangle(list.source.picture))
    }
    return filter(
      cut,
      [
        "background": "color:#00000000", "mlt_service": "affine",
        "shotcut:filter": "affineSizePosition", "transition.fill": "1",
        "transition.distort": "0", "transition.rect": keys.joined(separator: ";"),
        "transition.valign": "middle", "transition.halign": "center", "transition.threads": "0",
      ])
  }

  /// Blur filter with the same strength as in gazecut's clips: sigma is 1/24 of the canvas width.
  private func blurFilter(_ cut: Cut) -> XMLElement {
    let sigma = Rounding.text(Double(list.canvas.width) / 24, decimals: 2)
    return filter(cut, ["mlt_service": "avfilter.gblur", "av.sigma": sigma, "av.steps": "2"])
  }

  private func cropFilter(_ cut: Cut, to area: FrameArea) -> XMLElement {
    filter(
      cut,
      [
        "mlt_service": "qtcrop", "shotcut:filter": "cropRectangle",
        "rect": Self.rectangle(area), "circle": "0", "color": "#00000000", "radius": "0",
      ])
  }

  private func filter(_ cut: Cut, _ values: KeyValuePairs<String, String>) -> XMLElement {
    XMLElement(
      "filter", ["in": "\(cut.frames.lowerBound)", "out": "\(cut.frames.upperBound - 1)"],
      properties(values))
  }

  private func playlist(_ track: Int) -> XMLElement {
    var entries = properties(["shotcut:video": "1", "shotcut:name": "V\(track + 1)"])
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
    var parts =
      properties(["shotcut": "1", "shotcut:projectAudioChannels": "2"])
      + [XMLElement("track", ["producer": "background"])]
    parts += tracks.map { track in
      XMLElement("track", ["producer": "playlist\(track)"])
        .with("hide", track == 0 ? nil : "audio")
    }
    parts.append(
      XMLElement(
        "transition",
        properties([
          "a_track": "0", "b_track": "1", "mlt_service": "mix", "always_active": "1", "sum": "1",
        ])))
    parts += tracks.dropFirst().map { track in
      XMLElement(
        "transition",
        properties([
          "a_track": "1", "b_track": "\(track + 1)", "mlt_service": "qtblend", "always_active": "1",
        ]))
    }
    return XMLElement(
      "tractor", ["id": "tractor0", "title": "gazecut", "in": "0", "out": last], parts)
  }

  private func properties(_ values: KeyValuePairs<String, String>) -> [XMLElement] {
    values.map { XMLElement("property", ["name": $0.key], text: $0.value) }
  }

  private static func rectangle(_ box: FrameArea) -> String {
    [box.x, box.y, box.width, box.height].map { Rounding.text($0, decimals: 3) }
      .joined(separator: " ") + " 1"
  }
}
