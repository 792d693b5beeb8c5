import Audience
package import EditDecisions
import Support

/// Frames a moment vertically: chooses a layout for each shot of the source, and plans the window.
///
/// This is a pure function. In each shot the window rests, pans or cuts. The framer chooses the
/// option that covers the most gaze points within the limits of motion. A path never crosses a cut.
///
/// Times are rounded to 1 ms and pixels to 0.1. The shots cover [start, end) without gaps. Each
/// window is inside the frame and has the output's aspect ratio. An empty range gives a framing
/// without shots.
package func frame(_ request: FramingRequest) -> FramedMoment {
  MomentFramer(request).frame()
}

struct MomentFramer {
  let request: FramingRequest
  let axis: WindowAxis
  let grid: PositionGrid
  /// Shots whose layouts are reused, even if others are better; empty if all layouts are allowed.
  var followed: [ClipShot] = []

  var constants: FramingConstants { request.settings.constants }
  var layouts: Set<Layout.Kind> { request.settings.layouts }

  init(_ request: FramingRequest) {
    self.request = request
    let settings = request.settings
    axis = WindowAxis(
      pictureWidth: request.pictureWidth, pictureHeight: request.pictureHeight,
      outputWidth: settings.outputWidth, outputHeight: settings.outputHeight)
    grid = PositionGrid(axis: axis, positions: settings.constants.positions)
  }

  func frame() -> FramedMoment {
    let planned = planned()
    let byHalves = keptByHalves(following: planned.shots)
    return FramedMoment(
      framing: Framing(
        gazeKept: byHalves?.share ?? gazeKept(by: planned.shots).map(Written.share),
        gazeKeptSpread: byHalves?.spread, shots: planned.shots),
      sceneStealer: planned.stealer, standIns: planned.standIns)
  }

  /// Plans the shots.
  ///
  /// Also returns the object with most clustered gaze, and the seconds framed without enough gaze.
  func planned() -> (shots: [ClipShot], stealer: String?, standIns: [String: Double]) {
    var parts: [Part] = []
    var held: [String: Double] = [:]
    var unseen: [String: Double] = [:]
    for piece in sourceShots().flatMap(pieces) {
      let attention = attention(in: piece.shot)
      if let word = standIn(piece, attention) {
        unseen[word, default: 0] += piece.shot.end - piece.shot.start
      }
      if let stealer = attention.stealer { held[stealer.name, default: 0] += stealer.held }
      parts += self.parts(of: piece, attention)
    }
    let stealer = held.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return (dissolving(shots(of: parts)), stealer, unseen)
  }

  /// Adds a dissolve to each shot that starts at a dissolve of the source, if the picture changes.
  ///
  /// If the new window is almost at the same place, the picture would appear twice. Then the window
  /// continues from its previous place instead.
  private func dissolving(_ shots: [ClipShot]) -> [ClipShot] {
    var shots = shots
    for index in shots.indices.dropFirst() {
      let (before, start) = (shots[index - 1], shots[index].start)
      guard
        let dissolve = request.dissolves.first(where: { abs($0.middle - start) <= frameSeconds })
      else { continue }
      let (old, new) = (
        Self.windows(of: before, at: start), Self.windows(of: shots[index], at: start)
      )
      guard before.layout.kind != shots[index].layout.kind || old != new else { continue }
      guard case .crop(let keyframes) = shots[index].layout, let to = old.first,
        let from = new.first, old.count == 1, isHardlyElsewhere(from, than: to)
      else {
        shots[index].dissolve = Written.seconds(dissolve.upperBound - dissolve.lowerBound)
        continue
      }
      shots[index].layout = .crop(keyframes.map { moved($0, by: (to.x - from.x, to.y - from.y)) })
    }
    return shots
  }

  /// Whether two windows have the same size and are closer than gaze points can distinguish.
  private func isHardlyElsewhere(_ window: CropKeyframe, than other: CropKeyframe) -> Bool {
    let away = max(abs(window.x - other.x), abs(window.y - other.y))
    return window.width == other.width && window.height == other.height
      && away <= constants.lookDeviation * axis.length
  }

  private func moved(_ window: CropKeyframe, by way: (x: Double, y: Double)) -> CropKeyframe {
    var window = window
    window.x = Written.pixels(min(axis.pictureWidth - window.width, max(0, window.x + way.x)))
    window.y = Written.pixels(min(axis.pictureHeight - window.height, max(0, window.y + way.y)))
    return window
  }

  /// Name of the thing that places a window without gaze.
  ///
  /// It is `nil` if gaze or a wish places the window, or if the window cannot move.
  private func standIn(_ piece: Piece, _ attention: ShotAttention) -> String? {
    guard grid.count > 1, !attention.isGaze else { return nil }
    switch piece.look {
    case .fit, .window: return nil
    case .crop, .hold: return attention.subject ?? "the middle"
    case nil, .stack, .wide:
      if attention.looks.isEmpty {
        return layouts.contains(.fit) ? "the whole picture" : "the middle"
      }
      return layouts.contains(.crop) ? attention.subject : nil
    }
  }

  /// A part of a shot: finished, or to be planned as one or more consecutive windows.
  enum Part {
    case framed(ClipShot)
    case path([PathTask])
  }

  /// A range with one window: in the middle if there is nothing to follow, otherwise to be planned.
  func cropped(
    from start: Double, to end: Double, _ cut: ClipShot.Cut, _ attention: ShotAttention
  ) -> Part {
    guard grid.count > 1, !attention.looks.isEmpty else {
      let middle = axis.keyframe(at: start, edge: axis.room / 2)
      return .framed(ClipShot(start: start, end: end, cut: cut, layout: .crop([middle])))
    }
    return .path([PathTask(start: start, end: end, cut: cut, attention: attention, window: axis)])
  }

  /// Plans all unfinished parts together.
  private func shots(of parts: [Part]) -> [ClipShot] {
    let tasks = parts.compactMap { if case .path(let task) = $0 { task } else { nil } }
    var planned = planned(tasks)[...]
    return parts.flatMap { part in
      if case .framed(let shot) = part { [shot] } else { planned.popFirst() ?? [] }
    }
  }
}

/// The framing of a moment, and how it was found.
package struct FramedMoment: Hashable, Sendable {
  package var framing: EditDecisions.Framing
  /// The object with most of the clustered gaze, `label#track`; `nil` without one.
  package var sceneStealer: String?
  /// Seconds framed without enough gaze, by the name of what was used instead.
  var standIns: [String: Double]

  /// The substitute for gaze, and its duration; `nil` if there was always enough gaze.
  package var framedBy: String? {
    let told = standIns.sorted { $0.key < $1.key }.map { word, seconds in
      "\(word) for \(Rounding.text(seconds, decimals: 1)) s"
    }.joined(separator: ", ")
    return told.isEmpty ? nil : "too few looks: " + told
  }
}

extension FramedMoment {
  /// Joins ranges of a moment that were framed separately, in order of time.
  package init(joining parts: [(request: FramingRequest, framed: FramedMoment)]) {
    func mean(_ share: KeyPath<EditDecisions.Framing, Double?>) -> Double? {
      var (sum, weight) = (0.0, 0.0)
      for (request, framed) in parts {
        guard let share = framed.framing[keyPath: share] else { continue }
        let bins = request.timeline.bins(from: request.start, to: request.end)
        let looks = request.timeline.bins[bins].flatMap(\.rows).filter(\.hasGaze)
        let own = looks.reduce(0) { $0 + $1.weight }
        sum += own * share
        weight += own
      }
      return weight > 0 ? Written.share(sum / weight) : nil
    }
    let longest = parts.filter { $0.framed.sceneStealer != nil }
      .max { $0.request.end - $0.request.start < $1.request.end - $1.request.start }
    self.init(
      framing: EditDecisions.Framing(
        gazeKept: mean(\.gazeKept), gazeKeptSpread: mean(\.gazeKeptSpread),
        shots: parts.flatMap(\.framed.framing.shots)),
      sceneStealer: longest?.framed.sceneStealer,
      standIns: parts.reduce(into: [:]) { $0.merge($1.framed.standIns, uniquingKeysWith: +) })
  }
}
