import Foundation
import Importers

extension ImportJob {
  /// Refuses files whose viewers or sessions would be named alike by the names of the files, before
  /// anything of any is stored.
  ///
  /// Only files of one name are read for it; what cannot be read is left to `take` to refuse.
  ///
  /// - Throws: `ImportError` that names two files and what tells them apart.
  package func requireOwnNames(of files: [String], progress: ImportProgress) throws {
    let groups = Dictionary(grouping: Set(files.map(FileLabel.path))) { options.name(from: $0) }
    for (_, paths) in groups.sorted(by: { $0.key < $1.key }) where paths.count > 1 {
      // As the user typed them, in that order.
      let group = files.filter { paths.contains(FileLabel.path($0)) }
      try requireOwnNames(among: group, progress)
    }
  }

  private func requireOwnNames(among group: [String], _ progress: ImportProgress) throws {
    var digests: Set<String> = []
    // A copy of a file is the same content, which is taken once.
    let distinct = group.filter { digests.insert(ContentDigest.hex(of: $0) ?? $0).inserted }
    guard distinct.count > 1 else { return }
    var taken: [[String]: String] = [:]
    for file in distinct {
      for key in try names(from: file, progress) {
        guard let first = taken[key] else {
          taken[key] = file
          continue
        }
        throw ImportError(
          .badData, file: names.name(of: file),
          problem: "nothing but the file's name says who watched or which session it is, and "
            + "'\(names.name(of: first))', of other content, has the same: each would take the other's place; "
            + "nothing was stored",
          remedy: remedy(for: distinct))
      }
    }
  }

  /// The names that a file's own name gives, each with its video.
  private func names(from file: String, _ progress: ImportProgress) throws -> Set<[String]> {
    let staged: StagedResult?
    do {
      staged = try read(file, progress)?.staged
    } catch let error as ImportError where error.kind == .stopped {
      throw error
    } catch {
      return []
    }
    guard case .sessions(let sessions) = staged else { return [] }
    let named = sessions.filter { $0.naming.isSession || $0.naming.isViewer }
    return Set(named.map { [$0.video, $0.naming.name] })
  }

  /// The nearest folder whose names tell the files apart.
  private func remedy(for files: [String]) -> String {
    var options = options
    for folder in 1...8 {
      options.viewerFolder = folder
      guard Set(files.map(options.name)).count == files.count else { continue }
      let word = folder == 1 ? "folder" : "folder:\(folder)"
      return "give --viewer-from \(word), which names viewers by "
        + (folder == 1 ? "the file's folder" : "a folder above the file's")
    }
    return "import them one by one, each with its own --viewer"
  }
}
