package import EditDecisions
import Foundation
package import Importers
package import Ingest
package import Library
import Rendering
package import Workspace

/// A library of one test whose clips are a few bytes: nothing is rendered.
package final class OwnedFolder {
  /// Where it is.
  package let path = NSTemporaryDirectory() + "gazecut-owned-\(UUID().uuidString)"
  /// Its settings.
  package let library: LibraryFolder
  /// Its database, open for writing.
  package let database: LibraryDatabase
  /// The clips of its video, walk.
  package var files: ClipFolder { ClipFolder(folder: path + "/shorts/walk") }

  /// Makes one.
  package init() throws {
    _ = try LibraryFolder.create(at: path)
    // A test is no program that could be started to read.
    let readers = ReaderPool(
      identity: { try SourceIdentity(reading: $0) },
      text: { try String(contentsOfFile: $0, encoding: .utf8) },
      tryEncoder: { settings, _ in try settings.tryEncoder() })
    library = try LibraryFolder.find(
      configuration: path, environment: [:], directory: path, readers: readers)
    database = try library.database(for: .writing)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file in it.
  package func write(_ name: String, _ text: String) throws {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The id of the clip that `publish` makes.
  package static let stem = "walk-0123456789"

  /// Publishes a clip with its record, as a night would.
  @discardableResult
  package func publish(state: Clip.State = .current, digest: Bool = true) throws -> Clip {
    let name = Self.stem + ".mp4"
    try write("shorts/walk/\(name)", "pictures and sound")
    try write("shorts/walk/\(Self.stem).json", "{}")
    try write("shorts/walk/decisions.json", "{}\n")
    guard let stamp = files.stamp(name), let side = try files.digest(Self.stem + ".json") else {
      throw CocoaError(.fileNoSuchFile)
    }
    let clip = Clip(
      video: "walk", id: Self.stem, state: state, fileName: name, bytes: stamp.bytes,
      modifiedNanoseconds: stamp.nanoseconds,
      digest: digest ? ContentDigest.hex(of: files.path(name)) : nil,
      sideFiles: [Self.stem + ".json": side],
      createdAt: Date())
    try database.clips.store(clip)
    try database.videos.setState(VideoState(fingerprint: "f", decisions: "{}"), of: "walk")
    return clip
  }

  /// Keeps decisions of one moment, that of the clip that `publish` makes; what was decided.
  @discardableResult
  package func decide(_ why: MomentReasons, score: Double) throws -> DecisionDocument {
    let moment = Moment(
      id: Self.stem, rank: 1, start: 1, end: 4, coreStart: 2, coreEnd: 3, score: score, why: why,
      framing: Framing(
        gazeKept: nil, shots: [ClipShot(start: 1, end: 4, cut: .source, layout: .fit)]))
    let document = DecisionDocument(
      video: VideoDescription(
        id: "walk", source: "walk.mp4", duration: 10, width: 320, height: 180,
        frameRate: FrameRate(25, 1)),
      audience: AudienceSummary(viewers: why.viewers, excluded: []), settings: "",
      moments: [moment], rejected: [], reel: [])
    try database.videos.setState(VideoState(fingerprint: "f", decisions: document.json), of: "walk")
    return document
  }

  /// Gives a file another time.
  package func touch(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: path + "/" + name)
  }

  /// Imports tables of emotion; what the import says.
  package func take(
    _ names: String..., options: [ImportOption: String] = [:],
    ownership: ImportJob.ImportPolicy = .init()
  ) throws -> [String] {
    let values: [ImportOption: String] = [.video: "walk", .map: "time=t,happy=happy"]
      .merging(options) { $1 }
    let job = try ImportJob(
      library: library, format: "table", values: values, ownership: ownership)
    let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
    let files = names.map { path + "/" + $0 }
    try job.rejectAmbiguousNames(of: files, progress: progress)
    return try files.flatMap { try job.take(file: $0, progress: progress).lines }
  }

  /// How a table of `people` is read.
  package static let named: [ImportOption: String] = [.map: "time=t,viewer=who,happy=happy"]

  /// Takes in so many viewers of ten seconds, each a little different, a file each.
  package func watch(_ viewers: Int) throws {
    for viewer in 0..<viewers {
      try people("\(viewer).csv", ["person\(viewer)"], shift: Double(viewer) / 100)
      _ = try take("\(viewer).csv", options: Self.named)
    }
  }

  /// A table that names its viewers, who differ.
  package func people(_ name: String, _ viewers: [String], shift: Double = 0) throws {
    let lines = viewers.enumerated().flatMap { index, viewer in
      (0..<40).map {
        "\(viewer),\(Double($0) / 4),\(0.1 + shift + Double(index) / 200 + Double($0 % 5) / 50)"
      }
    }
    try write(name, (["who,t,happy"] + lines).joined(separator: "\n") + "\n")
  }

  /// A table whose faces differ with `shift`.
  package func face(_ name: String, shift: Double = 0, rows: Int = 40) throws {
    let lines = (0..<rows).map { "\(Double($0) / 4),\(0.1 + shift + Double($0 % 5) / 50)" }
    try write(name, (["t,happy"] + lines).joined(separator: "\n") + "\n")
  }
}
