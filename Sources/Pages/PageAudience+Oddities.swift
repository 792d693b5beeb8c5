import Importers
import Ingest
import Library
import Selection

extension PageAudience {
  /// What was odd, without telling sessions apart: each kind with how many are.
  func oddities(in sessions: [SessionSummary]) -> [String] {
    let kinds = sessions.flatMap { session -> Set<Oddity.Kind> in
      Set(ImportCheck(text: session.report)?.oddities.map(\.kind) ?? [])
    }
    return Oddity.Kind.allCases.compactMap { kind in
      let count = kinds.count { $0 == kind }
      guard count > 0 else { return nil }
      let some = disclosure.isTold(count) ? "\(count)" : disclosure.few
      return "\(kind.words): \(some) of \(sessions.count) sessions"
    }
  }
}

extension Oddity.Kind {
  /// What is odd, without the figures of anybody's session.
  fileprivate var words: String {
    switch self {
    case .fastClock: "times run faster than the video's"
    case .beyondVideo: "times go on long after the video"
    case .unit: "seconds and milliseconds may be mixed up"
    case .sharedTimes: "many samples share their times"
    case .disorder: "many samples come before earlier ones"
    case .future: "the recording would end in the future"
    case .offPicture: "most gaze falls beside the picture"
    case .lostGaze: "little of the gaze can be used"
    case .frozenGaze: "the gaze never moves"
    case .lostFaces: "few samples have a face that was read"
    case .frozenFace: "the face never changes"
    case .skipped: "more was left out than taken"
    case .noViewers: "nobody says who watched"
    case .heads: "the gaze is where heads are turned, coarse by some degrees"
    }
  }
}
