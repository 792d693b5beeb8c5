import EditDecisions
import Support

/// Writes one timeline as Final Cut Pro 7 XML (`xmeml` version 5), which Premiere imports.
///
/// All times are whole frames at the timeline's frame rate, or at a usual multiple of it. Scale is
/// in percent of the source's own pixels. The centre is a share of the canvas, relative to its
/// middle, with down positive. Keyframe times use the source's clock, as `in` and `out` do.
struct XMEMLDocument {
  let list: EditTimeline

  var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE xmeml>\n"
      + XMLElement.comment(list.formatWarnings(.xmeml))
      + XMLElement("xmeml", ["version": "5"], [sequence]).text()
  }

  private var sequence: XMLElement {
    XMLElement(
      "sequence", ["id": "sequence-1"],
      [
        leaf("name", list.name), leaf("duration", frames(list.length)), rate,
        XMLElement(
          "timecode",
          [rate, leaf("string", "00:00:00:00"), leaf("frame", 0), leaf("displayformat", "NDF")]),
        XMLElement("media", [video] + (hasSound ? [audio] : [])),
      ] + marker)
  }

  private var hasSound: Bool { list.source.channels > 0 }

  /// Frame rate in which the document counts.
  private var clock: FrameRate { list.rate.times(list.rate.timecodeFramesPerFrame) }

  /// Converts a number of timeline frames to the document's frame rate.
  private func frames(_ count: Int) -> Int { count * list.rate.timecodeFramesPerFrame }

  private var rate: XMLElement {
    XMLElement(
      "rate",
      [leaf("timebase", clock.nominal), leaf("ntsc", clock.denominator == 1001 ? "TRUE" : "FALSE")])
  }

  private var marker: [XMLElement] {
    guard let marker = list.marker else { return [] }
    return [
      XMLElement(
        "marker",
        [
          leaf("name", "core"), leaf("comment", marker.text),
          leaf("in", frames(marker.at)), leaf("out", -1),
        ])
    ]
  }

  private var video: XMLElement {
    let format = XMLElement(
      "format",
      [
        XMLElement(
          "samplecharacteristics",
          [rate] + size(list.canvas) + [leaf("pixelaspectratio", "square")])
      ])
    let count = list.cuts.map(\.sharpLayers.count).max() ?? 1
    return XMLElement("video", [format] + (0..<count).map(track))
  }

  private func track(_ layer: Int) -> XMLElement {
    let clips = list.cuts.enumerated().compactMap { index, cut -> XMLElement? in
      let layers = cut.sharpLayers
      guard layer < layers.count else { return nil }
      // Only the lowest layer is linked with the sound.
      let links = layer == 0 && hasSound ? self.links(index) : []
      return clip(
        cut, id: videoID(index, layer),
        isFirst: index == 0 && layer == 0, filters(layers[layer], cut) + links)
    }
    return XMLElement("track", clips)
  }

  private var audio: XMLElement {
    let clips = list.cuts.enumerated().map { index, cut in
      let source = XMLElement("sourcetrack", [leaf("mediatype", "audio"), leaf("trackindex", 1)])
      return clip(cut, id: soundID(index), isFirst: false, [source] + links(index))
    }
    return XMLElement("audio", [XMLElement("track", clips)])
  }

  private func videoID(_ cut: Int, _ layer: Int) -> String { "video-\(cut + 1)-\(layer + 1)" }
  private func soundID(_ cut: Int) -> String { "audio-\(cut + 1)" }

  private func links(_ cut: Int) -> [XMLElement] {
    [("video", videoID(cut, 0)), ("audio", soundID(cut))].map { kind, id in
      XMLElement(
        "link",
        [
          leaf("linkclipref", id), leaf("mediatype", kind),
          leaf("trackindex", 1), leaf("clipindex", cut + 1),
        ])
    }
  }

  private func clip(_ cut: Cut, id: String, isFirst: Bool, _ more: [XMLElement]) -> XMLElement {
    XMLElement(
      "clipitem", ["id": id],
      [
        leaf("name", list.source.name), leaf("enabled", "TRUE"),
        leaf("duration", frames(list.sourceFrames)), rate,
        leaf("start", frames(cut.at)), leaf("end", frames(cut.end)),
        leaf("in", frames(cut.frames.lowerBound)), leaf("out", frames(cut.frames.upperBound)),
        isFirst ? file : XMLElement("file", ["id": "file-1"]),
      ] + more)
  }

  /// The complete description of the source file; other clips refer to it by its ID.
  private var file: XMLElement {
    let start = list.source.clock
    let first = frames(start.frame)
    let string = Timecode.text(first, rate: clock, isDrop: start.isDrop)
    let picture = XMLElement(
      "video", [XMLElement("samplecharacteristics", [rate] + size(list.source.stored))])
    let sound = XMLElement("audio", [leaf("channelcount", list.source.channels)])
    return XMLElement(
      "file", ["id": "file-1"],
      [
        leaf("name", list.source.name),
        leaf("pathurl", FileURLText.encoded(list.source.path, host: "localhost")), rate,
        leaf("duration", frames(list.sourceFrames)),
        XMLElement(
          "timecode",
          [
            rate, leaf("string", string), leaf("frame", first),
            leaf("displayformat", start.isDrop ? "DF" : "NDF"),
          ]),
        XMLElement("media", [picture] + (hasSound ? [sound] : [])),
      ])
  }

  private func size(_ size: PixelSize) -> [XMLElement] {
    [leaf("width", size.width), leaf("height", size.height)]
  }

  /// The crop and motion filters; a fitted layer needs motion, too, because Premiere does not scale
  /// it.
  private func filters(_ layer: Layer, _ cut: Cut) -> [XMLElement] {
    guard !list.hasDefaultPlacement(layer) || list.source.picture != list.canvas else { return [] }
    return crop(layer, cut) + [motion(layer, cut)]
  }

  private func motion(_ layer: Layer, _ cut: Cut) -> XMLElement {
    let scale = layer.keys.map { key in
      (key.frame, [XMLElement("value", text: number(key.place.scale * 100))])
    }
    let center = layer.keys.map { key in
      let across = key.place.x / Double(list.canvas.width) - 0.5
      let down = key.place.y / Double(list.canvas.height) - 0.5
      return (
        key.frame,
        [XMLElement("value", [leaf("horiz", number(across)), leaf("vert", number(down))])]
      )
    }
    return effect(
      "Basic Motion", "basic",
      [
        parameter("scale", "Scale", 0...10_000, scale, cut),
        parameter("center", "Center", nil, center, cut),
      ])
  }

  /// Crop filter: what is outside the layer's area, in percent of the frame's width and height.
  private func crop(_ layer: Layer, _ cut: Cut) -> [XMLElement] {
    guard let area = layer.area else { return [] }
    let picture = list.source.picture
    let trims = layer.keys.map { ($0.frame, $0.place.trims(area, picture, list.canvas)) }
    func share(_ name: String, _ side: KeyPath<EdgeTrims, Double>, of length: Int) -> XMLElement {
      let values = trims.map { frame, trims in
        let share = trims[keyPath: side] / Double(length) * 100
        return (frame, [XMLElement("value", text: number(share))])
      }
      return parameter(name, name, 0...100, values, cut)
    }
    return [
      effect(
        "Crop", "crop",
        [
          share("left", \.left, of: picture.width), share("right", \.right, of: picture.width),
          share("top", \.top, of: picture.height), share("bottom", \.bottom, of: picture.height),
        ])
    ]
  }

  private func effect(_ name: String, _ id: String, _ parameters: [XMLElement]) -> XMLElement {
    XMLElement(
      "filter",
      [
        XMLElement(
          "effect",
          [
            leaf("name", name), leaf("effectid", id), leaf("effectcategory", "motion"),
            leaf("effecttype", "motion"), leaf("mediatype", "video"),
          ] + parameters)
      ])
  }

  /// A parameter with one keyframe per key if its value changes.
  private func parameter(
    _ id: String, _ name: String, _ range: ClosedRange<Int>?,
    _ values: [(frame: Int, value: [XMLElement])], _ cut: Cut
  ) -> XMLElement {
    let limits = range.map { [leaf("valuemin", $0.lowerBound), leaf("valuemax", $0.upperBound)] }
    let isMoving = Set(values.map { $0.value.map { $0.text() }.joined() }).count > 1
    let keys =
      isMoving
      ? values.map { frame, value in
        XMLElement("keyframe", [leaf("when", frames(cut.frames.lowerBound + frame))] + value)
      } : []
    return XMLElement(
      "parameter",
      [leaf("parameterid", id), leaf("name", name)] + (limits ?? []) + values[0].value
        + keys)
  }

  private func leaf(_ name: String, _ value: some CustomStringConvertible) -> XMLElement {
    XMLElement(name, text: value.description)
  }

  private func number(_ value: Double) -> String { Rounding.text(value, decimals: 6) }
}
