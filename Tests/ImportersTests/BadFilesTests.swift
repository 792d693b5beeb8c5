import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct BadFilesTests {
  private func file(_ bad: BadFile) throws -> ImportFile {
    let format = try #require(ImportFormat.named(bad.format))
    var file = ImportFile(format: bad.format)
    for (name, value) in bad.values {
      let option = try #require(ImportOption(rawValue: name))
      if format.options.contains(option) { try file.options.set(option, to: value) }
    }
    file.options.pictureSize = { _ in FrameSize(width: 1280, height: 720) }
    return file
  }

  @Test func thereAreAtLeast40BadFilesWithUniqueNames() {
    #expect(BadFile.all.count >= 40)
    #expect(Set(BadFile.all.map(\.name)).count == BadFile.all.count)
  }

  @Test(arguments: BadFile.all) func everyBadFileIsRejectedWithAReason(_ bad: BadFile) throws {
    let file = try file(bad)
    do {
      _ = try file.read(bad.bytes, name: bad.name)
      Issue.record("\(bad.name) was accepted")
    } catch let error as ImportError {
      let text = error.description
      #expect(text.contains(bad.message), "\(text)")
      #expect(text.contains("/\(bad.name)") && text.contains("; "))
      #expect(!text.contains("Somebody"))
    }
  }

  @Test(arguments: ImportFormat.all.map(\.name)) func pathsWithoutAReadableFileAreRejected(
    _ format: String
  ) throws {
    let folder = NSTemporaryDirectory() + "gazecut-bad-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loop = folder + "/loop.csv"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let reader = try #require(ImportFormat.named(format))
    let options = try options(format)
    let cases: [(String, ImportError.Kind, String)] = [
      (folder, .badData, "this is a folder"), (loop, .readFailed, "too many levels"),
      (folder + "/none.csv", .notFound, "no such file"),
    ]
    for (path, kind, words) in cases {
      let error = #expect(throws: ImportError.self) { try reader.read(path, options) }
      #expect(error?.kind == kind && error?.problem.contains(words) ?? false, "\(path)")
    }
    if geteuid() != 0 {
      let closed = folder + "/closed.csv"
      _ = FileManager.default.createFile(atPath: closed, contents: Data("t\n".utf8))
      chmod(closed, 0)
      let error = #expect(throws: ImportError.self) { try reader.read(closed, options) }
      #expect(error?.kind == .permission)
    }
  }

  private func options(_ format: String) throws -> ImportOptions {
    let any = try #require(BadFile.all.first { $0.format == format } ?? BadFile.all.first)
    return try file(any).options
  }
}
