import EditDecisions
import Foundation
import Testing

/// Captions beside a short follow the source's, also when these vanish for a while.
@Suite struct CaptionLifeTests {
  private static let first = "1\n00:00:17,000 --> 00:00:19,000\nLook there!\n"
  private static let second = "1\n00:00:18,000 --> 00:00:20,000\nLook here!\n"

  @Test func captionsGoAndComeBackWithTheSourcesOwn() throws {
    let library = try TestLibrary.watched()
    try library.write("videos/walk.srt", Self.first)
    try library.gazecut("run")
    let id = try #require(try library.decisions(of: "walk").moments.first?.id)
    #expect(try library.text("shorts/walk/\(id).srt").contains("Look there!"))

    // Of garbage nothing can be read: that is told, and what was written before does not stay.
    try library.write("videos/walk.srt", "hello\n1\n99:99 --> x\n")
    let garbage = try library.gazecut("run")
    #expect(garbage.status == 0)
    #expect((garbage.output + garbage.errors).contains("walk.srt holds no caption"))
    #expect(!library.exists("shorts/walk/\(id).srt"))

    try library.write("videos/walk.srt", Self.second)
    let back = try library.gazecut("run")
    #expect(!(back.output + back.errors).contains("by hand"))
    #expect(try library.text("shorts/walk/\(id).srt").contains("Look here!"))
  }

  @Test func captionsThatAPersonChangedStay() throws {
    let library = try TestLibrary.watched()
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
