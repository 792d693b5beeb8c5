import Foundation
import Library
import Settings
import Support
package import Workspace

/// Compares all clip files with the library's records (`gazecut check`).
package struct LibraryCheck {
  private let library: LibraryFolder
  private let repairs: Bool
  private let adopts: Bool
  private let report: (String) -> Void

  private var writes: Bool { repairs || adopts }

  /// A finding for output: the file's path, and what was done or can be done.
  private typealias OutputFinding = (kind: CheckFinding.Kind, path: String, words: String)

  package init(
    library: LibraryFolder, repairs: Bool, adopts: Bool,
    report: @escaping (String) -> Void = { _ in }
  ) {
    (self.library, self.report) = (library, report)
    (self.repairs, self.adopts) = (repairs, adopts)
  }

  /// - Throws: `CommandFailure`: 65 if there are faults that were not repaired, 75 while a run is
  ///   in progress; `LibraryError` if the database cannot be read.
  package func run(output: (String) -> Void) throws {
    let lock = try LibraryLock(folder: library.path, writes ? .exclusive : .shared)
    defer { withExtendedLifetime(lock) {} }
    let database = try library.database(for: writes ? .writing : .reading)
    // Check the database first, since files are compared with it.
    try database.check()
    var known = 0
    var findings = leftovers()
    for video in try videos(database) {
      report(video)
      let check = try check(of: video, database)
      known += check.known
      let repair = CheckRepair(
        database: database, files: check.files, video: video, repairs: repairs, adopts: adopts)
      findings += try check.findings().map { finding in
        let files = finding.isRetired ? check.files.retired : check.files
        return (finding.kind, files.path(finding.name), try repair.handleFinding(with: finding))
      }
    }
    for (video, state) in try database.videos.states().sorted(by: { $0.key < $1.key }) {
      if let failure = state.failure {
        output(TerminalText.escaped("\(video) failed in the last run: \(failure)") + "\n")
      }
    }
    output(text(findings, known: known))
    let faults = findings.count { $0.kind.isFault && !(repairs && $0.kind.isHealed) }
    guard faults == 0 else {
      let files = faults.counted("file")
      throw CommandFailure(
        .badData,
        repairs
          ? "\(files) cannot be read; check the permissions and the disk, then check again"
          : "\(files) \(faults.are) missing, damaged or left over; `gazecut check --repair` repairs "
            + "what it can, and the next run creates the rest again")
    }
  }

  private func videos(_ database: LibraryDatabase) throws -> [String] {
    let shorts = library.shorts(try library.settings.settings(for: nil))
    let folders = ((try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []).filter {
      OutputFolders.isThere("\(shorts)/\($0)") && !$0.hasPrefix(".")
    }
    return Set(try database.clips.all().map(\.video)).union(try database.videos.states().keys)
      .union(folders).sorted()
  }

  private func check(of video: String, _ database: LibraryDatabase) throws -> ClipFileCheck {
    ClipFileCheck(
      video: video, files: try library.clipFiles(of: video),
      clips: try database.clips.all(of: video),
      decisions: try database.videos.state(of: video).decisions)
  }

  /// Age in seconds from which an unfinished file in the library folder counts as abandoned.
  private static let abandoned = 3600.0

  /// Unfinished databases and keys; imports create them without holding the lock.
  private func leftovers() -> [OutputFinding] {
    let files = ClipFolder(folder: library.path)
    let limit = Date().addingTimeInterval(-Self.abandoned).timeIntervalSince1970
    // The library's own folder may be a symbolic link, unlike the folders of outputs.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    return names.sorted().filter { name in
      name.hasPrefix("gazecut.") && name.hasSuffix(".new")
        && Double(files.stamp(name)?.nanoseconds ?? .max) / 1e9 < limit
    }.map { name in
      if repairs { files.remove(name) }
      return (.leftover, files.path(name), repairs ? "removed" : "unfinished; --repair removes it")
    }
  }

  private func text(_ findings: [OutputFinding], known: Int) -> String {
    // After copying a library all modification times differ, so these are only counted.
    let rows = findings.filter { $0.kind != .touched }.map { finding in
      let path = TerminalText.escaped(library.shown(finding.path))
      return [finding.kind.rawValue, path, finding.words]
    }
    let counts = CheckFinding.Kind.allCases.compactMap { kind -> String? in
      let count = findings.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.summary)"
    }
    let last =
      "The database is intact; \(known.counted("clip file")) checked"
      + (counts.isEmpty ? ", all as they were published." : ": \(counts.joined(separator: ", ")).")
    return (TextColumns.lines(rows) + [last]).joined(separator: "\n") + "\n"
  }
}
