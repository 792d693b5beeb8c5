import LibraryFixture
import Testing

@testable import Ingest

/// The cache of information on sources during an import.
@Suite struct SourceInfoCacheTests {
  /// An import of 10,000 files must not read the folder of videos 10,000 times.
  @Test func sourceFoldersAreReadOncePerImport() throws {
    let folder = try OwnedFolder()
    let probes = SourceInfoCache(folder.library)
    #expect(probes.unknown(["walk"]).count == 1)
    try folder.write("videos/walk.mp4", "it comes while files are taken in")
    #expect(probes.unknown(["walk"]).count == 1)
    #expect(SourceInfoCache(folder.library).unknown(["walk"]).isEmpty)
  }
}
