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

/// The decided moments in further shapes: the same seconds, each framed for its own output.
struct FurtherShapes {
  let maker: DecisionMaker
  private var source: SourceVideo { maker.source }
  private var settings: Settings { maker.settings }

  init(_ maker: DecisionMaker) { self.maker = maker }

  /// Cuts and black bars around moments that are decided.
  private func picture(around moments: [Moment]) throws -> SourceAnalysis.Picture {
    return try maker.analysis().picture(
      in: maker.fitter.neededRanges(around: moments.map(\.seconds)))
  }

  /// Frames moments for every shape but the first.
  ///
  /// - Parameters:
  ///   - moments: as they are decided, with their ids.
  ///   - picture: what was found around them.
  ///   - audience: who looked where.
  ///   - given: a document whose framings hold where they fit; `nil` where the audience decides.
  /// - Returns: a shape each; none where the settings ask for one.
  /// - Throws: errors of the library.
  func shapes(
    of moments: [Moment], _ picture: SourceAnalysis.Picture, _ audience: VideoAudience,
    given: DecisionDocument? = nil
  ) throws -> [FurtherAspectRatio] {
    try settings.shapes.dropFirst().map { shape in
      var shaped = maker
      shaped.settings = shape
      maker.report("framing as \(shape.render.profile.rawValue)")
      let framed = try FurtherShapes(shaped).framedAgain(
        moments, picture, audience, first: settings.framing, fixed: given?.shape(of: shape))
      return FurtherAspectRatio(
        profile: shape.render.profile.rawValue, settings: shape.judged,
        width: shape.render.width, height: shape.render.height, moments: framed)
    }
  }

  /// The same for moments of a document, whose framings hold where they fit.
  func shapes(of moments: [Moment], given: DecisionDocument) throws -> [FurtherAspectRatio] {
    guard settings.shapes.count > 1, !moments.isEmpty else { return [] }
    return try shapes(
      of: moments, picture(around: unframed(moments, in: given)), maker.audience(), given: given)
  }

  /// Moments that a document does not frame in every further shape: where these are, is looked at.
  func unframed(_ moments: [Moment], in given: DecisionDocument) -> [Moment] {
    moments.filter { moment in
      settings.shapes.dropFirst().contains { shape in
        given.shape(of: shape)?.framing(of: moment, within: halfFrame) == nil
      }
    }
  }

  /// Seconds by which edges that are the same may differ.
  private var halfFrame: Double { 0.5 / source.description.frameRate.value }

  /// Moments framed by this maker's settings, which are those of a further shape.
  private func framedAgain(
    _ moments: [Moment], _ picture: SourceAnalysis.Picture, _ audience: VideoAudience,
    first: FramingSettings, fixed: FurtherAspectRatio?
  ) throws -> [ReframedMoment] {
    let earlier = try PreviousDecisions(of: maker)
    let framer = MomentMaker(maker)
    let detections = try maker.database.detections(of: maker.video, during: moments.map(\.seconds))
    var fitting = framer.fitting(picture.borders)
    return try moments.map { moment in
      // A moment's own title is borne in every shape that gives it no other.
      fitting.lines = moment.framing.line.map { [(moment.start, $0)] } ?? []
      if let given = fixed?.framing(of: moment, within: halfFrame) {
        var shown = moment
        shown.framing = given
        shown.framing.line = given.line ?? moment.framing.line
        return ReframedMoment(of: moment.id, shown: try framer.identified(framer.snapped(shown)))
      }
      let wishes = maker.ownWishes.framing(from: moment.start, to: moment.end).map {
        centred($0.seconds, first: first)
      }
      let request = try framer.request(
        from: moment.start, to: moment.end, picture, audience, detections, wishes)
      var fresh = moment
      (fresh.why.since, fresh.why.replaces) = (nil, nil)
      fresh.framing = fitting.framed(request).framing
      fresh.framing.poster = posterTime(of: fresh, request)
      let shown = try framer.steadied(
        framer.identified(framer.snapped(fresh)), by: earlier.of(moment.start, moment.end),
        besides: [], request)
      return ReframedMoment(of: moment.id, shown: shown)
    }
  }

  /// A wished window, given by its edge in the first shape, with the same middle in this one.
  private func centred(_ wish: FramingWish, first: FramingSettings) -> FramingWish {
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
  /// What it says of a further shape.
  fileprivate func shape(of wanted: Settings) -> FurtherAspectRatio? {
    shapes.first { $0.profile == wanted.render.profile.rawValue }
  }
}

extension FurtherAspectRatio {
  /// How a document shows the seconds of a moment in this shape; `nil` where it does not say.
  fileprivate func framing(
    of moment: Moment, within tolerance: Double
  ) -> EditDecisions.Framing? {
    moments.first { $0.framing.tiles(moment, within: tolerance) }?.framing
  }
}

extension EditDecisions.Framing {
  /// Whether it begins and ends where a moment does.
  func tiles(_ moment: Moment, within tolerance: Double) -> Bool {
    guard let first = shots.first, let last = shots.last else { return false }
    return abs(first.start - moment.start) < tolerance + 0.001
      && abs(last.end - moment.end) < tolerance + 0.001
  }
}

extension PreviousDecisions {
  /// Those of just these seconds: another shape of a moment has the moment's.
  fileprivate func of(_ start: Double, _ end: Double) -> PreviousDecisions {
    PreviousDecisions(
      moments: moments.filter { ($0.start, $0.end) == (start, end) }, since: since,
      title: title)
  }
}
