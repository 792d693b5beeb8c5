import Foundation

@testable import CutLists

/// Reads MLT XML.
struct MLTReader {
  var setting: ReaderSetting

  func read(_ text: String) throws -> ReadTimeline {
    let root = try XMLNode.read(text)
    var producers: [String: XMLNode] = [:]
    for producer in root.all("producer") { producers[producer.attributes["id"] ?? ""] = producer }
    var cuts: [Int: ReadTimeline.Cut] = [:]
    for list in root.all("playlist")
    where list.attributes["id"]?.hasPrefix("playlist") ?? false {
      var at = 0
      for item in list.children {
        if item.name == "blank" { at += Int(item.attributes["length"] ?? "") ?? 0 }
        guard item.name == "entry" else { continue }
        let (from, to) = (
          Int(item.attributes["in"] ?? "") ?? -1, Int(item.attributes["out"] ?? "") ?? -1
        )
        guard let producer = producers[item.attributes["producer"] ?? ""] else {
          throw Unreadable(description: "an entry without its producer")
        }
        if let keys = try keys(producer, from, to) {
          cuts[at, default: .init(frames: from..<to + 1, at: at, layers: [])].layers.append(keys)
        }
        at += to - from + 1
      }
    }
    return ReadTimeline(cuts: cuts.values.sorted { $0.at < $1.at })
  }

  /// Returns `nil` for the blurred background.
  private func keys(_ producer: XMLNode, _ from: Int, _ to: Int) throws -> [Int: FramePlacement]? {
    var places = [0: setting.fitted]
    for filter in producer.children where filter.name == "filter" {
      guard filter.attributes["in"] == "\(from)", filter.attributes["out"] == "\(to)" else {
        throw Unreadable(description: "a filter that is not as long as its entry")
      }
      let properties = filter.properties()
      if properties["mlt_service"] == "avfilter.gblur" { return nil }
      guard properties["mlt_service"] == "affine" else { continue }
      places = [:]
      for key in (properties["transition.rect"] ?? "").split(separator: ";") {
        let parts = key.split(separator: "=")
        let box = parts[1].split(separator: " ").compactMap { Double($0) }
        places[Int(parts[0]) ?? -1] = FramePlacement(
          scale: box[2] / Double(setting.picture.width), x: box[0] + box[2] / 2,
          y: box[1] + box[3] / 2)
      }
    }
    return places
  }
}

/// Reads FCPXML.
struct FCPXMLReader {
  var setting: ReaderSetting
  /// Duration of one frame in seconds, as a fraction.
  var step: (Int, Int)

  func read(_ text: String) throws -> [ReadTimeline] {
    try XMLNode.read(text).all("spine").map { spine in
      ReadTimeline(cuts: try spine.children.map(cut))
    }
  }

  private func cut(_ clip: XMLNode) throws -> ReadTimeline.Cut {
    let start = try frames(clip, "start")
    let length = try frames(clip, "duration")
    var above: [String: [Int: FramePlacement]] = [:]
    for child in clip.children where child.name == "asset-clip" {
      // The offset of a connected clip is a time of its parent, its start a time of its own media.
      let (offset, own) = (try frames(child, "offset"), try frames(child, "start"))
      guard offset == own else { throw Unreadable(description: "a layer shows another time") }
      for (frame, place) in try keys(child, own) {
        above[child.attributes["lane"] ?? "", default: [:]][frame + own - start] = place
      }
    }
    let isBlurred = clip.children.contains { $0.name == "filter-video" }
    let layers = (isBlurred ? [] : [try keys(clip, start)])
    let first = start - setting.clock
    return ReadTimeline.Cut(
      frames: first..<first + length, at: try frames(clip, "offset"),
      layers: layers + above.keys.sorted().compactMap { above[$0] })
  }

  private func keys(_ clip: XMLNode, _ start: Int) throws -> [Int: FramePlacement] {
    guard let transform = clip.children.first(where: { $0.name == "adjust-transform" }) else {
      return [0: setting.fitted]
    }
    var positions = [0: transform.attributes["position"] ?? "0 0"]
    var scales = [0: transform.attributes["scale"] ?? "1 1"]
    for parameter in transform.children {
      for key in parameter.all("keyframe") {
        let frame = try frames(key, "time") - start
        guard key.attributes["curve"] == "linear" else {
          throw Unreadable(description: "a keyframe that is not linear")
        }
        if parameter.attributes["name"] == "position" {
          positions[frame] = key.attributes["value"]
        } else {
          scales[frame] = key.attributes["value"]
        }
      }
    }
    var places: [Int: FramePlacement] = [:]
    for frame in Set(positions.keys).union(scales.keys) {
      let position = Self.pair(positions[frame] ?? positions[0] ?? "")
      let scale = Self.pair(scales[frame] ?? scales[0] ?? "")
      let height = Double(setting.canvas.height)
      places[frame] = FramePlacement(
        scale: scale.0 * setting.fit,
        x: Double(setting.canvas.width) / 2 + position.0 / 100 * height,
        y: height / 2 - position.1 / 100 * height)
    }
    return places
  }

  private static func pair(_ text: String) -> (Double, Double) {
    let parts = text.split(separator: " ").compactMap { Double($0) }
    return parts.count == 2 ? (parts[0], parts[1]) : (.nan, .nan)
  }

  /// Throws if a time is not a whole frame, which Final Cut Pro rejects.
  private func frames(_ node: XMLNode, _ name: String) throws -> Int {
    let text = node.attributes[name] ?? ""
    guard text.hasSuffix("s") else { throw Unreadable(description: "\(name)='\(text)'") }
    let parts = text.dropLast().split(separator: "/").compactMap { Int($0) }
    guard let value = parts.first else { throw Unreadable(description: "\(name)='\(text)'") }
    let denominator = parts.count == 2 ? parts[1] : 1
    // Divide the time by the duration of a frame, in whole numbers.
    let (top, bottom) = (value * step.1, denominator * step.0)
    guard top % bottom == 0 else { throw Unreadable(description: "\(text) is no whole frame") }
    return top / bottom
  }
}

/// Reads a CMX 3600 list with non-drop timecode.
struct EDLReader {
  var setting: ReaderSetting
  /// Frames per timecode second.
  var nominal: Int
  /// Number of timecode frames per source frame.
  var step = 1

  func read(_ text: String) throws -> ReadTimeline {
    let events = text.split(separator: "\n").filter { $0.first?.isNumber ?? false }
    return ReadTimeline(
      cuts: try events.map { line in
        let times = line.split(separator: " ").suffix(4).map { frame(String($0)) }
        guard times[1] - times[0] == times[3] - times[2] else {
          throw Unreadable(description: "source and record differ: \(line)")
        }
        return .init(
          frames: times[0] - setting.clock..<times[1] - setting.clock, at: times[2], layers: [])
      })
  }

  private func frame(_ text: String) -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return (((parts[0] * 60 + parts[1]) * 60 + parts[2]) * nominal + parts[3]) / step
  }
}

/// Reads Final Cut Pro 7 XML.
struct XMEMLReader {
  var setting: ReaderSetting
  /// Number of timeline frames per source frame.
  var step = 1

  func read(_ text: String) throws -> ReadTimeline {
    let root = try XMLNode.read(text)
    guard let video = root.all("video").first(where: { !$0.children(named: "track").isEmpty })
    else { throw Unreadable(description: "no video track") }
    var cuts: [Int: ReadTimeline.Cut] = [:]
    for track in video.children(named: "track") {
      for clip in track.children(named: "clipitem") {
        let (start, end) = (try clip.frame("start") / step, try clip.frame("end") / step)
        let (first, last) = (try clip.frame("in") / step, try clip.frame("out") / step)
        guard end - start == last - first else {
          throw Unreadable(description: "a clip whose length differs from its source's")
        }
        cuts[start, default: .init(frames: first..<last, at: start, layers: [])].layers.append(
          try keys(clip, first))
      }
    }
    return ReadTimeline(cuts: cuts.values.sorted { $0.at < $1.at })
  }

  private func keys(_ clip: XMLNode, _ first: Int) throws -> [Int: FramePlacement] {
    let canvas = setting.canvas
    let effects = clip.all("effect").filter { $0.text("effectid") == "basic" }
    guard let motion = effects.first else {
      return [
        0: FramePlacement(scale: 1, x: Double(canvas.width) / 2, y: Double(canvas.height) / 2)
      ]
    }
    var scales: [Int: Double] = [:]
    var centers: [Int: (Double, Double)] = [:]
    for parameter in motion.children(named: "parameter") {
      let keyframes = parameter.children(named: "keyframe")
      for node in keyframes.isEmpty ? [parameter] : keyframes {
        let frame = keyframes.isEmpty ? 0 : try node.frame("when") / step - first
        if parameter.text("parameterid") == "scale" {
          scales[frame] = Double(node.text("value")) ?? .nan
        } else if let value = node.children(named: "value").first {
          centers[frame] = (
            Double(value.text("horiz")) ?? .nan, Double(value.text("vert")) ?? .nan
          )
        }
      }
    }
    var places: [Int: FramePlacement] = [:]
    for frame in Set(scales.keys).union(centers.keys) {
      let scale = scales[frame] ?? scales[0] ?? .nan
      let center = centers[frame] ?? centers[0] ?? (.nan, .nan)
      places[frame] = FramePlacement(
        scale: scale / 100, x: (center.0 + 0.5) * Double(canvas.width),
        y: (center.1 + 0.5) * Double(canvas.height))
    }
    return places
  }
}

extension XMLNode {
  fileprivate func children(named name: String) -> [XMLNode] { children.filter { $0.name == name } }
  fileprivate func text(_ name: String) -> String { children(named: name).first?.text ?? "" }
  fileprivate func frame(_ name: String) throws -> Int {
    guard let frame = Int(text(name)) else { throw Unreadable(description: "no <\(name)>") }
    return frame
  }
}
