import EditDecisions
import Support

/// Writes one timeline as OpenTimelineIO, on one line.
///
/// It uses stock schemas only, because programs reject unknown ones. Moving crops are stored as
/// metadata for two programs, `Resolve_OTIO` and `PremierePro_OTIO`, and for gazecut itself in
/// `gazecut`.
struct OTIODocument {
  let list: EditTimeline

  var text: String { timeline + "\n" }

  private var rate: Double { list.rate.value }

  private var timeline: String {
    object("Timeline.1") { json in
      json.add("metadata") { metadata in
        metadata.add("gazecut") { own in
          own.add("schema", DecisionDocument.schema)
          own.add("video", list.source.video)
          own.add("moment", list.name)
          own.add("rate", "\(list.rate)")
          if list.source.isVariable { own.add("variableFrameRate", true) }
          own.add("notes", strings: list.formatWarnings(.otio))
        }
        metadata.add("Resolve_OTIO") { $0.add("Resolve OTIO Meta Version", "1.0") }
        metadata.add("PremierePro_OTIO") { $0.add("MetadataVersion", "1.0") }
      }
      json.add("name", list.name)
      json.add("global_start_time", raw: time(0))
      json.add("tracks", raw: tracks)
    }
  }

  private var tracks: String {
    let count = list.cuts.map(\.sharpLayers.count).max() ?? 1
    var all = (0..<count).map { track("V\($0 + 1)", "Video", layer: $0) }
    if list.source.channels > 0 { all.append(track("A1", "Audio", layer: 0)) }
    return object("Stack.1") { json in
      json.add("metadata") { metadata in
        metadata.add("PremierePro_OTIO") { premiere in
          premiere.add("VideoFrameRate", raw: "\(rate)")
          premiere.add("VideoResolution") { size in
            size.add("height", list.canvas.height)
            size.add("width", list.canvas.width)
          }
          premiere.add("PixelAspectRatio", raw: "{\"denominator\": 1.0, \"numerator\": 1.0}")
          let samples = list.source.sampleRate > 0 ? list.source.sampleRate : 48000
          premiere.add("AudioFrameRate", raw: "\(Double(samples))")
        }
      }
      addCommonMembers("tracks", &json)
      json.add("children", items: all)
    }
  }

  private func track(_ name: String, _ kind: String, layer: Int) -> String {
    var children: [String] = []
    for (index, cut) in list.cuts.enumerated() {
      let layers = cut.sharpLayers
      if layer < layers.count {
        let shown = kind == "Video" ? layers[layer] : nil
        // Upper layers are video only, so only the lowest is linked with the sound.
        let link = layer == 0 && list.source.channels > 0 ? index + 1 : nil
        children.append(clip(cut, shown, link: link))
      } else {
        children.append(gap(cut.frames.count))
      }
    }
    return object("Track.1") { json in
      json.add("metadata") { $0.add("Resolve_OTIO") { $0.add("Locked", false) } }
      addCommonMembers(name, &json)
      json.add("kind", kind)
      json.add("children", items: children)
    }
  }

  private func gap(_ frames: Int) -> String {
    object("Gap.1") { json in
      json.add("metadata", raw: "{}")
      json.add("name", "")
      json.add("source_range", raw: range(0, frames))
      json.add("effects", raw: "[]")
      json.add("markers", raw: "[]")
      json.add("enabled", true)
    }
  }

  private func clip(_ cut: Cut, _ layer: Layer?, link: Int?) -> String {
    let clock = list.source.clock.frame
    let start = clock + cut.frames.lowerBound
    var effects: [String] = []
    if let layer {
      let transforms = OTIOTransforms(list: list, layer: layer, sourceStart: start)
      // Without a transform, Resolve fits the video into the canvas, but Premiere does not
      // scale it.
      if !list.hasDefaultPlacement(layer) { effects = transforms.resolve }
      if !list.hasDefaultPlacement(layer) || list.source.picture != list.canvas {
        effects.append(transforms.premiere)
      }
    }
    return object("Clip.2") { json in
      json.add("metadata") { metadata in
        metadata.add("gazecut") { own in
          own.add("moment", cut.moment)
          guard let shot = cut.shot else { return }
          own.add("layout", shot.layout.name)
          own.add("cut", shot.cut.rawValue)
          shot.layout.write(windowsTo: &own)
        }
        if let link {
          metadata.add("Resolve_OTIO") { $0.add("Link Group ID", link) }
          metadata.add("PremierePro_OTIO") { premiere in
            premiere.add("LinkID", "\(link)")
            premiere.add("OriginalChannelGroupIndex", 0)
            premiere.add("SourceClipIndex", 0)
          }
        }
      }
      json.add("name", list.source.name)
      json.add("source_range", raw: range(start, cut.frames.count))
      json.add("effects", items: effects)
      json.add("markers", items: layer == nil || link == nil ? [] : markers(cut, start))
      json.add("enabled", true)
      json.add("media_references") { $0.add("DEFAULT_MEDIA", raw: media) }
      json.add("active_media_reference_key", "DEFAULT_MEDIA")
    }
  }

  private var media: String {
    object("ExternalReference.1") { json in
      json.add("metadata", raw: "{}")
      json.add("name", list.source.name)
      json.add("available_range", raw: range(list.source.clock.frame, list.sourceFrames))
      json.add("available_image_bounds", raw: "null")
      json.add("target_url", FileURLText.plain(list.source.path))
    }
  }

  private func markers(_ cut: Cut, _ start: Int) -> [String] {
    guard let marker = list.marker(in: cut) else { return [] }
    let text = "core: " + marker.text
    return [
      object("Marker.2") { json in
        json.add("metadata") { $0.add("Resolve_OTIO") { $0.add("Note", text) } }
        json.add("name", text)
        json.add("color", "GREEN")
        json.add("marked_range", raw: range(start + marker.at - cut.at, 1))
        json.add("comment", text)
      }
    ]
  }

  private func addCommonMembers(_ name: String, _ json: inout JSONText.Members) {
    json.add("name", name)
    json.add("source_range", raw: "null")
    json.add("effects", raw: "[]")
    json.add("markers", raw: "[]")
    json.add("enabled", true)
  }

  private func range(_ start: Int, _ frames: Int) -> String {
    object("TimeRange.1") { json in
      json.add("duration", raw: time(frames))
      json.add("start_time", raw: time(start))
    }
  }

  private func time(_ frame: Int) -> String { OTIOTransforms.time(frame, rate) }

  private func object(_ schema: String, _ body: (inout JSONText.Members) -> Void) -> String {
    OTIOTransforms.object(schema, body)
  }
}
