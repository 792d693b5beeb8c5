import CProcess
import Foundation
import Testing
@testable import Support

/// Paths in a folder that other users can write to never lead out of it.
@Suite struct SharedFolderTests {
  private func makeFolder() throws -> TemporaryFolder {
    let temporary = try TemporaryFolder()
    for name in ["shared", "shared/inner", "outside"] { mkdir(temporary.file(name), 0o755) }
    try temporary.write("inside", to: "shared/inner/file")
    try temporary.write("precious", to: "outside/file")
    symlink(temporary.file("outside"), temporary.file("shared/link"))
    symlink("../outside/file", temporary.file("shared/file"))
    symlink("inner", temporary.file("shared/own"))
    return temporary
  }

  /// Paths that lead out of the folder or contain a link.
  private static let paths = [
    "../outside/file", "inner/../../outside/file", "link/file", "file", "own/file", "/etc/hostname",
    "", "inner//file", "./../outside/file", "/proc/self/root/etc/hostname",
  ]

  @Test(arguments: paths) func pathsOutOfTheFolderAreNotOpened(path: String) throws {
    let temporary = try makeFolder()
    let folder = try SharedFolder(temporary.file("shared"))
    // openat2(2) accepts a doubled slash, and this path stays inside.
    let isInside = path == "inner//file"
    #expect((try? folder.bytes(of: path)) == (isInside ? Array("inside".utf8) : nil))
    folder.remove(path == "file" ? "link/file" : isInside ? "link/file" : path)
    _ = try? folder.write(Array("forged".utf8), to: path == "file" ? "link/file" : path, as: ".tmp")
    #expect(try temporary.text(of: "outside/file") == "precious")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary.file("outside")).count == 1)
    let descriptor = open(temporary.file("shared"), O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    // The fallback for kernels without openat2(2) rejects all of them.
    #expect(gazecut_open_by_parts(descriptor, path, O_RDONLY, 0) < 0)
  }

  @Test func fileInsideTheFolderIsOpened() throws {
    let temporary = try makeFolder()
    let folder = try SharedFolder(temporary.file("shared"))
    #expect(try folder.bytes(of: "inner/file") == Array("inside".utf8))
    let descriptor = open(temporary.file("shared"), O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    let file = gazecut_open_by_parts(descriptor, "inner/file", O_RDONLY, 0)
    #expect(file >= 0)
    close(file)
  }

  /// Writing replaces a link, and the file that the link points to does not change.
  @Test func writingAndRemovingDoNotFollowLinks() throws {
    let temporary = try makeFolder()
    let folder = try SharedFolder(temporary.file("shared"))
    symlink(temporary.file("outside/file"), temporary.file("shared/inner/.tmp"))
    symlink(temporary.file("outside/file"), temporary.file("shared/inner/new"))
    try folder.write(Array("new".utf8), to: "inner/new", as: ".tmp")
    #expect(try temporary.text(of: "shared/inner/new") == "new")
    #expect(try temporary.text(of: "outside/file") == "precious")
    folder.removeAll("link")
    folder.removeAll("inner")
    #expect(try temporary.text(of: "outside/file") == "precious")
    #expect(folder.names(in: ".") == ["file", "own"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: TemporaryFolder.SpecialFile.allCases)
  func onlyRegularFilesWithoutHardLinksAreRead(special: TemporaryFolder.SpecialFile) throws {
    let temporary = try makeFolder()
    let folder = try SharedFolder(temporary.file("shared"))
    guard temporary.create(special, at: "shared/one", target: "outside/file") else { return }
    #expect(throws: FileRejection.self) { try folder.bytes(of: "one") }
    #expect(throws: FileRejection.self) { try folder.makeFolder("file") }
  }
}
