import LibraryFixture
import Testing

@testable import Ingest

/// What an import knows of sources.
@Suite struct SourceProbesTests {
  /// Ten thousand videos are no reason to read their folder for each of ten thousand files.
  @Test func foldersOfSourcesAreReadOnceAnImport() throws {
    let folder = try OwnedFolder()
    let probes = SourceInfoCache(folder.library)
    #expect(probes.unknown(["walk"]).count == 1)
    try folder.write("videos/walk.mp4", "it comes while files are taken in")
    #expect(probes.unknown(["walk"]).count == 1)
    #expect(SourceInfoCache(folder.library).unknown(["walk"]).isEmpty)
  }
}
