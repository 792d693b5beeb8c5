import Foundation
import Testing
@testable import Support

/// Creating output folders, and the error if that is not possible.
@Suite struct OutputFoldersTests {
  @Test func foldersAreCreatedWithTheirParents() throws {
    let top = NSTemporaryDirectory() + "gazecut-folders-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    try OutputFolders.make(top + "/a/b/c/")
    try OutputFolders.make(top + "/a/b/c")
    var isFolder: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: top + "/a/b/c", isDirectory: &isFolder))
    #expect(isFolder.boolValue)
  }

  @Test func errorNamesTheFileInTheWay() throws {
    let top = NSTemporaryDirectory() + "gazecut-folders-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    try OutputFolders.make(top)
    try Data().write(to: URL(fileURLWithPath: top + "/shorts"))
    #expect(
      throws: CommandFailure(
        .cannotCreate, "cannot create '\(top)/shorts': a file of that name is there")
    ) { try OutputFolders.make(top + "/shorts/walk") }
  }

  /// If another user replaced `shorts` with a link, gazecut would write wherever the link points.
  @Test(arguments: ["elsewhere", "nowhere"])
  func symbolicLinkIsRejectedAsOutputFolder(target: String) throws {
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
    // gazecut does not list files behind the link, so it cannot delete them.
    try Data().write(to: URL(fileURLWithPath: top + "/elsewhere/precious.jpg"))
    #expect(OutputFolders.names(in: top + "/elsewhere") == ["precious.jpg"])
    #expect(OutputFolders.names(in: top + "/shorts").isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: top)
    #expect(names.sorted() == ["elsewhere", "shorts"])
  }

  @Test func errnoDeterminesTheExitStatus() {
    let cases: [(Int32, Support.ExitStatus)] = [
      (EACCES, .noPermission), (ENOSPC, .inputOutputFailed), (EROFS, .cannotCreate),
    ]
    for (code, status) in cases {
      #expect(CommandFailure.creating("shorts", errno: code).status == status)
    }
  }
}
