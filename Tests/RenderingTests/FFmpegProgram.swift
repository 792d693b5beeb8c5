import Foundation
import TestMaterial
import Testing

/// The `ffmpeg` program, which checks files independently of gazecut.
enum FFmpegProgram {
  /// Runs `ffmpeg` and returns its standard error.
  ///
  /// - Throws: `ExternalProgramMissing`, so that tests fail without `ffmpeg`.
  static func ffmpeg(_ arguments: [String]) throws -> String? {
    try ExternalProgram("ffmpeg").run(["-hide_banner", "-nostdin"] + arguments).errors
  }

  /// Integrated loudness in LUFS and true peak in dBTP of a file, by `ffmpeg -af ebur128`.
  static func loudness(_ path: String) throws -> (integrated: Double, peak: Double)? {
    let arguments = ["-i", path, "-vn", "-af", "ebur128=peak=true", "-f", "null", "-"]
    guard let text = try ffmpeg(arguments) else { return nil }
    let summary = text.components(separatedBy: "Summary:").last ?? ""
    func number(after label: String) throws -> Double {
      let tail = try #require(summary.components(separatedBy: label).dropFirst().first)
      return try #require(tail.split(separator: " ").first.flatMap { Double($0) })
    }
    return (try number(after: "I:"), try number(after: "Peak:"))
  }
}
