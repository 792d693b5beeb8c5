import Foundation
import TestMaterial
import Testing

/// Findings of a run about a source appear in its summary and in `status`.
@Suite(.waitsForPrograms) struct SourceNoticeTests {
  /// A library whose video was converted to another container.
  private func library(_ ending: String, _ options: [String]) throws -> TestLibrary {
    let library = try TestLibrary.withAudience()
    let film = library.path("videos/walk.mp4")
    let other = library.path("walk." + ending)
    let said = try ExternalProgram("ffmpeg").run(
      ["-v", "error", "-nostdin", "-y", "-i", film] + options + [other])
    try #require(said.status == 0, "\(said.errors)")
    try FileManager.default.removeItem(atPath: film)
    try FileManager.default.moveItem(
      atPath: other, toPath: library.path("videos/walk." + ending))
    return library
  }

  @Test func clipWithoutTheSoundOfItsSourceIsReported() throws {
    let library = try library(
      "mkv",
      ["-f", "lavfi", "-i", "sine=duration=5", "-map", "0:v", "-map", "1:a", "-c:v", "copy"])
    let run = try library.gazecut("run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("no sound for"), "\(run.output)")
    #expect(try library.gazecut("status").output.contains("no sound for"))
    let json = try library.gazecut("status", "--format", "json").output
    #expect(json.contains("no sound for"), "\(json)")
    // A run that renders nothing keeps the findings about existing clips.
    #expect(try library.gazecut("run").status == 0)
    #expect(try library.gazecut("status").output.contains("no sound for"))
  }

  @Test func flvSourceIsFound() throws {
    let library = try library("flv", ["-c", "copy"])
    let run = try library.gazecut("run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(library.clips(of: "walk").count == 1)
  }

  @Test func unsupportedSourceFileIsNamed() throws {
    let library = try TestLibrary.withAudience()
    try FileManager.default.moveItem(
      atPath: library.path("videos/walk.mp4"), toPath: library.path("videos/walk.doc"))
    let run = try library.gazecut("run")
    #expect((run.output + run.errors).contains("walk.doc"), "\(run.output)")
  }
}
