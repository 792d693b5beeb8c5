import EditDecisions
import Foundation
import TestMaterial
import Testing

/// What counts as a reaction is the channel's to say, for the library and for one video.
@Suite(.waitsForPrograms) struct EmotionTests {
  private func moments(_ library: TestLibrary, _ video: String) throws -> [Moment] {
    let run = try library.gazecut("run", "--dry-run", "--format", "json")
    #expect(run.status == 0, "\(run.errors)")
    return try run.output.split(separator: "\n")
      .map { try DecisionDocument(json: Data($0.utf8)) }
      .first { $0.video.id == video }?.moments ?? []
  }

  @Test func aHorrorChannelWantsFearAndItsNeighbourDoesNot() throws {
    let library = try TestLibrary()
    for video in ["crypt", "walk"] {
      try library.add(TestVideo.silent, as: video)
      var audience = SimpleAudience.walk(viewers: 12)
      audience.video = video
      audience.emotion = "fear"
      try library.importAudience(audience)
    }
    #expect(try moments(library, "crypt").isEmpty, "fear is no reaction by default")
    try library.write(
      "gazecut.yaml",
      TestLibrary.quickSettings + "\nvideos:\n  crypt: {selection.emotions: {fear: 1}}\n")
    let scared = try moments(library, "crypt")
    #expect(scared.count == 1 && scared.first?.why.emotion == "fear")
    #expect(try moments(library, "walk").isEmpty)
    try library.write(
      "gazecut.yaml",
      TestLibrary.quickSettings + "\nselection:\n  emotions: {fear: 1, happy: 0.2}\n")
    #expect(try moments(library, "walk").first?.why.emotion == "fear")
  }
}
