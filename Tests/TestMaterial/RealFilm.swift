package import Audience

/// The six clips of `data/gaze` joined to one film of two minutes.
///
/// Viewer k of each clip is viewer k of the film; viewers who are missing in a clip have no gaze
/// there.
package struct RealFilm: Sendable {
  /// Seconds of each clip in the film; the clips are a little longer.
  package static let clipSeconds = 20.0
  /// Gaze points per second, reduced from 250.
  package static let rate = 10.0
  /// Length of the film in seconds.
  package static let duration = clipSeconds * Double(RealGaze.clips.count)

  /// By viewer, one gaze point every 0.1 s; `nil` without gaze.
  package let looks: [[PicturePoint?]]
  /// By clip, viewer and 0.5 s bin, the median horizontal position as a share of the width.
  private let middles: [[[Double?]]]

  package init() throws {
    let clips = try RealGaze.clips.map(RealGaze.gazeCom)
    let viewers = clips.map(\.viewers.count).max() ?? 0
    looks = (0..<viewers).map { viewer in
      clips.flatMap { clip in
        Self.looks(of: clip, viewer, every: 1 / Self.rate, until: Self.clipSeconds)
      }
    }
    middles = clips.map { clip in
      (0..<viewers).map { viewer in
        Self.looks(of: clip, viewer, every: TimeBins.length, until: Self.clipSeconds)
          .map { $0?.x }
      }
    }
  }

  /// Returns the gaze coverage of a new viewer per bin of the film.
  ///
  /// - Parameter viewers: the audience.
  /// - Returns: shares; `nil` without gaze. No crop extends over a cut.
  package func held(ofViewers viewers: [Int]) -> [Double?] {
    middles.flatMap { clip in HeldLooks.shares(viewers.map { clip[$0] }) }
  }

  /// The median gaze coverage over the bins of a clip, with all its viewers.
  package static func medianHeld(_ name: String) throws -> Double {
    let clip = try RealGaze.gazeCom(name)
    let shares = HeldLooks.shares(
      clip.viewers.indices.map { viewer in
        looks(of: clip, viewer, every: TimeBins.length, until: clip.duration + 0.001)
          .map { $0?.x }
      })
    return RealGaze.median(shares.compactMap(\.self))
  }

  /// One gaze point per step: the median of those tracked inside the frame.
  private static func looks(
    of clip: RealGaze, _ viewer: Int, every seconds: Double, until end: Double
  ) -> [PicturePoint?] {
    var steps = [[PicturePoint]](repeating: [], count: Int((end / seconds).rounded(.up)))
    guard viewer < clip.viewers.count else { return steps.map { _ in nil } }
    for point in clip.viewers[viewer] where point.isTracked && point.time < end {
      guard (0...1).contains(point.position.x), (0...1).contains(point.position.y) else {
        continue
      }
      let step = Int(point.time / seconds)
      if steps.indices.contains(step) { steps[step].append(point.position) }
    }
    return steps.map { $0.isEmpty ? nil : $0[$0.count / 2] }
  }
}
