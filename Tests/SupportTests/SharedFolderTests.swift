import CProcess
import Foundation
import Testing
@testable import Support

/// Names in a folder that others write to lead nowhere else.
@Suite struct SharedFolderTests {
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    for name in ["shared", "shared/inner", "outside"] { mkdir(scratch.file(name), 0o755) }
    try scratch.write("inside", to: "shared/inner/file")
    try scratch.write("precious", to: "outside/file")
    symlink(scratch.file("outside"), scratch.file("shared/link"))
    symlink("../outside/file", scratch.file("shared/file"))
    symlink("inner", scratch.file("shared/own"))
    return scratch
  }

  /// Ways that lead out of the folder, or over a link.
  private static let ways = [
    "../outside/file", "inner/../../outside/file", "link/file", "file", "own/file", "/etc/hostname",
    "", "inner//file", "./../outside/file", "/proc/self/root/etc/hostname",
  ]

  @Test(arguments: ways) func noWayLeadsOut(way: String) throws {
    let scratch = try scratch()
    let folder = try SharedFolder(scratch.file("shared"))
    // What openat2(2) forgives of slashes stays inside.
    let isInside = way == "inner//file"
    #expect((try? folder.bytes(of: way)) == (isInside ? Array("inside".utf8) : nil))
    folder.remove(way == "file" ? "link/file" : isInside ? "link/file" : way)
    _ = try? folder.write(Array("forged".utf8), to: way == "file" ? "link/file" : way, as: ".tmp")
    #expect(try scratch.text(of: "outside/file") == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("outside")).count == 1)
    let descriptor = open(scratch.file("shared"), O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    // The same without openat2(2).
    #expect(gazecut_open_by_parts(descriptor, way, O_RDONLY, 0) < 0)
  }

  @Test func aNameInsideIsOpened() throws {
    let scratch = try scratch()
    let folder = try SharedFolder(scratch.file("shared"))
    #expect(try folder.bytes(of: "inner/file") == Array("inside".utf8))
    let descriptor = open(scratch.file("shared"), O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    let file = gazecut_open_by_parts(descriptor, "inner/file", O_RDONLY, 0)
    #expect(file >= 0)
    close(file)
  }

  /// A link that takes a file's place is replaced, and what it leads to stays.
  @Test func writingReplacesALinkAndFollowsNone() throws {
    let scratch = try scratch()
    let folder = try SharedFolder(scratch.file("shared"))
    symlink(scratch.file("outside/file"), scratch.file("shared/inner/.tmp"))
    symlink(scratch.file("outside/file"), scratch.file("shared/inner/new"))
    try folder.write(Array("new".utf8), to: "inner/new", as: ".tmp")
    #expect(try scratch.text(of: "shared/inner/new") == "new")
    #expect(try scratch.text(of: "outside/file") == "precious")
    folder.removeAll("link")
    folder.removeAll("inner")
    #expect(try scratch.text(of: "outside/file") == "precious")
    #expect(folder.names(in: ".") == ["file", "own"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: Scratch.Special.allCases)
  func onlyRegularFilesOfOneNameAreRead(special: Scratch.Special) throws {
    let scratch = try scratch()
    let folder = try SharedFolder(scratch.file("shared"))
    guard scratch.lay(special, at: "shared/one", target: "outside/file") else { return }
    #expect(throws: FileRejection.self) { try folder.bytes(of: "one") }
    #expect(throws: FileRejection.self) { try folder.makeFolder("file") }
  }
}
