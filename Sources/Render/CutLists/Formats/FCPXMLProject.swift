import EditDecisions
import Support

struct FCPXMLProject {
  let list: EditTimeline
  /// ID of the timeline's format.
  let format: String

  private var time: FCPXMLTime { FCPXMLTime(list.rate) }
  private var clock: Timecode { list.source.clock }

  var element: XMLElement {
    let clips = list.cuts.map { clip($0) }
    let sequence = XMLElement(
      "sequence",
      [
        "format": format, "duration": time.text(list.length), "tcStart": "0s",
        "tcFormat": "NDF", "audioLayout": list.source.channels == 1 ? "mono" : "stereo",
        "audioRate": "48k",
      ],
      notes + [XMLElement("spine", clips)])
    return XMLElement("project", ["name": list.name], [sequence])
  }

  private var notes: [XMLElement] {
    let notes = list.formatWarnings(.fcpxml)
    return notes.isEmpty ? [] : [XMLElement("note", text: notes.joined(separator: "; "))]
  }

  /// A clip of the primary storyline with the lowest layer; higher layers are connected clips.
  private func clip(_ cut: Cut) -> XMLElement {
    let start = clock.frame + cut.frames.lowerBound
    var children = adjustments(cut.layers[0], 0..<cut.frames.count, start: start)
    for (index, layer) in cut.layers.enumerated().dropFirst() {
      children += constantTrimRanges(layer, of: cut).map { piece in
        connectedClip(layer, piece, lane: index, start: start)
      }
    }
    if let marker = list.marker(in: cut) {
      children.append(
        XMLElement(
          "marker",
          [
            "start": time.text(start + marker.at - cut.at), "duration": time.text(1),
            "value": "core", "note": marker.text,
          ]))
    }
    if cut.layers[0].isBlurred {
      children.append(XMLElement("filter-video", ["ref": "r3", "name": "Gaussian"]))
    }
    return XMLElement(
      "asset-clip",
      [
        "ref": "r2", "name": list.source.name, "offset": time.text(cut.at),
        "start": time.text(start), "duration": time.text(cut.frames.count),
        "tcFormat": clock.isDrop ? "DF" : "NDF",
      ], children)
  }

  private func connectedClip(
    _ layer: Layer, _ piece: Range<Int>, lane: Int, start: Int
  ) -> XMLElement {
    XMLElement(
      "asset-clip",
      [
        "ref": "r2", "lane": "\(lane)", "name": list.source.name,
        "offset": time.text(start + piece.lowerBound),
        "start": time.text(start + piece.lowerBound), "duration": time.text(piece.count),
        "srcEnable": "video",
      ], adjustments(layer, piece, start: start))
  }

  /// Splits a cut into frame ranges in which one trim is accurate to half a canvas pixel.
  ///
  /// A trim cannot be animated, so a pane that moves vertically needs several clips.
  private func constantTrimRanges(_ layer: Layer, of cut: Cut) -> [Range<Int>] {
    guard layer.area != nil, layer.keys.count > 1 else { return [0..<cut.frames.count] }
    var found: [Range<Int>] = []
    var first = 0
    for frame in 1..<max(1, cut.frames.count)
    where distance(layer, first, frame) > 0.5 {
      found.append(first..<frame)
      first = frame
    }
    return found + [first..<cut.frames.count]
  }

  private func distance(_ layer: Layer, _ from: Int, _ to: Int) -> Double {
    let (one, two) = (trims(layer, from), trims(layer, to))
    let most = max(
      abs(one.left - two.left), abs(one.top - two.top), abs(one.right - two.right),
      abs(one.bottom - two.bottom))
    return most * layer.place(at: to).scale
  }

  private func trims(_ layer: Layer, _ frame: Int) -> EdgeTrims {
    guard let area = layer.area else { return EdgeTrims(left: 0, top: 0, right: 0, bottom: 0) }
    return layer.place(at: frame).trims(area, list.source.picture, list.canvas)
  }

  /// Trim, conform and transform, in the order that the FCPXML DTD requires.
  private func adjustments(_ layer: Layer, _ frames: Range<Int>, start: Int) -> [XMLElement] {
    let fit = XMLElement("adjust-conform", ["type": "fit"])
    guard !list.hasDefaultPlacement(layer) else { return [fit] }
    return trim(trims(layer, frames.lowerBound)) + [fit]
      + [transform(layer.keys(in: frames), start: start)]
  }

  private func trim(_ trims: EdgeTrims) -> [XMLElement] {
    guard max(trims.left, trims.top, trims.right, trims.bottom) > 0.001 else { return [] }
    // FCPXML expects all four values in percent of the frame height.
    func share(_ pixels: Double) -> String {
      Self.number(pixels / Double(list.source.picture.height) * 100)
    }
    let rectangle = XMLElement(
      "trim-rect",
      [
        "left": share(trims.left), "top": share(trims.top), "right": share(trims.right),
        "bottom": share(trims.bottom),
      ])
    return [XMLElement("adjust-crop", ["mode": "trim"], [rectangle])]
  }

  private func transform(_ keys: [Layer.Key], start: Int) -> XMLElement {
    let canvas = list.canvas
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let fit = FramePlacement.fit(list.source.picture, canvas)
    let positions = keys.map { key in
      Self.number((key.place.x - width / 2) / height * 100) + " "
        + Self.number((height / 2 - key.place.y) / height * 100)
    }
    let scales = keys.map { key in
      Self.number(key.place.scale / fit) + " " + Self.number(key.place.scale / fit)
    }
    func animation(_ name: String, _ values: [String]) -> [XMLElement] {
      guard Set(values).count > 1 else { return [] }
      let frames = zip(keys, values).map { key, value in
        XMLElement(
          "keyframe", ["time": time.text(start + key.frame), "value": value, "curve": "linear"])
      }
      return [XMLElement("param", ["name": name], [XMLElement("keyframeAnimation", frames)])]
    }
    return XMLElement(
      "adjust-transform", ["position": positions[0], "scale": scales[0]],
      animation("position", positions) + animation("scale", scales))
  }

  private static func number(_ value: Double) -> String { Rounding.text(value, decimals: 6) }
}

extension Layer {
  /// The keys for part of a cut: those inside, plus one at each end.
  func keys(in frames: Range<Int>) -> [Key] {
    guard keys.count > 1 else { return keys }
    let inside = keys.filter { $0.frame > frames.lowerBound && $0.frame < frames.upperBound - 1 }
    var all = [Key(frame: frames.lowerBound, place: place(at: frames.lowerBound))] + inside
    if frames.count > 1 {
      all.append(Key(frame: frames.upperBound - 1, place: place(at: frames.upperBound - 1)))
    }
    return all
  }
}
