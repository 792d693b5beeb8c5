import EditDecisions
import Foundation
import TestMaterial
import Testing

/// A library in a temporary folder that is deleted with the object.
final class TestLibrary: Sendable {
  let folder: String

  /// Makes a library with these settings, or with those of `gazecut init` if `nil`.
  init(yaml: String? = TestLibrary.quickSettings) throws {
    folder = try Self.copy(of: try Self.initialized.get())
    if let yaml { try Data(yaml.utf8).write(to: URL(fileURLWithPath: folder + "/gazecut.yaml")) }
  }

  /// Copies a library, including file times.
  init(copyOf other: TestLibrary) throws {
    folder = try Self.copy(of: other.folder)
  }

  /// The folder that `gazecut init` makes, made once.
  private static let initialized = Result {
    let folder = newFolder()
    let outcome = try Program.run(["init", folder])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  /// Path prefix of every library folder.
  static let folderPrefix = FileManager.default.temporaryDirectory.path + "/gazecut-"

  private static func newFolder() -> String { folderPrefix + UUID().uuidString }

  private static func copy(of other: String) throws -> String {
    let folder = newFolder()
    let outcome = try Program.runTool("cp", ["-a", other, folder])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  deinit {
    if (try? FileManager.default.removeItem(atPath: folder)) == nil {
      _ = try? Program.runTool("chmod", ["-R", "u+w", folder])
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// Settings for small and fast clips, without loudness correction and report.
  static let quickSettings = """
    run:
      report: off
    render:
      width: 180
      height: 320
      preset: ultrafast
      crf: 24
      loudness: off
    """

  @discardableResult
  func gazecut(_ arguments: String..., environment: [String: String] = [:]) throws
    -> Program.Outcome
  {
    try Program.run(
      arguments, in: folder,
      environment: ["GAZECUT_LIBRARY": folder].merging(environment) { $1 })
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  /// The clips of a video: mp4 files without the reel.
  func clips(of video: String) -> [String] {
    files("shorts/\(video)").filter { $0.hasSuffix(".mp4") && $0 != "highlights.mp4" }
  }

  /// The links by rank to a video's clips, with their targets, which must exist.
  func links(of video: String) throws -> [String: String] {
    let folder = "shorts/\(video)/latest/"
    return try files(folder).reduce(into: [:]) { links, name in
      try #require(exists(folder + name), "the link \(name) is broken")
      links[name] = try FileManager.default.destinationOfSymbolicLink(atPath: path(folder + name))
    }
  }

  /// The index of a video's clips.
  func index(of video: String) throws -> ClipIndex {
    try ClipIndex(json: Data(text("shorts/\(video)/index.json").utf8))
  }

  func files(_ directory: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path(directory))
    return (names ?? []).sorted()
  }

  /// Every file of the library with its size and time, to see whether anything was written.
  func snapshot() throws -> [String: String] {
    let below = FileManager.default.enumerator(atPath: folder)
    var all: [String: String] = [:]
    while let name = below?.nextObject() as? String {
      // These two files of SQLite come and go with readers.
      if name.hasSuffix("-shm") || name.hasSuffix("-wal") { continue }
      let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
      all[name] = "\(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? 0)"
    }
    return all
  }
}
