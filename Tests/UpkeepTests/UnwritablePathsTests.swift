import Foundation
import LibraryFixture
import Testing

@testable import Settings
@testable import Upkeep

/// What a command that root ran leaves to the library's owner.
@Suite struct WritabilityTests {
  @Test(arguments: [
    "report", "report/stills", "shorts/walk", "shorts/walk/latest", "shorts/walk/square",
    "shorts/walk/.retired/square",
  ])
  func everyFolderThatIsWrittenIntoIsLookedAt(name: String) throws {
    let folder = try OwnedFolder()
    let path = folder.path + "/" + name
    try folder.write(name + "/inside", "any bytes")
    #expect(UnwritablePaths(folder.library, Settings())?.refused == [])
    chmod(path, 0o555)
    defer { chmod(path, 0o755) }
    // Root may write everything: then it is another's library.
    if getuid() == 0 { chown(folder.path, 1000, 1000) }
    #expect(UnwritablePaths(folder.library, Settings())?.refused.contains(path) == true)
  }
}
