import Media
import Testing

@Suite struct CatalogueTests {
  @Test func whatRenderingNeedsIsThere() {
    #expect(Catalogue.missingFilters().isEmpty, "\(Catalogue.missingFilters())")
    #expect(Catalogue.hasEncoder("libx264") && Catalogue.hasEncoder("aac"))
    #expect(Catalogue.clipEncoders.contains("libx264"))
    #expect(!Catalogue.clipEncoders.contains("png") && Catalogue.hasEncoder("png"))
  }

  @Test func whatIsMissingIsNamed() {
    #expect(Catalogue.missingFilters(of: ["scale", "telepathy"]) == ["telepathy"])
    #expect(!Catalogue.hasEncoder("telepathy"))
    #expect(throws: MediaError.self) { try Catalogue.requireEncoder("telepathy") }
  }

  @Test func versionsAreOfThreeNumbers() {
    #expect(Catalogue.libraries.map(\.name).contains("libavformat"))
    #expect(Catalogue.libraries.allSatisfy { $0.version.split(separator: ".").count == 3 })
    #expect(!Catalogue.release.isEmpty)
  }
}
