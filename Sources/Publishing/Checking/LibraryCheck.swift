import EditDecisions
import Failures
import Foundation
import Library
import Settings
package import Workspace

/// Compares every file with the library, and the library with itself.
package struct LibraryCheck {
  private let library: LibraryFolder
  private let repairs: Bool
  private let adopts: Bool
  private let report: (String) -> Void

  private var writes: Bool { repairs || adopts }

  /// A finding: its file's path, and what was done about it or can be.
  private typealias Told = (kind: CheckFinding.Kind, path: String, words: String)

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - library: the library.
  ///   - repairs: whether faults are healed.
  ///   - adopts: whether files that a person changed become gazecut's own.
  ///   - report: told which video's files are read, as that begins.
  package init(
    library: LibraryFolder, repairs: Bool, adopts: Bool,
    report: @escaping (String) -> Void = { _ in }
  ) {
    (self.library, self.report) = (library, report)
    (self.repairs, self.adopts) = (repairs, adopts)
  }

  /// Checks.
  ///
  /// - Parameter output: takes the result, for standard output.
  /// - Throws: `CommandFailure` 65 when there are faults that were not healed, 75 while a run
  ///   holds the library; `LibraryError` for a database that cannot be read.
  package func run(output: (String) -> Void) throws {
    let lock = try RunLock(folder: library.path, writes ? .exclusive : .shared)
    defer { withExtendedLifetime(lock) {} }
    let database = try library.database(for: writes ? .writing : .reading)
    // What is not sound in itself is no measure for anything else.
    try database.check()
    var known = 0
    var findings = leftovers()
    for video in try videos(database) {
      report(video)
      let check = try check(of: video, database)
      known += check.known
      let repair = CheckRepair(
        database: database, files: check.files, video: video, repairs: repairs,
        adopts: adopts)
      findings += try check.findings().map { finding in
        let files = finding.isRetired ? check.files.retired : check.files
        return (finding.kind, files.path(finding.name), try repair.deal(with: finding))
      }
    }
    output(text(findings, known: known))
    let faults = findings.count { $0.kind.isFault && !(repairs && $0.kind.isHealed) }
    guard faults == 0 else {
      let files = faults.counted("file")
      throw CommandFailure(
        .badData,
        repairs
          ? "\(files) cannot be read; see to that, and check again"
          : "\(files) \(faults.are) not as the library has it; `gazecut check "
            + "--repair` heals what can be healed, the next run makes the rest again")
    }
  }

  private func videos(_ database: LibraryDatabase) throws -> [String] {
    let shorts = library.shorts(try library.settings.settings(for: nil))
    let folders = ((try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []).filter {
      OutputFolder.isThere("\(shorts)/\($0)") && !$0.hasPrefix(".")
    }
    return Set(try database.clips().map(\.video)).union(try database.states().keys).union(folders)
      .sorted()
  }

  private func check(of video: String, _ database: LibraryDatabase) throws -> VideoCheck {
    VideoCheck(
      video: video, files: try library.clipFiles(of: video),
      clips: try database.clips(of: video),
      decisions: try database.state(of: video).decisions)
  }

  /// Seconds after which an unfinished file of the library's own folder is nobody's any more.
  private static let abandoned = 3600.0

  /// Databases and keys that were never finished: an import makes them without the lock.
  private func leftovers() -> [Told] {
    let files = ClipFiles(folder: library.path)
    let limit = Date().addingTimeInterval(-Self.abandoned).timeIntervalSince1970
    // The library's own folder may be a symbolic link, unlike the folders of outputs.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    return names.sorted().filter { name in
      name.hasPrefix("gazecut.") && name.hasSuffix(".new")
        && Double(files.stamp(name)?.nanoseconds ?? .max) / 1e9 < limit
    }.map { name in
      if repairs { files.remove(name) }
      return (
        .leftover, files.path(name), repairs ? "removed" : "never finished; --repair removes it"
      )
    }
  }

  private func text(_ findings: [Told], known: Int) -> String {
    // A copied library has nothing but other times: a count is enough.
    let rows = findings.filter { $0.kind != .touched }.map { finding in
      let path = TerminalText.escaped(library.shown(finding.path))
      return [finding.kind.rawValue, path, finding.words]
    }
    let counts = CheckFinding.Kind.allCases.compactMap { kind -> String? in
      let count = findings.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.summary)"
    }
    let last =
      "The database is sound; \(known.counted("file")) of clips known"
      + (counts.isEmpty ? ", all as they were published." : ": \(counts.joined(separator: ", ")).")
    return (TextColumns.lines(rows) + [last]).joined(separator: "\n") + "\n"
  }
}
