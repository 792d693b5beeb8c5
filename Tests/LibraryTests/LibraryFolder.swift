import Audience
import Foundation
import TestMaterial
import Testing

@testable import Library

/// The library folder of one test, deleted with it.
final class LibraryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "gazecut-library-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { path + "/gazecut.sqlite" }
  var key: String { path + "/gazecut.key" }
  var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }

  /// Whether one of the files contains `text`.
  func contains(_ text: String) throws -> Bool {
    try files.contains { name in
      let data = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
      return data.range(of: Data(text.utf8)) != nil
    }
  }

  func open(_ purpose: LibraryDatabase.Purpose = .writing) throws -> LibraryDatabase {
    try LibraryDatabase.open(folder: path, for: purpose)
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// The kind of error that opening throws, or `nil`.
  func rejection(_ purpose: LibraryDatabase.Purpose = .writing) -> LibraryError.Kind? {
    do throws(LibraryError) {
      _ = try LibraryDatabase.open(folder: path, for: purpose)
      return nil
    } catch {
      return error.kind
    }
  }
}

/// A session of a synthetic viewer.
///
/// Sessions with different `shift` have different gaze points.
func session(
  _ id: String = "s-1", viewer: String = "anna", video: String = "bbb", count: Int = 10,
  shift: Double = 0, recordedAt: Date? = nil
) -> SeenSession {
  let samples = (0..<count).map { (index: Int) -> Sample in
    let x = 0.25 + shift + Double(index % 7) / 64
    return Sample(
      time: Double(index) * 0.5,
      gaze: .at(
        PicturePoint(x: x, y: 0.5), confidence: .full,
        movement: .fixation),
      face: .scores(FaceScores(known: [.happy: Double(index % 5) / 5])))
  }
  let head = NewSession(
    video: video, session: id, viewer: viewer, recordedAt: recordedAt, format: "timeline",
    skipped: ["negative time": 2])
  return SeenSession(head: head, samples: SampleColumns(samples))
}

extension LibraryDatabase {
  /// The samples of each viewer's sessions, oldest first, read in the way a run reads them.
  func samplesByViewer(
    _ video: String, in subset: AudienceSubset = .everyone
  ) throws -> [[SampleColumns]] {
    let viewers = try sessions.viewers(of: video, in: subset)
    let all = try audiences.stored(viewers[...], foldedBy: "") ?? []
    return try zip(viewers, all).map { viewer, stored in
      guard case .samples(let samples) = stored, let columns = samples.decoded() else {
        throw try sessions.damageError(of: viewer)
      }
      return columns
    }
  }

  /// The samples of all sessions of a video, in the order of `samplesByViewer(_:in:)`.
  func all(of video: String) throws -> [SampleColumns] {
    try samplesByViewer(video).flatMap(\.self)
  }
}
