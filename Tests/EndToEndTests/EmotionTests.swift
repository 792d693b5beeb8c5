import Foundation
import TestMaterial
import Testing

/// `selection.emotions` sets which emotions count, for the library and for one video.
@Suite(.waitsForPrograms) struct EmotionTests {
  @Test func emotionSettingsApplyPerVideoAndPerLibrary() throws {
    let library = try TestLibrary()
    for video in ["crypt", "walk"] {
      try library.add(TestVideo.silent, as: video)
      var audience = SimpleAudience.walk(viewers: 12)
      audience.video = video
      audience.emotion = "fear"
      try library.importAudience(audience)
    }
    #expect(try library.cores(of: "crypt").isEmpty, "fear is no reaction by default")
    try library.write(
      "gazecut.yaml",
      TestLibrary.quickSettings + "\nvideos:\n  crypt: {selection.emotions: {fear: 1}}\n")
    let scared = try library.cores(of: "crypt")
    #expect(scared.count == 1 && scared.first?.emotion == "fear")
    #expect(try library.cores(of: "walk").isEmpty)
    try library.write(
      "gazecut.yaml",
      TestLibrary.quickSettings + "\nselection:\n  emotions: {fear: 1, happy: 0.2}\n")
    #expect(try library.cores(of: "walk").first?.emotion == "fear")
  }
}
