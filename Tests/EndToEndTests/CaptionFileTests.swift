import EditDecisions
import Foundation
import TestMaterial
import Testing

/// The subtitle file of a clip follows the subtitle file of the source.
@Suite(.waitsForPrograms) struct CaptionFileTests {
  private static let first = "1\n00:00:17,000 --> 00:00:19,000\nLook there!\n"
  private static let second = "1\n00:00:18,000 --> 00:00:20,000\nLook here!\n"

  @Test func captionsFollowChangesOfTheSourceFile() throws {
    let library = try TestLibrary.withAudience()
    try library.write("videos/walk.srt", Self.first)
    try library.gazecut("run")
    let id = try #require(try library.decisions(of: "walk").moments.first?.id)
    #expect(try library.text("shorts/walk/\(id).srt").contains("Look there!"))

    // An unreadable subtitle file is reported, and the subtitle file of the clip is deleted.
    try library.write("videos/walk.srt", "hello\n1\n99:99 --> x\n")
    let garbage = try library.gazecut("run")
    #expect(garbage.status == 0)
    #expect((garbage.output + garbage.errors).contains("1 caption is left out"))
    #expect(!library.exists("shorts/walk/\(id).srt"))

    try library.write("videos/walk.srt", Self.second)
    let back = try library.gazecut("run")
    #expect(!(back.output + back.errors).contains("by hand"))
    #expect(try library.text("shorts/walk/\(id).srt").contains("Look here!"))
  }

  /// If no font has a letter, captions are not burned in but written to a subtitle file.
  @Test func textWithoutAFontIsWrittenToASubtitleFile() throws {
    let library = try TestLibrary.withAudience()
    #expect(mkfifo(library.path("videos/walk.srt"), 0o600) == 0)
    let pipe = try library.gazecut("run", "--dry-run")
    #expect(pipe.status == 0, "\(pipe.errors)")
    #expect(pipe.errors.contains("not used for captions"), "\(pipe.errors)")
    try FileManager.default.removeItem(atPath: library.path("videos/walk.srt"))

    let letter = String(Unicode.Scalar(UInt32(0x5FFF0)) ?? "?")
    try library.write("videos/walk.srt", Self.first.replacing("Look", with: letter))
    // Output of libraries and drivers on standard error does no harm.
    let night = try library.gazecut(
      "regenerate", "walk", "--set", "render.captions=burn", environment: ["LD_DEBUG": "libs"])
    #expect(night.status == 0)
    let said = night.output + night.errors
    #expect(said.contains("no installed font can draw the characters \(letter)"))
    let id = try #require(try library.decisions(of: "walk").moments.first?.id)
    #expect(try library.text("shorts/walk/\(id).srt").contains(letter))

    // Cues with available letters are burned in, and only the others are written to the file. A
    // missing symbol is left out.
    let more = "\n2\n00:00:17,500 --> 00:00:18,500\nFun \u{10FFFD}!\n"
    try library.write("videos/walk.srt", Self.first.replacing("Look", with: letter) + more)
    try library.gazecut("regenerate", "walk", "--set", "render.captions=burn")
    let again = try #require(try library.decisions(of: "walk").moments.first?.id)
    #expect(again != id)
    let beside = try library.text("shorts/walk/\(again).srt")
    #expect(beside.contains(letter) && !beside.contains("Fun"), "\(beside)")
  }

  @Test func captionsEditedByHandAreKept() throws {
    let library = try TestLibrary.withAudience()
    try library.write("videos/walk.srt", Self.first)
    try library.gazecut("run")
    let id = try #require(try library.decisions(of: "walk").moments.first?.id)
    try library.write("shorts/walk/\(id).srt", "1\n00:00:01,000 --> 00:00:02,000\nMine.\n")
    try FileManager.default.removeItem(atPath: library.path("videos/walk.srt"))
    try library.gazecut("run")
    try library.write("videos/walk.srt", Self.second)
    let back = try library.gazecut("run")
    #expect((back.output + back.errors).contains("by hand"))
    #expect(try library.text("shorts/walk/\(id).srt").contains("Mine."))
  }
}
