import Audience
import EditDecisions
import Support

/// Frames a moment vertically: chooses a layout for each shot of the source, and plans the window.
///
/// In each shot the window rests, pans or cuts, so that it covers the most gaze points within the
/// limits of motion. A path never crosses a cut.
///
/// Times are rounded to 1 ms and pixels to 0.1. The shots cover [start, end) without gaps. Each
/// window is inside the frame and has the output's aspect ratio. An empty range has no shots.
package func frame(_ request: FramingRequest) -> FramedMoment { MomentFramer(request).frame() }

private struct MomentFramer {
  let request: FramingRequest
  let axis: WindowAxis
  let cuts: SourceCuts
  /// Shots whose layouts are reused, even if others are better; empty if all layouts are allowed.
  var followed: [ClipShot] = []

  private var constants: FramingConstants { request.settings.constants }

  init(_ request: FramingRequest) {
    self.request = request
    axis = WindowAxis(request)
    cuts = SourceCuts(request)
  }

  func frame() -> FramedMoment {
    let planned = planned()
    let heldOut = heldOutCoverage(following: planned.shots)
    let kept = heldOut?.share ?? gazeKept(by: planned.shots, of: request)
    return FramedMoment(
      framing: Framing(gazeKept: kept, gazeKeptSpread: heldOut?.spread, shots: planned.shots),
      sceneStealer: planned.stealer, standIns: planned.standIns)
  }

  /// Plans the shots; also finds the most watched object and the seconds without enough gaze.
  private func planned() -> (shots: [ClipShot], stealer: String?, standIns: [String: Double]) {
    let search = AttentionSearch(request: request, axis: axis, cuts: cuts)
    var parts: [PlannedPart] = []
    var (held, unseen): ([String: Double], [String: Double]) = ([:], [:])
    for piece in cuts.shots.flatMap(pieces) {
      let attention = search.attention(in: piece.shot)
      if let word = standIn(piece, attention) {
        unseen[word, default: 0] += piece.shot.end - piece.shot.start
      }
      if let object = attention.dominant { held[object.name, default: 0] += object.held }
      parts += LayoutPlanner(
        request: request, axis: axis, piece: piece, attention: attention, followed: followed
      ).parts()
    }
    let stealer = held.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return (dissolving(shots(of: parts)), stealer, unseen)
  }

  /// The shot, divided at the edges of wishes.
  private func pieces(of shot: SourceShot) -> [ShotPiece] {
    guard !request.wishes.isEmpty else { return [ShotPiece(shot: shot, cut: .source)] }
    let edges = request.wishes.flatMap { [$0.start, $0.end] }.map(Rounding.time)
    // A wish that starts or ends within half a frame of a cut is moved to the cut.
    let half = cuts.frameSeconds / 2
    let inside = Set(edges).filter { $0 > shot.start + half && $0 < shot.end - half }
    let bounds = [shot.start] + inside.sorted() + [shot.end]
    var pieces: [ShotPiece] = []
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let middle = (start + end) / 2
      let look = request.wishes.last { $0.start <= middle && middle < $0.end }?.look
      if let last = pieces.last, last.look == look {
        pieces[pieces.count - 1].shot.end = end
      } else {
        let cut: ClipShot.ShotStart = pieces.isEmpty ? .source : .framing
        pieces.append(
          ShotPiece(shot: SourceShot(start: start, end: end), cut: cut, look: look))
      }
    }
    return pieces
  }

  /// Adds a dissolve to each shot that starts at a dissolve of the source, if the picture changes.
  ///
  /// A new window at almost the same place would show the picture twice, so it stays at the old
  /// one.
  private func dissolving(_ shots: [ClipShot]) -> [ClipShot] {
    var shots = shots
    for index in shots.indices.dropFirst() {
      let (before, start) = (shots[index - 1], shots[index].start)
      let near = request.dissolves.first { abs($0.middle - start) <= cuts.frameSeconds }
      guard let dissolve = near else { continue }
      let (old, new) = (before.windows(at: start), shots[index].windows(at: start))
      guard before.layout.kind != shots[index].layout.kind || old != new else { continue }
      guard case .crop(let keyframes) = shots[index].layout, let to = old.first,
        let from = new.first, old.count == 1, isHardlyElsewhere(from, than: to)
      else {
        shots[index].dissolve = Rounding.time(dissolve.upperBound - dissolve.lowerBound)
        continue
      }
      shots[index].layout = .crop(keyframes.map { moved($0, by: (to.x - from.x, to.y - from.y)) })
    }
    return shots
  }

  /// Whether two windows have the same size and are closer than gaze points can distinguish.
  private func isHardlyElsewhere(_ window: CropKeyframe, than other: CropKeyframe) -> Bool {
    window.width == other.width && window.height == other.height
      && max(abs(window.x - other.x), abs(window.y - other.y))
        <= constants.lookDeviation * axis.length
  }

  private func moved(_ window: CropKeyframe, by way: (x: Double, y: Double)) -> CropKeyframe {
    var window = window
    window.x = Rounding.pixels(min(axis.pictureWidth - window.width, max(0, window.x + way.x)))
    window.y = Rounding.pixels(min(axis.pictureHeight - window.height, max(0, window.y + way.y)))
    return window
  }

  /// What places a window without gaze; `nil` if gaze or a wish does, or if it cannot move.
  private func standIn(_ piece: ShotPiece, _ attention: ShotAttention) -> String? {
    guard axis.canMove, !attention.isGaze else { return nil }
    switch piece.look {
    case .fit, .window: return nil
    case .crop, .hold: return attention.subject ?? "the middle"
    case nil, .stack, .wide:
      if attention.points.isEmpty {
        return request.settings.layouts.contains(.fit) ? "the whole picture" : "the middle"
      }
      return request.settings.layouts.contains(.crop) ? attention.subject : nil
    }
  }

  /// Plans all unfinished parts together.
  private func shots(of parts: [PlannedPart]) -> [ClipShot] {
    let groups = parts.compactMap { if case .path(let tasks) = $0 { tasks } else { nil } }
    var planned = PathPlanner(request).shots(of: groups)[...]
    return parts.flatMap { part in
      if case .framed(let shot) = part { [shot] } else { planned.popFirst() ?? [] }
    }
  }

  /// Gaze coverage by two-fold cross-validation: frame on half of the viewers, score on the other.
  ///
  /// Coverage computed from the same gaze points that were used for framing is four percentage
  /// points too high (19 and 26 clips of real gaze).
  ///
  /// The result is the mean of both halves, and half their difference. The halves use the layouts
  /// of `shown`: a half that would choose another layout gives no information about the shown one.
  /// The result is `nil` for moments of over ten minutes, which would be planned three times.
  /// It is also `nil` if one half has less than a third of the other half's gaze points, or fewer
  /// than two per time bin.
  private func heldOutCoverage(following shown: [ClipShot]) -> (share: Double, spread: Double)? {
    guard request.end - request.start <= 600 else { return nil }
    let bins = request.timeline.bins(from: request.start, to: request.end)
    let rows = request.timeline.bins[bins].joined().filter { $0.hasGaze && $0.weight > 0 }
    let second = rows.count { $0.isInSecondHalf }
    let first = rows.count - second
    guard min(first, second) >= max(2 * bins.count, max(first, second) / 3), second > 0 else {
      return nil
    }
    let shares = [false, true].compactMap { half -> Double? in
      var (framing, scoring) = (request, request)
      framing.timeline = request.timeline.half(half, in: bins)
      scoring.timeline = request.timeline.half(!half, in: bins)
      var framer = MomentFramer(framing)
      framer.followed = shown
      return GazeCoverage(scoring).share(of: framer.planned().shots)
    }
    guard shares.count == 2 else { return nil }
    let (sum, difference) = (shares[0] + shares[1], abs(shares[0] - shares[1]))
    return (Rounding.share(sum / 2), Rounding.share(difference / 2))
  }
}

extension GazeTimeline {
  /// The timeline with the rows of one half of the viewers, in some time bins and around them.
  fileprivate func half(_ isSecond: Bool, in bins: Range<Int>) -> GazeTimeline {
    var copy = self
    let around = 8
    for bin in max(0, bins.lowerBound - around)..<min(self.bins.count, bins.upperBound + around) {
      copy.bins[bin].removeAll { $0.isInSecondHalf != isSecond }
    }
    return copy
  }
}
