import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Facts about a file from ffprobe and ffmpeg, which gazecut never runs.
enum FFmpeg {
  struct Clip {
    var width: Int
    var height: Int
    var frames: Int
    var duration: Double
    var hasSound: Bool
  }

  /// Size, length and sound of a clip; frames are counted by decoding.
  static func probe(_ path: String) throws -> Clip {
    let outcome = try Program.runTool(
      "ffprobe",
      [
        "-v", "error", "-count_frames", "-show_entries",
        "stream=codec_type,width,height,nb_read_frames,duration", "-of", "json", path,
      ])
    try #require(outcome.status == 0, "ffprobe (Debian: ffmpeg) reports: \(outcome.errors)")
    struct Answer: Decodable {
      struct Stream: Decodable {
        var codec_type: String
        var width: Int?
        var height: Int?
        var nb_read_frames: String?
        var duration: String?
      }
      var streams: [Stream]
    }
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    let video = try #require(answer.streams.first { $0.codec_type == "video" })
    return Clip(
      width: video.width ?? 0, height: video.height ?? 0,
      frames: Int(video.nb_read_frames ?? "") ?? 0, duration: Double(video.duration ?? "") ?? 0,
      hasSound: answer.streams.contains { $0.codec_type == "audio" })
  }

  /// Errors of a full decoding; empty if the file is intact.
  static func decodingErrors(_ path: String) throws -> String {
    try Program.runTool(
      "ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-f", "null", "-"]
    ).errors
  }

  /// One frame as grey levels, row by row.
  static func greyFrame(_ path: String, at time: Double, width: Int, height: Int) throws
    -> [UInt8]
  {
    let file = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString + ".raw"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let outcome = try Program.runTool(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", path, "-ss", "\(time)", "-frames:v", "1", "-vf",
        "scale=\(width):\(height)", "-pix_fmt", "gray", "-f", "rawvideo", file,
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  }
}

extension TestLibrary {
  /// The decisions of the last run for a video.
  func decisions(of video: String) throws -> DecisionDocument {
    try DecisionDocument(json: Data(try text("shorts/\(video)/decisions.json").utf8))
  }
}

extension FFmpeg {
  /// Size of the area that is not black, from ffmpeg's `cropdetect`.
  static func activeSize(_ path: String) throws -> (width: Int, height: Int) {
    let outcome = try Program.runTool(
      "ffmpeg",
      ["-v", "info", "-i", path, "-vf", "cropdetect=limit=30:round=2", "-f", "null", "-"])
    let last = try #require(outcome.errors.components(separatedBy: "crop=").last)
    let numbers = last.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    try #require(numbers.count == 2, "\(last)")
    return (numbers[0], numbers[1])
  }
}
