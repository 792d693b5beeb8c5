import Audience
import EditDecisions
import Foundation
import Framing
import Library
import Media
import Overrides
import Rendering
import Selection
import Settings
import Workspace

extension DecisionMaker {
  private func picture(around moments: [Moment]) throws -> SourceAnalysis {
    try picture(in: fitter.neededRanges(around: moments.map(\.seconds)))
  }

  /// Frames moments for all aspect ratios except the first.
  ///
  /// If `given` is a document, its framings are used where they fit; if it is `nil`, the audience
  /// decides. The result is empty if the settings have only one aspect ratio.
  func shapes(
    of moments: [Moment], _ picture: SourceAnalysis, _ audience: VideoAudience,
    given: DecisionDocument? = nil
  ) throws -> [FurtherAspectRatio] {
    try settings.shapes.dropFirst().map { shape in
      var shaped = self
      shaped.settings = shape
      report("framing as \(shape.render.profile.rawValue)")
      let framed = try shaped.framedAgain(
        moments, picture, audience, first: settings.framing, fixed: given?.shape(of: shape))
      return FurtherAspectRatio(
        profile: shape.render.profile.rawValue, settings: shape.selectionHash,
        width: shape.render.width, height: shape.render.height, moments: framed)
    }
  }

  /// Frames moments of a document, using its framings where they fit.
  func shapes(of moments: [Moment], given: DecisionDocument) throws -> [FurtherAspectRatio] {
    guard settings.shapes.count > 1, !moments.isEmpty else { return [] }
    return try shapes(
      of: moments, picture(around: momentsWithoutFraming(moments, in: given)), audience(),
      given: given)
  }

  /// The moments without a framing in some further aspect ratio; the source is analysed around
  /// them.
  func momentsWithoutFraming(_ moments: [Moment], in given: DecisionDocument) -> [Moment] {
    moments.filter { moment in
      settings.shapes.dropFirst().contains { shape in
        given.shape(of: shape)?.framing(of: moment, within: halfFrame) == nil
      }
    }
  }

  /// Tolerance in seconds for equal edges.
  private var halfFrame: Double { 0.5 / source.description.frameRate.value }

  private func framedAgain(
    _ moments: [Moment], _ picture: SourceAnalysis, _ audience: VideoAudience,
    first: FramingSettings, fixed: FurtherAspectRatio?
  ) throws -> [ReframedMoment] {
    let earlier = try PreviousDecisions(of: self)
    let detections = try database.detections.all(of: video, during: moments.map(\.seconds))
    var fitting = fitting(picture.borders)
    return try moments.map { moment in
      // A moment's own title applies in each aspect ratio that has no other title for it.
      fitting.lines = moment.framing.line.map { [(moment.start, $0)] } ?? []
      if let given = fixed?.framing(of: moment, within: halfFrame) {
        var shown = moment
        shown.framing = given
        shown.framing.line = given.line ?? moment.framing.line
        return ReframedMoment(
          of: moment.id, shown: try momentWithClipID(momentSnappedToFrames(shown)))
      }
      let wishes = ownWishes.framing(from: moment.start, to: moment.end).map {
        centeredWindow($0.seconds, first: first)
      }
      let request = try request(
        from: moment.start, to: moment.end, picture, audience, detections, wishes)
      var fresh = moment
      (fresh.why.since, fresh.why.replaces) = (nil, nil)
      fresh.framing = fitting.framed(request).framing
      fresh.framing.poster = posterTime(of: fresh, request)
      let shown = try keepingPreviousMoment(
        momentWithClipID(momentSnappedToFrames(fresh)),
        by: earlier.of(moment.start, moment.end), besides: [], request)
      return ReframedMoment(of: moment.id, shown: shown)
    }
  }

  /// The wished window, centred at the same place as in the first aspect ratio.
  private func centeredWindow(_ wish: FramingWish, first: FramingSettings) -> FramingWish {
    guard case .window(let x, let y) = wish.look else { return wish }
    let (width, height) = (source.info.video.width, source.info.video.height)
    let before = first.room(inPictureOf: width, height)
    let now = settings.framing.room(inPictureOf: width, height)
    var moved = wish
    moved.look = .window(
      x: x.map { min(now.x, max(0, $0 + (now.x - before.x) / 2)) },
      y: y.map { min(now.y, max(0, $0 + (now.y - before.y) / 2)) })
    return moved
  }
}

extension DecisionDocument {
  fileprivate func shape(of wanted: Settings) -> FurtherAspectRatio? {
    shapes.first { $0.profile == wanted.render.profile.rawValue }
  }
}

extension FurtherAspectRatio {
  /// The document's framing for the seconds of a moment; `nil` if it has none.
  fileprivate func framing(of moment: Moment, within tolerance: Double) -> EditDecisions.Framing? {
    moments.first { $0.framing.coversWithoutGaps(moment, within: tolerance) }?.framing
  }
}

extension EditDecisions.Framing {
  func coversWithoutGaps(_ moment: Moment, within tolerance: Double) -> Bool {
    guard let first = shots.first, let last = shots.last else { return false }
    return abs(first.start - moment.start) < tolerance + 0.001
      && abs(last.end - moment.end) < tolerance + 0.001
  }
}

extension PreviousDecisions {
  /// The decisions with exactly these seconds, because all aspect ratios of a moment have the same.
  fileprivate func of(_ start: Double, _ end: Double) -> PreviousDecisions {
    PreviousDecisions(
      moments: moments.filter { ($0.start, $0.end) == (start, end) }, since: since, title: title)
  }
}
