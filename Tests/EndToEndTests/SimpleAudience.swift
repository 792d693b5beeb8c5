import Foundation
import TestMaterial

/// A small synthetic audience: viewers look at `subject` and smile during `smiles`.
struct SimpleAudience {
  var video: String
  var duration: Double
  var viewers = 12
  /// Seconds in which viewers smile and look at `subject`; otherwise gaze wanders.
  var smiles: [ClosedRange<Double>]
  /// Where viewers look during smiles, in frame coordinates from 0 to 1.
  var subject: @Sendable (Double) -> (x: Double, y: Double) = { _ in (0.3, 0.5) }
  /// Whether faces show the smiles.
  var showsSmiles = true
  /// Name of the emotion that faces show.
  var emotion = "happy"
  var hasGaze = true
  var hasEmotion = true
  var seed: UInt64 = 1

  /// Writes one timeline file per viewer into `folder` and returns the paths.
  func write(into folder: String, prefix: String = "viewer") throws -> [String] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var random = SeededGenerator(seed: seed)
    return try (0..<viewers).map { viewer in
      let path = "\(folder)/\(prefix)-\(viewer).jsonl"
      let text = session(viewer: viewer, prefix: prefix, random: &random)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }
  }

  private func session(viewer: Int, prefix: String, random: inout SeededGenerator) -> String {
    var lines = [
      #"{"gazecut":"timeline/1","video":"\#(video)","session":"\#(prefix)-s\#(viewer)","#
        + #""viewer":"\#(prefix)-\#(viewer)","picture":{"x":0,"y":0,"width":1,"height":1}}"#
    ]
    var wander = (x: 0.5, y: 0.5)
    for step in 0..<Int(duration * 4) {
      let time = Double(step) / 4
      // Gaze is delayed by 0.25 s and faces by 0.5 s, which cleaning corrects.
      let isGathered = smiles.contains { $0.contains(time - 0.25) }
      let isSmiling = showsSmiles && smiles.contains { $0.contains(time - 0.5) }
      if step % 4 == 0 { wander = (random.unit(), random.unit()) }
      let target = isGathered ? subject(time - 0.25) : wander
      var parts = [#""t":\#(String(format: "%.2f", time))"#]
      if hasGaze {
        let x = min(0.99, max(0.01, target.x + (random.unit() - 0.5) * 0.06))
        let y = min(0.99, max(0.01, target.y + (random.unit() - 0.5) * 0.06))
        parts.append(
          #""gaze":{"x":\#(String(format: "%.4f", x)),"y":\#(String(format: "%.4f", y)),"#
            + #""tracking":"SUCCESS"}"#)
      }
      if hasEmotion {
        let shown = isSmiling ? 0.8 + random.unit() * 0.15 : 0.02 + random.unit() * 0.06
        parts.append(
          #""emotion":{"state":"SUCCESS","scores":{"\#(emotion)":\#(String(format: "%.3f", shown)),"#
            + #""neutral":\#(String(format: "%.3f", 1 - shown))}}"#)
      }
      lines.append("{" + parts.joined(separator: ",") + "}")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
