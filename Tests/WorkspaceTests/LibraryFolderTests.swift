import Foundation
import Testing
@testable import Support
@testable import Workspace

@Suite struct LibraryFolderTests {
  let root = FileManager.default.temporaryDirectory.path + "/gazecut-" + UUID().uuidString

  func find(
    _ configuration: String? = nil, _ environment: [String: String] = [:], from directory: String
  ) throws -> String {
    try LibraryFolder.find(
      configuration: configuration, environment: environment, directory: directory
    ).path
  }

  @Test func flagOverridesEnvironmentAndParentFolders() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    for name in ["a", "b", "c"] { _ = try LibraryFolder.create(at: "\(root)/\(name)") }
    let inside = "\(root)/c/videos"
    #expect(try find(from: inside) == "\(root)/c")
    #expect(try find(nil, ["GAZECUT_LIBRARY": "\(root)/b"], from: inside) == "\(root)/b")
    #expect(try find("\(root)/a", from: inside) == "\(root)/a")
    #expect(
      try find("\(root)/a/gazecut.yaml", ["GAZECUT_LIBRARY": "\(root)/b"], from: inside)
        == "\(root)/a")
  }

  @Test func parentOfALinkIsTheParentOfItsTarget() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let manager = FileManager.default
    try manager.createDirectory(atPath: root + "/far/films/2026", withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: root + "/here", withDestinationPath: "far/films/2026")
    #expect(LibraryFolder.absolute("here/../old", from: root) == root + "/far/films/old")
    #expect(LibraryFolder.absolute("none/../old/./a", from: root) == root + "/old/a")
    #expect(LibraryFolder.absolute("../../..", from: "/a") == "/")
  }

  @Test func missingLibraryIsReported() throws {
    let error = #expect(throws: CommandFailure.self) { try find(from: "/") }
    #expect(error?.status == .notFound)
    let named = #expect(throws: CommandFailure.self) { try find("/nowhere.yaml", from: "/") }
    #expect(named?.status == .notFound)
    #expect(named?.message.contains("/nowhere.yaml") == true)
  }

  @Test func createNeverOverwritesAConfiguration() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    _ = try LibraryFolder.create(at: root)
    let file = root + "/gazecut.yaml"
    try Data("selection:\n  count: 1\n".utf8).write(to: URL(fileURLWithPath: file))
    let messages = try LibraryFolder.create(at: root)
    #expect(messages.joined().contains("already"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "selection:\n  count: 1\n")
  }
}
