import Foundation
import Importers
import Library

extension ImportJob {
  /// Throws if two different files would get the same viewer name from their file names.
  ///
  /// It runs before anything is stored, and reads only files with equal names. Files that cannot be
  /// read are left to `take`. The error contains two files and the option that distinguishes them.
  package func rejectAmbiguousNames(of files: [String], progress: ImportProgress) throws {
    guard !options.isFileNameViewerName else { return }
    // In the order and form in which the user typed them.
    let groups = Dictionary(grouping: files) { options.name(from: ImportedFilePath.path($0)) }
    for (_, group) in groups.sorted(by: { $0.key < $1.key })
    where Set(group.map(ImportedFilePath.path)).count > 1 {
      try rejectAmbiguousNames(among: group, of: files, progress)
    }
  }

  private func rejectAmbiguousNames(
    among group: [String], of files: [String], _ progress: ImportProgress
  ) throws {
    var taken: [[String]: (file: String, samples: [String])] = [:]
    for file in group {
      for (key, samples) in try samples(named: file, progress) {
        guard let first = taken[key] else {
          taken[key] = (file, samples)
          continue
        }
        // A copy has the same samples, which are imported only once.
        guard first.samples != samples else { continue }
        throw ImportError(
          .badData, of: names.name(of: file),
          "only the file name identifies the viewer, and "
            + "'\(names.name(of: first.file))' has the same name and other content; nothing was stored",
          remedy(for: files))
      }
    }
  }

  /// Hashes of the samples of viewers named by the file name, by that name and the video.
  private func samples(
    named file: String, _ progress: ImportProgress
  ) throws -> [[String]: [String]] {
    let staged: StagedResult
    do {
      staged = try read(file, progress).staged
    } catch let error as ImportError where error.kind == .stopped {
      throw error
    } catch {
      return [:]
    }
    guard case .sessions(let sessions) = staged else { return [:] }
    return try sessions.filter(\.naming.isViewer).reduce(into: [:]) { found, session in
      found[[session.video, session.naming.name], default: []]
        .append(try SessionStore.digest(ofSamples: session.samples.forEach))
    }
  }

  /// The remedy: the nearest folder that distinguishes all files and can be a viewer's name.
  ///
  /// Folders named after dates do not count, because the files of one viewer may be in several of
  /// them.
  private func remedy(for files: [String]) -> String {
    var options = options
    let files = Set(files.map(ImportedFilePath.path))
    for folder in 1...8 {
      options.viewerFolder = folder
      let viewers = Set(files.map(options.viewer))
      guard viewers.count == files.count, !viewers.contains(where: Self.isDate) else { continue }
      let word = folder == 1 ? "folder" : "folder:\(folder)"
      let place = folder == 1 ? "the file's folder" : "a folder above the file's"
      return "if each folder belongs to one viewer, use --viewer-from \(word), which names viewers "
        + "after \(place)"
    }
    return ImportError.namingRemedy
  }

  static func isDate(_ name: String) -> Bool {
    let yearFirst = /(19|20)\d\d[-_. ]?(0[1-9]|1[0-2])([-_. ]?\d\d)?([-_. T].*)?/
    let yearLast = /\d\d?[-_. ]\d\d?[-_. ](19|20)\d\d/
    return name.wholeMatch(of: yearFirst) != nil || name.wholeMatch(of: yearLast) != nil
  }
}
