import Foundation
import Importers
import Library
import TestMaterial
import Testing
@testable import Ingest

@testable import Workspace

/// The whole import of one bad file per format.
///
/// `BadFilesTests` checks the messages for all bad files.
@Suite struct ImportJobBadFilesTests {
  @Test func badFilesAreRejectedAndNothingIsStored() throws {
    let folder = NSTemporaryDirectory() + "gazecut-bad-files-\(UUID().uuidString)"
    _ = try LibraryFolder.create(at: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let library = try LibraryFolder.find(
      configuration: folder, environment: [:], directory: folder)
    let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
    let formats = Dictionary(grouping: BadFile.all, by: \.format)
    for bad in formats.values.compactMap(\.last) {
      let path = folder + "/" + bad.name
      try Data(bad.bytes).write(to: URL(fileURLWithPath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let job = try ImportJob(library: library, format: bad.format, values: try values(bad))
      let error = #expect(throws: ImportError.self) {
        _ = try job.take(file: path, progress: progress)
      }
      #expect(error?.description.contains(bad.message) ?? false, "\(bad): \(error as Any)")
    }
    let database = try library.database(for: .reading)
    #expect(try database.videos.all().isEmpty)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(
      left.allSatisfy { ["videos", "timelines"].contains($0) || $0.hasPrefix("gazecut.") },
      "\(left)")
  }

  private func values(_ bad: BadFile) throws -> [ImportOption: String] {
    let format = try #require(ImportFormat.named(bad.format))
    let pairs = bad.values.compactMap { name, value in
      ImportOption(rawValue: name).map { ($0, value) }
    }
    return Dictionary(uniqueKeysWithValues: pairs.filter { format.options.contains($0.0) })
  }
}
