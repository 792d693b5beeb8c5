import Audience
import EditDecisions
import Media
import Rendering
import Selection
import Settings
import Support

/// Decisions that a person made: seconds of a video, or a whole document.
extension DecisionMaker {
  /// Frames the user's own time ranges by the audience; earlier moments may be kept.
  func decide(windows: [ClosedRange<Double>], adds: Bool) throws -> DecisionDocument {
    let kept = adds ? try kept(beside: windows) : []
    let audience = try audience()
    let summary = audience.summary
    let chooser = MomentChooser(settings: settings.selection.fitting(summary))
    var candidates: [Candidate] = []
    for window in windows {
      let start = source.frameTime(nearest: window.lowerBound)
      let end = source.frameTime(nearest: window.upperBound)
      try require(window, start: start, end: end)
      let candidate = chooser.candidate(from: start, to: end, in: summary)
      try requireViewers(candidate, "--moment", by: chooser)
      if !candidates.contains(where: { $0.start == start && $0.end == end }) {
        candidates.append(candidate)
      }
    }
    report("finding cuts")
    // Moments that are kept are framed only for further aspect ratios. Decode everything once,
    // because that is most of the work.
    let recorded = try adds ? recordedDocument() : nil
    let framedAgain = recorded.map { momentsWithoutFraming(kept, in: $0) } ?? []
    let picture = try picture(
      in: fitter.neededRanges(
        around: candidates.map { $0.start..<max($0.start, $0.end) } + framedAgain.map(\.seconds)))
    let added = try moments(of: candidates, picture, audience).map { moment in
      var moment = moment
      moment.rank += kept.count
      return moment
    }
    let moments = kept + added
    return document(
      moments, [], summary,
      shapes: try shapes(of: moments, picture, audience, given: recorded), reason: nil)
  }

  /// The earlier moments; throws `CommandFailure` 65 if a window overlaps one of them.
  private func kept(beside windows: [ClosedRange<Double>]) throws -> [Moment] {
    guard let recorded = try recordedDocument() else { return [] }
    for moment in recorded.moments {
      guard
        let window = windows.first(where: {
          $0.lowerBound < moment.end && $0.upperBound > moment.start
        })
      else { continue }
      throw CommandFailure(
        .badData,
        "--moment \(PlayTime.text(window)) overlaps moment \(moment.rank) at "
          + "\(PlayTime.text(moment.start, moment.end)), which --add keeps: the reel would show it "
          + "twice; `gazecut wish \(video) move \(moment.rank)` moves its edges")
    }
    try requireViewers(of: recorded)
    return try recorded.moments.sorted { $0.rank < $1.rank }.enumerated().map { index, moment in
      var momentWithClipID = try momentWithClipID(momentSnappedToFrames(moment))
      momentWithClipID.rank = index + 1
      return momentWithClipID
    }
  }

  private func require(_ window: ClosedRange<Double>, start: Double, end: Double) throws {
    let duration = source.info.duration
    let isInside = window.upperBound <= duration + 1 / source.description.frameRate.value
    guard !isInside || end > start else {
      throw CommandFailure(.badData, "--moment \(PlayTime.text(window)) is shorter than a frame")
    }
    guard isInside else {
      throw CommandFailure(
        .badData,
        "--moment \(PlayTime.text(window)) is not inside '\(video)', which lasts "
          + PlayTime.clock(duration))
    }
  }

  /// Reads and checks a document that the user edited, and sets the clip IDs of its moments.
  func readDocument(_ text: String, _ name: String) throws -> DecisionDocument {
    var document: DecisionDocument
    do {
      document = try DecisionDocument(text: text).rounded()
      let problems = problems(in: document)
      if !problems.isEmpty { throw DecisionErrors(problems) }
    } catch let error as DecisionErrors {
      let lines = error.problems.map { "\(name): \($0)" }
      throw CommandFailure(.badData, lines.joined(separator: "\n"))
    }
    try requireViewers(of: document)
    if let recorded = try recordedDocument() {
      document.reel = document.reel(following: recorded)
    }
    let given = document
    document.video = source.description
    var ids: [String: String] = [:]
    document.moments = try document.moments.enumerated().map { index, read in
      var moment = read
      if moment.why.chosenBy != nil { moment.why.removeConfidence() }
      var momentWithClipID = try momentWithClipID(momentSnappedToFrames(moment))
      if momentWithClipID.rank <= 0 { momentWithClipID.rank = index + 1 }
      ids[moment.id] = momentWithClipID.id
      return momentWithClipID
    }
    document.reel = withReelTimes(
      document.reel.map { entry in
        ReelEntry(
          moment: ids[entry.moment] ?? entry.moment, start: source.frameTime(nearest: entry.start),
          end: source.frameTime(nearest: entry.end), at: 0)
      })
    document.shapes = try shapes(of: document.moments, given: given)
    return document
  }

  /// The problems of an edited document in all aspect ratios of the settings.
  private func problems(in document: DecisionDocument) -> [DecisionProblem] {
    let check = DecisionValidator(video: source.description, outputShape: settings.outputShape)
    let problems = check.problems(in: document)
    guard problems.isEmpty else { return problems }
    return settings.shapes.dropFirst().flatMap { wanted -> [DecisionProblem] in
      let name = wanted.render.profile.rawValue
      guard let index = document.shapes.firstIndex(where: { $0.profile == name }) else { return [] }
      var shown = document.shown(in: document.shapes[index])
      // A framing that no longer fits the seconds of its moment is computed again.
      shown.moments = shown.moments.filter { $0.framing.coversWithoutGaps($0, within: 0) }
      return DecisionValidator(video: source.description, outputShape: wanted.outputShape)
        .problems(in: shown).map {
          DecisionProblem(field: "shapes[\(index)] (\(name)): \($0.field)", message: $0.message)
        }
    }
  }

  /// Rejects a document with a moment of too few viewers; without any viewers it reveals nothing.
  private func requireViewers(of document: DecisionDocument) throws {
    let summary = try audience().summary
    guard summary.viewers > 0, settings.selection.evidence != .curve else { return }
    let chooser = MomentChooser(settings: settings.selection.fitting(summary))
    for moment in document.moments {
      let core = chooser.candidate(from: moment.coreStart, to: moment.coreEnd, in: summary)
      let whole = chooser.candidate(from: moment.start, to: moment.end, in: summary)
      try requireViewers(
        core.why.viewers > whole.why.viewers ? core : whole, "--decisions", by: chooser)
    }
  }

  private func requireViewers(
    _ candidate: Candidate, _ option: String, by chooser: MomentChooser
  ) throws {
    guard !chooser.mayPublish(candidate.why) else { return }
    throw CommandFailure(
      .badData,
      "\(option) \(PlayTime.clock(candidate.start))-"
        + "\(PlayTime.clock(candidate.end)): \(chooser.reasons.tooFewViewers)")
  }
}

extension Settings {
  fileprivate var outputShape: Double { Double(render.width) / Double(render.height) }
}
