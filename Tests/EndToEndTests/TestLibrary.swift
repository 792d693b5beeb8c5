import EditDecisions
import Foundation
import TestMaterial
import Testing

/// A library in a folder of its own, gone when the test is over.
final class TestLibrary: Sendable {
  let folder: String

  /// Makes a library with some settings; with `nil`, those that `gazecut init` wrote.
  init(yaml: String? = TestLibrary.quickSettings) throws {
    folder = try Self.copy(of: try Self.initialized.get())
    if let yaml { try Data(yaml.utf8).write(to: URL(fileURLWithPath: folder + "/gazecut.yaml")) }
  }

  /// Makes a library as another one is, to the nanosecond.
  init(copyOf other: TestLibrary) throws {
    folder = try Self.copy(of: other.folder)
  }

  /// What `gazecut init` makes, made once a run of the suite: most tests are not of it.
  private static let initialized = Result {
    let folder = newFolder()
    let outcome = try Program.run(["init", folder])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  /// How the folder of every library begins.
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

  /// Small and fast: what is tested is which frames, not how well they are compressed, nor how loud
  /// they are, nor pages.
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

  /// The shorts of a video: mp4 files, without the reel.
  func clips(of video: String) -> [String] {
    files("shorts/\(video)").filter { $0.hasSuffix(".mp4") && $0 != "highlights.mp4" }
  }

  /// The links by rank of a video's clips, each with what it leads to; all must lead somewhere.
  func links(of video: String) throws -> [String: String] {
    let folder = "shorts/\(video)/latest/"
    return try files(folder).reduce(into: [:]) { links, name in
      try #require(exists(folder + name), "\(name) leads nowhere")
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

  /// Every file below the library with its size and time: to see that nothing was written.
  func snapshot() throws -> [String: String] {
    let below = FileManager.default.enumerator(atPath: folder)
    var all: [String: String] = [:]
    while let name = below?.nextObject() as? String {
      // SQLite's own two files come and go with a reader; they are not counted as writing.
      if name.hasSuffix("-shm") || name.hasSuffix("-wal") { continue }
      let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
      all[name] = "\(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? 0)"
    }
    return all
  }
}
