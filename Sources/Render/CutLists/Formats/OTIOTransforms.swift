import EditDecisions
import Support

/// The position of a layer as effects of DaVinci Resolve and of Premiere, in OpenTimelineIO
/// metadata.
struct OTIOTransforms {
  let list: EditTimeline
  let layer: Layer
  /// Timecode of the clip's first frame in the source, as a frame number.
  let sourceStart: Int

  /// DaVinci Resolve's effects: `Transform`, and `Cropping` if the layer covers only part of the
  /// canvas.
  ///
  /// Zoom 1 is the fitted video. Pan and tilt are shares of the fitted video's size, with up
  /// positive. Keyframe times count from the clip's first frame.
  var resolve: [String] {
    let (picture, canvas) = (list.source.picture, list.canvas)
    let fit = FramePlacement.fit(picture, canvas)
    func pan(_ place: FramePlacement) -> Double {
      (place.x - Double(canvas.width) / 2) / (Double(picture.width) * fit)
    }
    func tilt(_ place: FramePlacement) -> Double {
      (Double(canvas.height) / 2 - place.y) / (Double(picture.height) * fit)
    }
    let zoom = { (place: FramePlacement) in place.scale / fit }
    let limits: KeyValuePairs<String, Double> = ["minValue": 0, "maxValue": 100]
    var effects = [
      daVinciResolveEffect(
        "Transform", type: 2,
        [
          parameter("transformationZoomX", 1, limits, zoom),
          parameter("transformationZoomY", 1, limits, zoom),
          parameter("transformationPan", 0, [:], pan),
          parameter("transformationTilt", 0, [:], tilt),
        ])
    ]
    if let area = layer.area {
      let (width, height) = (Double(picture.width), Double(picture.height))
      func trims(_ place: FramePlacement) -> EdgeTrims { place.trims(area, picture, canvas) }
      let limits: KeyValuePairs<String, Double> = ["minValue": 0, "maxValue": 1]
      effects.append(
        daVinciResolveEffect(
          "Cropping", type: 3,
          [
            parameter("cropLeft", 0, limits) { trims($0).left / width },
            parameter("cropRight", 0, limits) { trims($0).right / width },
            parameter("cropTop", 0, limits) { trims($0).top / height },
            parameter("cropBottom", 0, limits) { trims($0).bottom / height },
          ]))
    }
    return effects
  }

  /// Premiere's intrinsic `Motion` effect.
  ///
  /// Position is a share of the canvas, and scale is in percent of the source's own pixels.
  /// Keyframe times use the source's timecode.
  var premiere: String {
    let (picture, canvas) = (list.source.picture, list.canvas)
    let area = layer.area
    func cut(_ name: String, _ id: Int, _ share: @escaping (EdgeTrims) -> Double) -> String {
      guard let area else { return motion(name, id) { _ in "0.0" } }
      return motion(name, id) { place in
        Self.number(share(place.trims(area, picture, canvas)) * 100)
      }
    }
    let scale = { (place: FramePlacement) in Self.number(place.scale * 100) }
    let (width, height) = (Double(picture.width), Double(picture.height))
    let parameters = [
      motion("Position", 1) { place in
        "{\"X\": \(Self.number(place.x / Double(canvas.width))), "
          + "\"Y\": \(Self.number(place.y / Double(canvas.height)))}"
      },
      motion("Scale", 2, scale), motion("Scale Width", 3, scale),
      motion(" ", 4) { _ in "true" }, motion("Rotation", 5) { _ in "0.0" },
      motion("Anchor Point", 6) { _ in "{\"X\": 0.5, \"Y\": 0.5}" },
      motion("Anti-flicker Filter", 7) { _ in "0.0" },
      cut("Crop Left", 8) { $0.left / width }, cut("Crop Top", 9) { $0.top / height },
      cut("Crop Right", 10) { $0.right / width }, cut("Crop Bottom", 11) { $0.bottom / height },
    ]
    return effect("Motion", of: "PremierePro_OTIO") { effect in
      effect.add("IsIntrinsic", true)
      effect.add("MatchName", "AE.ADBE Motion")
      effect.add("Parameters", items: parameters)
    }
  }

  private func daVinciResolveEffect(_ name: String, type: Int, _ parameters: [String]) -> String {
    effect("Resolve Effect", of: "Resolve_OTIO") { effect in
      effect.add("Effect Name", name)
      effect.add("Name", name)
      effect.add("Enabled", true)
      effect.add("Type", type)
      effect.add("Display Type", 1)
      effect.add("Parameters", items: parameters)
    }
  }

  /// An effect with metadata for one program.
  private func effect(
    _ name: String, of program: String, _ body: (inout JSONText.Members) -> Void
  ) -> String {
    Self.object("Effect.1") { json in
      json.add("name", "")
      json.add("effect_name", name)
      json.add("enabled", true)
      json.add("metadata") { $0.add(program, object: body) }
    }
  }

  private func parameter(
    _ id: String, _ usual: Double, _ limits: KeyValuePairs<String, Double> = [:],
    _ value: (FramePlacement) -> Double
  ) -> String {
    let values = layer.keys.map { Self.number(value($0.place)) }
    return JSONText.of { json in
      json.add("Parameter ID", id)
      json.add("Variant Type", "Double")
      json.add("Default Parameter Value", raw: "\(usual)")
      json.add("Parameter Value", raw: values[0])
      for (name, limit) in limits { json.add(name, raw: "\(limit)") }
      json.add("Key Frames") { keys in
        guard Set(values).count > 1 else { return }
        for (key, value) in zip(layer.keys, values) {
          keys.add("\(key.frame)") { entry in
            entry.add("Value", raw: value)
            entry.add("Variant Type", "Double")
          }
        }
      }
    }
  }

  private func motion(_ name: String, _ id: Int, _ value: (FramePlacement) -> String) -> String {
    let values = layer.keys.map { value($0.place) }
    return JSONText.of { json in
      json.add("DisplayName", name)
      json.add("ID", id)
      if Set(values).count > 1 {
        let keys = zip(layer.keys, values).map { key, value in
          "{\"Position\": \(Self.time(sourceStart + key.frame, list.rate.value)), "
            + "\"Value\": \(value)}"
        }
        json.add("Keyframes", items: keys)
      } else {
        json.add("StartValue") { start in
          // Premiere stores constant values at this time, long before any clip.
          start.add("Position", raw: Self.time(-10_800_000, list.rate.value))
          start.add("Value", raw: values[0])
        }
      }
    }
  }

  static func number(_ value: Double) -> String { Rounding.text(value, decimals: 6) }

  static func time(_ frame: Int, _ rate: Double) -> String {
    object("RationalTime.1") { json in
      json.add("rate", raw: "\(rate)")
      json.add("value", raw: "\(Double(frame))")
    }
  }

  static func object(_ schema: String, _ body: (inout JSONText.Members) -> Void) -> String {
    JSONText.of { json in
      json.add("OTIO_SCHEMA", schema)
      body(&json)
    }
  }
}
