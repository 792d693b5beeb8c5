import Foundation
import Testing
@testable import Support

/// Folders for results, and what is said where they cannot be made.
@Suite struct OutputFolderTests {
  @Test func foldersAreMadeWithThoseTheyLieIn() throws {
    let top = NSTemporaryDirectory() + "gazecut-folders-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    try OutputFolders.make(top + "/a/b/c/")
    try OutputFolders.make(top + "/a/b/c")
    var isFolder: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: top + "/a/b/c", isDirectory: &isFolder))
    #expect(isFolder.boolValue)
  }

  @Test func aFileInTheWayIsNamed() throws {
    let top = NSTemporaryDirectory() + "gazecut-folders-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    try OutputFolders.make(top)
    try Data().write(to: URL(fileURLWithPath: top + "/shorts"))
    #expect(
      throws: CommandFailure(
        .cannotCreate, "cannot create '\(top)/shorts': a file of that name is there")
    ) { try OutputFolders.make(top + "/shorts/walk") }
  }

  /// Another user's link in the place of `shorts` would have gazecut write wherever it leads.
  @Test(arguments: ["elsewhere", "nowhere"])
  func aLinkIsNoFolderOfGazecuts(target: String) throws {
    let top = NSTemporaryDirectory() + "gazecut-folders-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    try OutputFolders.make(top + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: top + "/shorts", withDestinationPath: target)
    #expect {
      try OutputFolders.makeOwn(top + "/shorts")
    } throws: { error in
      let failure = error as? CommandFailure
      return failure?.status == .cannotCreate && failure?.message.contains("symbolic link") == true
    }
    // Nothing that lies behind it is gazecut's to take away.
    try Data().write(to: URL(fileURLWithPath: top + "/elsewhere/precious.jpg"))
    #expect(OutputFolders.names(in: top + "/elsewhere") == ["precious.jpg"])
    #expect(OutputFolders.names(in: top + "/shorts").isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: top)
    #expect(names.sorted() == ["elsewhere", "shorts"])
  }

  @Test func theSystemsCodeDecidesHowTheCommandEnds() {
    let cases: [(Int32, Support.ExitStatus)] = [
      (EACCES, .noPermission), (ENOSPC, .inputOutputFailed), (EROFS, .cannotCreate),
    ]
    for (code, status) in cases {
      #expect(CommandFailure.creating("shorts", errno: code).status == status)
    }
  }
}
