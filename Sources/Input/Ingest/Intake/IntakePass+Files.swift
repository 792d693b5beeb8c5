import Foundation
import Importers
import Library
import Media
import Support
import Workspace

extension IntakePass {
  /// Imports one file of a watched folder, unless its content is known.
  mutating func importFile(
    _ item: InputItem, at path: String, as reading: InputSourceOptions, by importer: ImportJob,
    _ memory: LoggedImport?
  ) throws {
    // Ignore a file that was deleted in the meantime.
    guard access(path, F_OK) == 0 else { return }
    // For a large file with a wrong format, reading fails faster than hashing.
    var importer = importer
    importer.options.path = item.words
    var knownDigest: String?
    do {
      let read = try readBeforeHashing(path, item, by: importer)
      guard let digest = ContentDigest.hex(of: path) else {
        return notes.blocked(
          item, .blocked, "it cannot be read: \(String(cString: strerror(errno)))", nil, memory)
      }
      knownDigest = digest
      let label = IntakeRecords.label(of: item, digest: digest)
      var record = notes.record(item, .taken, digest: digest)
      let content = SHA256.hex(
        [digest, reading.text, item.words.video ?? "", item.words.viewer ?? ""]
          .joined(separator: "\n"))
      record.content = content
      let progress = job.progress
      // A dry run stores nothing, so it must remember the recordings itself to find copies.
      let recording = digest + reading.text + (item.words.video ?? "")
      if try database.intake.hasImported(content: content) || notes.rehearsed.contains(recording) {
        if !job.isDryRun { notes.entries.append(record) }
        notes.tally.add(.same)
        let isErased =
          try database.privacy.hasErasures() && hasOnlyErasedViewers(path, importer, progress)
        return notes.logKnown(item, hasOnlyErasedViewers: isErased, digest: digest)
      }
      // Use this name on a terminal too, because the stored log entry must contain no viewer name.
      importer.names = importer.names.calling(path, label)
      importer.record = record
      let outcome = try importer.take(file: path, alreadyRead: read, progress: progress)
      if job.isDryRun { notes.rehearsed.insert(recording) }
      let kind = outcome.kind
      notes.tally.add(kind)
      if outcome.unusable > 0, kind != .same { notes.tally.partial += 1 }
      if outcome.ignoresManyRecords, kind != .same { notes.tally.lossy += 1 }
      if outcome.hasWarnings, kind != .same { notes.tally.odd += 1 }
      notes.brought += outcome.sides
      notes.logOutcome(outcome, kind, item, digest: digest)
    } catch let error as ImportError {
      try handleReadError(error, item, knownDigest, memory)
    } catch let error as ImportOptionError {
      notes.refuse(item, "\(error)", digest: knownDigest)
    }
  }

  /// Size in bytes from which a file is read before it is hashed.
  private static let largeFile = 64 << 20

  /// Reads a large file, which is not hashed if rejected; `nil` for a small one.
  private func readBeforeHashing(
    _ path: String, _ item: InputItem, by importer: ImportJob
  ) throws -> ImportJob.ReadFile? {
    guard AtomicFile.size(path) >= Self.largeFile else { return nil }
    var importer = importer
    importer.names = importer.names.calling(path, IntakeRecords.label(of: item, digest: nil))
    return try importer.read(path, job.progress)
  }

  /// Whether all viewers of a file were erased; `false` for boxes.
  private func hasOnlyErasedViewers(
    _ path: String, _ importer: ImportJob, _ progress: ImportProgress
  ) throws -> Bool {
    guard case .sessions(let sessions)? = try? importer.read(path, progress).staged else {
      return false
    }
    let viewers = Set(sessions.map(\.viewer))
    return try !viewers.isEmpty
      && viewers.allSatisfy { try database.privacy.isErased(viewerName: $0) }
  }

  private mutating func handleReadError(
    _ error: ImportError, _ item: InputItem, _ digest: String?, _ memory: LoggedImport?
  ) throws {
    let reason = error.reason
    switch error.kind {
    case .stopped: throw CancellationError()
    case .scratchFailed: throw error
    case .notFound: return
    case .endsEarly: notes.wait(item, .endless, reason, digest: digest)
    case .unknownPicture: notes.blocked(item, .sourceless, reason, digest, memory)
    case .permission, .readFailed: notes.blocked(item, .blocked, reason, digest, memory)
    case .notRecognised: notes.refuse(item, Self.notRecognised, digest: digest)
    case .badData, .missingOption: notes.refuse(item, line: error.line, reason, digest: digest)
    }
  }

  private static let notRecognised =
    "no import format matches it; set format: in the timelines entry, or use a pattern with an extension, "
    + "for example {video}/{viewer}.jsonl, which ignores other files"
}
