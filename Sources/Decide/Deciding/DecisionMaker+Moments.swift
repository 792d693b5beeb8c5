import Audience
import EditDecisions
import Framing
import Library
import Media
import Overrides
import Rendering
import Selection
import Settings
import Support

/// Makes moments of candidates: crops, clip ids, and what stays as the last run decided.
extension DecisionMaker {
  /// Seconds of gaze loaded around a moment; enough for framing and any reaction delay of the eyes.
  private static let around = 10.0

  /// Frames candidates, best first, and sets the clip ID of each moment.
  func moments(
    of candidates: [Candidate], _ picture: SourceAnalysis, _ audience: VideoAudience,
    after earlier: PreviousDecisions = .none
  ) throws -> [Moment] {
    report("framing")
    var windows = candidates.map { candidate in
      let start = source.frameTime(nearest: candidate.start)
      return start..<max(start, source.frameTime(nearest: candidate.end))
    }
    let detections = try database.detections.all(of: video, during: windows)
    let fitting = fitting(picture.borders)
    return try zip(candidates, windows).enumerated().map { index, chosen in
      let (candidate, start, end) = (chosen.0, chosen.1.lowerBound, chosen.1.upperBound)
      let framing = ownWishes.framing(from: start, to: end)
      // Use the layout that made it a moment, unless the user wishes another one.
      let saving = audience.summary.wideSegment(saving: candidate).map {
        FramingWish(start: start, end: end, look: $0.layout == "stack" ? .stack : .wide)
      }
      let request = try request(
        from: start, to: end, picture, audience, detections,
        [saving].compactMap(\.self) + framing.map(\.seconds))
      let framed = fitting.framed(request)
      var why = candidate.why
      for wished in framing { why.note(wished.wish) }
      (why.sceneStealer, why.framedBy) = (framed.sceneStealer, framed.framedBy)
      var moment = Moment(
        id: "", rank: index + 1, start: start, end: end,
        coreStart: min(end, max(start, candidate.coreStart)),
        coreEnd: max(start, min(end, candidate.coreEnd)), score: candidate.score, why: why,
        framing: framed.framing)
      moment.framing.poster = posterTime(of: moment, request)
      var others = windows
      others.remove(at: index)
      let decided = try keepingPreviousMoment(
        momentWithClipID(momentSnappedToFrames(moment)), by: earlier,
        besides: others + ownWishes.forbidden, request)
      windows[index] = decided.seconds
      return decided
    }
  }

  func fitting(_ borders: [BlackBorders]) -> ActiveAreaFramer {
    ActiveAreaFramer(
      render: settings.render, lines: ownWishes.titles, borders: borders,
      captions: source.burnedCaptions(from: 0, to: .infinity, settings.render))
  }

  func request(
    from start: Double, to end: Double, _ picture: SourceAnalysis,
    _ audience: VideoAudience, _ detections: [Detection], _ wishes: [FramingWish]
  ) throws -> FramingRequest {
    FramingRequest(
      start: start, end: end, cuts: picture.changes.map(source.frameTime),
      dissolves: picture.dissolves,
      timeline: try audience.timeline(
        around: start - Self.around..<end + Self.around, MinimumGroupRule(settings.selection)),
      detections: detections, pictureWidth: source.info.video.width,
      pictureHeight: source.info.video.height, frameRate: source.description.frameRate,
      settings: settings.framing, wishes: wishes)
  }

  /// The moment as it is written, with the ID of its clip.
  func momentWithClipID(_ moment: Moment) throws -> Moment {
    var moment = moment.rounded()
    moment.id = ClipIdentity.clip(
      video: video, source: source.identity, moment: moment, settings: settings.render,
      captions: source.burnedCaptions(from: moment.start, to: moment.end, settings.render))
    return moment
  }

  /// The moment with edges and shots moved to frame times, since edited times may be between
  /// frames.
  func momentSnappedToFrames(_ moment: Moment) -> Moment {
    var moment = moment
    moment.start = source.frameTime(nearest: moment.start)
    moment.end = source.frameTime(nearest: moment.end)
    moment.coreStart = min(moment.end, max(moment.start, moment.coreStart))
    moment.coreEnd = max(moment.start, min(moment.end, moment.coreEnd))
    moment.framing.shots = moment.framing.shots.map { shot in
      var shot = shot
      shot.start = source.frameTime(nearest: shot.start)
      shot.end = source.frameTime(nearest: shot.end)
      let seconds = shot.start...max(shot.start, shot.end)
      shot.layout = shot.layout.with(shot.layout.windows.map { $0.kept(to: seconds) })
      return shot
    }
    return moment
  }

  /// The new decision, or the earlier one if it is as good, without gaze shares of too few viewers.
  ///
  /// `others` are seconds that the moment must not overlap.
  func keepingPreviousMoment(
    _ fresh: Moment, by earlier: PreviousDecisions, besides others: [Range<Double>],
    _ request: FramingRequest
  ) throws -> Moment {
    var decided = try previousMomentIfAsGood(fresh, by: earlier, besides: others, request)
    let looks = TimeBins.covering(
      decided.seconds, count: request.timeline.bins.count
    ).map { bin in request.timeline.bins[bin].count(where: \.hasGaze) }.filter { $0 > 0 }
    decided.framing = MinimumGroupRule(settings.selection).told(
      decided.framing, in: (request.pictureWidth, request.pictureHeight),
      of: looks.sorted().dropFirst(looks.count / 2).first ?? 0)
    return decided
  }

  /// Whether two framings used the same data: gaze, or the same substitute for any duration.
  static func useSameFramingFallback(_ one: MomentReasons, _ other: MomentReasons) -> Bool {
    func names(_ why: MomentReasons) -> String? {
      why.framedBy?.replacing(/\ for [0-9.]+ s/, with: "")
    }
    return names(one) == names(other)
  }

  private func previousMomentIfAsGood(
    _ fresh: Moment, by earlier: PreviousDecisions, besides others: [Range<Double>],
    _ request: FramingRequest
  ) throws -> Moment {
    guard fresh.why.isAudiencesOrWished,
      let old = earlier.moments.max(by: {
        fresh.sharedSeconds(with: $0) < fresh.sharedSeconds(with: $1)
      }), old.id != fresh.id,
      // Show the effect of a new or removed wish.
      old.why.wish == fresh.why.wish,
      // Without enough gaze a substitute cannot be scored, so do not keep a framing by another
      // substitute.
      Self.useSameFramingFallback(old.why, fresh.why)
    else { return fresh }
    let isFree = !others.contains { $0.lowerBound < old.end && $0.upperBound > old.start }
    var decided = fresh
    switch comparison(of: old, with: fresh, request) {
    case .apart: return fresh
    case .replaced(let reason): decided.why.replaces = "\(old.id): \(reason)"
    case .unchanged(var kept) where isFree:
      func title(_ moment: Moment, _ all: ClipTitle?) -> ClipTitle? {
        moment.framing.line.map(ClipTitle.line) ?? all
      }
      if title(old, earlier.title) == title(fresh, settings.render.title) {
        kept.framing.title = old.framing.title
      } else if settings.render.captions == .burn {
        // Burned-in captions depend on the place of the title.
        return fresh
      }
      // With another title it is another clip of the same seconds.
      decided = try momentWithClipID(kept)
      if decided.id == old.id { decided.why.since = old.why.since ?? earlier.since[old.id] }
    case .unchanged: decided.why.replaces = "\(old.id): it would reach into another moment"
    }
    return decided
  }
}

extension [CropKeyframe] {
  /// The windows within a range of seconds, with the interpolated windows at its ends.
  fileprivate func kept(to seconds: ClosedRange<Double>) -> [CropKeyframe] {
    func place(at time: Double) -> [CropKeyframe] {
      guard var found = window(at: time) else { return [] }
      (found.x, found.y) = (Rounding.pixels(found.x), Rounding.pixels(found.y))
      (found.width, found.height) = (Rounding.pixels(found.width), Rounding.pixels(found.height))
      return [found]
    }
    let inside = filter { seconds.contains($0.t) }
    guard inside.count < count else { return self }
    var kept = inside
    if self[0].t < seconds.lowerBound, inside.first?.t != seconds.lowerBound {
      kept = place(at: seconds.lowerBound) + kept
    }
    if self[count - 1].t > seconds.upperBound, inside.last?.t != seconds.upperBound {
      kept += place(at: seconds.upperBound)
    }
    return kept
  }
}

extension MomentReasons {
  /// Whether the next run may decide otherwise; a user's complete decisions stay.
  var isAudiencesOrWished: Bool { chosenBy == nil || wish != nil }
}
