import Media
import Testing

@Suite struct FFmpegBuildTests {
  @Test func filtersAndEncodersForRenderingAreAvailable() {
    #expect(FFmpegBuild.missingFilters().isEmpty, "\(FFmpegBuild.missingFilters())")
    #expect(FFmpegBuild.hasEncoder("libx264") && FFmpegBuild.hasEncoder("aac"))
    #expect(FFmpegBuild.clipEncoders.contains("libx264"))
    #expect(!FFmpegBuild.clipEncoders.contains("png") && FFmpegBuild.hasEncoder("png"))
  }

  @Test func missingFiltersAndEncodersAreReported() {
    #expect(FFmpegBuild.missingFilters(of: ["scale", "telepathy"]) == ["telepathy"])
    #expect(!FFmpegBuild.hasEncoder("telepathy"))
    #expect(throws: MediaError.self) { try FFmpegBuild.requireEncoder("telepathy") }
  }

  @Test func libraryVersionsHaveThreeNumbers() {
    #expect(FFmpegBuild.libraries.map(\.name).contains("libavformat"))
    #expect(FFmpegBuild.libraries.allSatisfy { $0.version.split(separator: ".").count == 3 })
    #expect(!FFmpegBuild.release.isEmpty)
  }
}
