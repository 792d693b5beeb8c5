import EditDecisions
import Importers
package import Library
import Support

/// Finds viewers who have the same seconds of a video more than once.
///
/// Either a corrected export was imported under another name, so its viewers count twice. Or
/// several people share a device, so they count as one viewer.
package enum DuplicateRecordings {
  /// The warnings about the sessions of a file that was just stored, to append to a line.
  static func warnings(
    _ sessions: [NewSession], _ checks: [ImportCheck], _ stored: [SessionStoreResult],
    in database: LibraryDatabase
  ) throws -> String {
    let others = try database.sessions.fromOtherFiles(sessions, stored)
    var viewers: [String: Set<String>] = [:]
    var twice: Set<String> = []
    let taken = sessions.indices.filter { ![.erased, .kept].contains(stored[$0].outcome) }
    for (name, indices) in Dictionary(
      grouping: taken, by: { [sessions[$0].viewer, sessions[$0].video] })
    {
      let own = indices.map {
        RecordedSession(recordedAt: sessions[$0].recordedAt, check: checks[$0])
      }
      if RecordedSession.haveOverlappingPlayTime(own) { twice.insert(name[0]) }
      for (file, others) in files(of: others[name] ?? []) where RecordedSession.double(own, others)
      {
        viewers[file, default: []].insert(name[0])
      }
    }
    var warnings = copies(stored.count { $0.isCopy }).map { "; odd: \($0)" } ?? ""
    if !twice.isEmpty { warnings += "; odd: \(repeated(twice.count))" }
    guard !viewers.isEmpty else { return warnings }
    let files = viewers.keys.sorted()
    let count = viewers.values.reduce(into: Set<String>()) { $0.formUnion($1) }.count
    let video = sessions.first?.video ?? ""
    return warnings
      + "; odd: \(words(count)) were already imported from \(list(files)), and both count as one "
      + "viewer's: if this file corrects that one, use --replace '\(files[0])'; otherwise remove "
      + "one with `gazecut remove \(video) --file '\(files[0])'`"
  }

  /// Maximum number of file names in a warning.
  private static let listed = 3

  private static func list(_ files: [String]) -> String {
    let names = files.prefix(listed).map { "'\($0)'" }.joined(separator: ", ")
    return files.count > listed ? "\(names) and \(files.count - listed) more" : names
  }

  /// The warnings about all sessions of a video, one per pair of files.
  package static func warnings(of video: String, in database: LibraryDatabase) throws -> [String] {
    var pairs: [[String]: Int] = [:]
    var twice = 0
    for sessions in try database.sessions.viewersWithSeveralSessions(of: video) {
      let files = files(of: sessions)
      let names = files.keys.sorted()
      if files.values.contains(where: RecordedSession.haveOverlappingPlayTime) { twice += 1 }
      for (index, one) in names.enumerated() {
        for other in names.dropFirst(index + 1)
        where RecordedSession.double(files[one] ?? [], files[other] ?? []) {
          pairs[[one, other], default: 0] += 1
        }
      }
    }
    let sorted = pairs.sorted {
      $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value
    }
    let sentences = sorted.prefix(listed).map { pair, count in
      "\(words(count)) come from '\(pair[0])' and from '\(pair[1])', and count as one viewer's: "
        + "remove one of them with `gazecut remove \(video) --file NAME`"
    }
    let more = sorted.count - sentences.count
    return [copies(try database.sessions.duplicateCount(of: video))].compactMap { $0 }
      + (twice > 0 ? [repeated(twice)] : []) + sentences
      + (more > 0 ? ["and \(more == 1 ? "1 more pair" : "\(more) more pairs") of files"] : [])
  }

  private static func files(of sessions: [SessionInOtherFile]) -> [String: [RecordedSession]] {
    Dictionary(grouping: sessions, by: \.file).mapValues { $0.compactMap { RecordedSession($0) } }
  }

  private static func words(_ viewers: Int) -> String {
    "the same seconds of " + viewers.counted("viewer")
  }

  private static func copies(_ sessions: Int) -> String? {
    guard sessions > 0 else { return nil }
    return "\(sessions == 1 ? "1 session holds" : "\(sessions) sessions hold") the same samples as "
      + "another viewer's session, or its beginning, and count once: it is unknown whose they are"
  }

  private static func repeated(_ viewers: Int) -> String {
    "\(words(viewers)) \(viewers.are) recorded more than once in one file: a viewer who watched "
      + "again counts once, and so do several who share a device, unless a column or --viewer "
      + "gives them different names"
  }
}
