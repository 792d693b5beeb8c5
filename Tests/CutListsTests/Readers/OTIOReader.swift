import Foundation

@testable import CutLists

/// Reads OpenTimelineIO with the effects of Resolve or of Premiere.
struct OTIOReader {
  enum Program: CaseIterable { case resolve, premiere }

  var setting: ReaderSetting
  var program: Program

  func read(_ text: String) throws -> ReadTimeline {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let tracks = Self.at(json, "tracks", "children") as? [Any] else {
      throw Unreadable(description: "no tracks")
    }
    var cuts: [ReadTimeline.Cut] = []
    for track in tracks where Self.at(track, "kind") as? String == "Video" {
      var at = 0
      for (index, item) in (Self.at(track, "children") as? [Any] ?? []).enumerated() {
        guard let start = Self.number(item, "source_range", "start_time", "value"),
          let frames = Self.number(item, "source_range", "duration", "value")
        else { throw Unreadable(description: "an item without a range") }
        defer { at += Int(frames) }
        guard Self.at(item, "OTIO_SCHEMA") as? String == "Clip.2" else { continue }
        let first = Int(start) - setting.clock
        let keys = keys(Self.at(item, "effects") as? [Any] ?? [], start: Int(start))
        if index < cuts.count {
          guard cuts[index].at == at, cuts[index].frames == first..<first + Int(frames) else {
            throw Unreadable(description: "tracks do not agree")
          }
          cuts[index].layers.append(keys)
        } else {
          cuts.append(.init(frames: first..<first + Int(frames), at: at, layers: [keys]))
        }
      }
    }
    return ReadTimeline(cuts: cuts)
  }

  private func keys(_ effects: [Any], start: Int) -> [Int: FramePlacement] {
    switch program {
    case .resolve: resolve(effects)
    case .premiere: premiere(effects, start: start)
    }
  }

  /// Reads a zoom of the fitted frame, and pan and tilt as fractions of its size, positive up.
  private func resolve(_ effects: [Any]) -> [Int: FramePlacement] {
    let found = effects.first {
      Self.at($0, "metadata", "Resolve_OTIO", "Name") as? String == "Transform"
    }
    guard let found,
      let list = Self.at(found, "metadata", "Resolve_OTIO", "Parameters") as? [Any]
    else { return [0: setting.fitted] }
    var values: [String: (rest: Double, keys: [Int: Double])] = [:]
    for parameter in list {
      var keys: [Int: Double] = [:]
      for (frame, key) in Self.at(parameter, "Key Frames") as? [String: Any] ?? [:] {
        keys[Int(frame) ?? -1] = Self.number(key, "Value")
      }
      values[Self.at(parameter, "Parameter ID") as? String ?? ""] = (
        Self.number(parameter, "Parameter Value") ?? 0, keys
      )
    }
    return merged(values.mapValues { $0 }) { value in
      let zoom = value("transformationZoomX", 1)
      let (canvas, picture) = (setting.canvas, setting.picture)
      return FramePlacement(
        scale: zoom * setting.fit,
        x: Double(canvas.width) / 2
          + value("transformationPan", 0) * Double(picture.width) * setting.fit,
        y: Double(canvas.height) / 2
          - value("transformationTilt", 0) * Double(picture.height) * setting.fit)
    }
  }

  /// Scale is a percentage of the source pixels, position a fraction of the canvas.
  private func premiere(_ effects: [Any], start: Int) -> [Int: FramePlacement] {
    let found = effects.first {
      Self.at($0, "metadata", "PremierePro_OTIO", "MatchName") as? String == "AE.ADBE Motion"
    }
    guard let found,
      let list = Self.at(found, "metadata", "PremierePro_OTIO", "Parameters") as? [Any]
    else {
      // Premiere shows a clip without motion at 100 % scale.
      var place = setting.fitted
      place.scale = 1
      return [0: place]
    }
    var values: [String: (rest: Double, keys: [Int: Double])] = [:]
    for parameter in list {
      let name = Self.at(parameter, "DisplayName") as? String ?? ""
      let frames = Self.at(parameter, "Keyframes") as? [Any] ?? []
      for (axis, path) in [("", ["Value"]), (".X", ["Value", "X"]), (".Y", ["Value", "Y"])] {
        var keys: [Int: Double] = [:]
        for key in frames {
          let frame = Int(Self.number(key, "Position", "value") ?? 0) - start
          keys[frame] = Self.value(key, path)
        }
        let rest = Self.at(parameter, "StartValue").flatMap { Self.value($0, path) }
        values[name + axis] = (rest ?? 0, keys.filter { $0.key >= 0 })
      }
    }
    return merged(values) { value in
      FramePlacement(
        scale: value("Scale", 100) / 100,
        x: value("Position.X", 0.5) * Double(setting.canvas.width),
        y: value("Position.Y", 0.5) * Double(setting.canvas.height))
    }
  }

  private func merged(
    _ values: [String: (rest: Double, keys: [Int: Double])],
    _ make: ((String, Double) -> Double) -> FramePlacement
  ) -> [Int: FramePlacement] {
    let frames = Set(values.values.flatMap(\.keys.keys)).union([0])
    var all: [Int: FramePlacement] = [:]
    for frame in frames {
      all[frame] = make { name, fallback in
        guard let value = values[name] else { return fallback }
        return value.keys[frame] ?? value.rest
      }
    }
    return all
  }

  private static func at(_ json: Any, _ path: String...) -> Any? {
    path.reduce(json as Any?) { ($0 as? [String: Any])?[$1] }
  }

  private static func number(_ json: Any, _ path: String...) -> Double? { value(json, path) }

  private static func value(_ json: Any, _ path: [String]) -> Double? {
    let found = path.reduce(json as Any?) { ($0 as? [String: Any])?[$1] }
    return (found as? NSNumber)?.doubleValue
  }
}
