import Foundation
import Importers
import Library

/// Checks that files whose viewers are named by the names of the files have different names.
struct ViewerFileNames {
  let job: ImportJob

  func require(of files: [String], progress: ImportProgress) throws {
    guard !job.options.isFileNameTrusted else { return }
    // As the user typed them, in that order.
    let groups = Dictionary(grouping: files) { job.options.name(from: ImportedFilePath.path($0)) }
    for (_, group) in groups.sorted(by: { $0.key < $1.key })
    where Set(group.map(ImportedFilePath.path)).count > 1 {
      try require(among: group, of: files, progress)
    }
  }

  private func require(
    among group: [String], of files: [String], _ progress: ImportProgress
  ) throws {
    var taken: [[String]: (file: String, samples: [String])] = [:]
    for file in group {
      for (key, samples) in try samples(named: file, progress) {
        guard let first = taken[key] else {
          taken[key] = (file, samples)
          continue
        }
        // A copy is the same samples, which are taken once.
        guard first.samples != samples else { continue }
        throw ImportError(
          .badData, of: job.names.name(of: file),
          "nothing but the file's name says who watched, and "
            + "'\(job.names.name(of: first.file))', of other content, has the same; nothing was stored",
          remedy(for: files))
      }
    }
  }

  /// The digests of the samples whose viewers a file's own name gives, by that name and the video.
  private func samples(
    named file: String, _ progress: ImportProgress
  ) throws -> [[String]: [String]] {
    let staged: StagedResult?
    do {
      staged = try job.read(file, progress)?.staged
    } catch let error as ImportError where error.kind == .stopped {
      throw error
    } catch {
      return [:]
    }
    guard case .sessions(let sessions) = staged else { return [:] }
    return try sessions.filter(\.naming.isViewer).reduce(into: [:]) { found, session in
      found[[session.video, session.naming.name], default: []]
        .append(try LibraryDatabase.digest(ofSamples: session.samples.forEach))
    }
  }

  /// The nearest folder that tells all files apart, where there is one that may name viewers: those
  /// of one viewer may lie in folders of dates, which name nobody.
  private func remedy(for files: [String]) -> String {
    var options = job.options
    let files = Set(files.map(ImportedFilePath.path))
    for folder in 1...8 {
      options.viewerFolder = folder
      let viewers = Set(files.map(options.viewer))
      guard viewers.count == files.count, !viewers.contains(where: Self.isDate) else { continue }
      let word = folder == 1 ? "folder" : "folder:\(folder)"
      let place = folder == 1 ? "the file's folder" : "a folder above the file's"
      return "where each folder is one viewer's, give --viewer-from \(word), which names viewers "
        + "by \(place)"
    }
    return ImportError.namingRemedy
  }

  /// Whether a folder's name reads as a date or a time.
  static func isDate(_ name: String) -> Bool {
    let yearFirst = /(19|20)\d\d[-_. ]?(0[1-9]|1[0-2])([-_. ]?\d\d)?([-_. T].*)?/
    let yearLast = /\d\d?[-_. ]\d\d?[-_. ](19|20)\d\d/
    return name.wholeMatch(of: yearFirst) != nil || name.wholeMatch(of: yearLast) != nil
  }
}

extension ImportJob {
  /// Refuses files whose viewers would be named alike by the names of the files, before anything of
  /// any is stored.
  ///
  /// Only files of one name are read for it; what cannot be read is left to `take` to refuse.
  ///
  /// - Throws: `ImportError` that names two files and what tells them apart.
  package func requireOwnNames(of files: [String], progress: ImportProgress) throws {
    try ViewerFileNames(job: self).require(of: files, progress: progress)
  }
}
