import Audience
import Importers
import Media

/// What `import --check` says of a file; it names no viewer.
enum ImportReport {
  /// The figures and oddities of each session, or of the boxes.
  static func lines(
    of result: ImportResult, _ file: String, in library: LibraryFolder
  ) -> [String] {
    switch result {
    case .detections(let boxes):
      let labels = Set(boxes.detections.map(\.label)).sorted().prefix(8).joined(separator: ", ")
      return ["\(file): \(boxes.video): \(boxes.detections.count) boxes (\(labels))"]
    case .sessions(let sessions):
      var durations: [String: Double?] = [:]
      var lines: [String] = []
      for session in sessions {
        let video = session.video
        let known = durations[video] ?? duration(of: video, in: library)
        durations[video] = .some(known)
        let check = ImportCheck(session.samples, videoDuration: known)
        lines.append("\(file): \(video): \(check.summary)")
        lines += check.oddities.map { "\(file): \(video): odd: \($0)" }
      }
      return lines
    }
  }

  private static func duration(of video: String, in library: LibraryFolder) -> Double? {
    guard let path = try? library.source(of: video), let info = try? MediaInfo.probe(path) else {
      return nil
    }
    return info.duration
  }
}
