import Foundation
import Testing

/// The `ffmpeg` program, as an independent witness of what was written.
enum Witness {
  /// What `ffmpeg` writes to standard error when run with some arguments; `nil` without it.
  static func ffmpeg(_ arguments: [String]) throws -> String? {
    let program = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let program else {
      print("SKIPPED: the ffmpeg program, the witness of this test, is not installed")
      return nil
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-hide_banner", "-nostdin"] + arguments
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
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
