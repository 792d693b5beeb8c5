import Foundation
import LibraryFixture
import Testing

@testable import Settings
@testable import Upkeep

/// Folders that the library's owner cannot write, for example after a command run by root.
@Suite struct UnwritablePathsTests {
  @Test(arguments: [
    "report", "report/stills", "shorts/walk", "shorts/walk/latest", "shorts/walk/square",
    "shorts/walk/.retired/square",
  ])
  func everyFolderWithOutputsIsChecked(name: String) throws {
    let folder = try OwnedFolder()
    let path = folder.path + "/" + name
    try folder.write(name + "/inside", "any bytes")
    #expect(UnwritablePaths.find(in: folder.library, Settings()).isEmpty)
    chmod(path, 0o555)
    defer { chmod(path, 0o755) }
    // Root can write everywhere, so the test changes the owner of the library.
    if getuid() == 0 { chown(folder.path, 1000, 1000) }
    #expect(UnwritablePaths.find(in: folder.library, Settings()).contains(path))
  }
}
