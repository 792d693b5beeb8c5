import Audience

/// Counts what a check needs, part by part, whatever the session's length.
struct CheckTally {
  /// Steps up to here are counted each; longer ones are trackers' gaps.
  private static let longestStep = 1 << 14

  /// The video's length in milliseconds.
  private let videoEnd: Int32
  private(set) var count = 0
  private(set) var first = Int32.max
  private(set) var last = Int32.min
  private(set) var beyondVideo = 0
  private(set) var sharedTimes = 0
  private(set) var disordered = 0
  private(set) var gaze = (told: 0, usable: 0, inside: 0)
  private(set) var face = (told: 0, usable: 0)
  private(set) var movesGaze = false
  private(set) var movesFace = false
  private var reactions: ReactionCount
  private var steps: [Int32: Int] = [:]
  private var before: Int32?
  private var firstGaze: PicturePoint?
  private var firstFace: Face?

  init(videoDuration: Double?, fold: FoldSettings = FoldSettings()) {
    reactions = ReactionCount(settings: fold)
    videoEnd = videoDuration.map { Int32(clamping: Int(min(1e6, $0) * 1000)) } ?? .max
  }

  /// Adds a part; parts come in the order of the file.
  mutating func add(_ columns: SampleColumns) {
    count += columns.count
    addTimes(columns.milliseconds)
    for index in columns.indices { addSides(columns, index) }
    reactions.add(columns)
  }

  /// The median step between times that differ, in seconds; 0 without any.
  var medianStep: Double {
    let ordered = steps.sorted { $0.key < $1.key }
    var left = ordered.reduce(0) { $0 + $1.value } / 2
    for (step, count) in ordered {
      if left < count { return Double(step) / 1000 }
      left -= count
    }
    return 0
  }

  /// Ends the session and counts its reactions.
  mutating func finishReactions() -> ReactionCount.Result { reactions.finish() }

  private mutating func addTimes(_ times: [Int32]) {
    var isOrdered = true
    for time in times {
      if let before, time < before {
        disordered += 1
        isOrdered = false
      }
      before = time
      if time > videoEnd { beyondVideo += 1 }
    }
    let ordered = isOrdered ? times : times.sorted()
    first = min(first, ordered.first ?? first)
    last = max(last, ordered.last ?? last)
    // Runs of one step are the rule: counted at once.
    var run = (step: Int32(0), count: 0)
    for index in ordered.indices.dropFirst() {
      let step = min(ordered[index] - ordered[index - 1], Int32(Self.longestStep))
      if step == 0 {
        sharedTimes += 1
      } else if step == run.step {
        run.count += 1
      } else {
        if run.count > 0 { steps[run.step, default: 0] += run.count }
        run = (step, 1)
      }
    }
    if run.count > 0 { steps[run.step, default: 0] += run.count }
  }

  private mutating func addSides(_ columns: SampleColumns, _ index: Int) {
    switch columns.gaze(at: index) {
    // Closed eyes are known to be closed: not a failure of the tracker.
    case .notReported, .blink: break
    case .lost: gaze.told += 1
    case .at(let point, _, _):
      gaze.told += 1
      gaze.usable += 1
      if (0...1).contains(point.x), (0...1).contains(point.y) { gaze.inside += 1 }
      if !movesGaze {
        movesGaze = point != firstGaze ?? point
        firstGaze = firstGaze ?? point
      }
    }
    guard let hasFace = columns.hasFace(at: index) else { return }
    face.told += 1
    guard hasFace else { return }
    face.usable += 1
    // Scores are read until two differ: reading all would take a tenth of an import.
    if !movesFace {
      let shown = columns[index].face
      movesFace = shown != firstFace ?? shown
      firstFace = firstFace ?? shown
    }
  }
}
