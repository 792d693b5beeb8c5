package import Audience

/// The six clips of `data/gaze` one after the other, as one film of two minutes.
///
/// Viewer k of each clip is viewer k of the film; who is in fewer clips has no gaze in the others.
package struct RealFilm: Sendable {
  /// Seconds of each clip that are in the film; they last a little longer.
  package static let clipSeconds = 20.0
  /// Looks a second that are taken of the 250.
  package static let rate = 10.0
  /// Seconds of the film.
  package static let duration = clipSeconds * Double(RealGaze.clips.count)

  /// By viewer, one look every tenth of a second; `nil` where there is none.
  package let looks: [[PicturePoint?]]
  /// By clip, viewer and half second of the clip, the middle look, share of the width.
  private let middles: [[[Double?]]]

  /// Reads the clips.
  ///
  /// - Throws: `SharedDataMissing`, or what reading throws.
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
        Self.looks(of: clip, viewer, every: HalfSeconds.length, until: Self.clipSeconds)
          .map { $0?.x }
      }
    }
  }

  /// For each half second of the film, what a frame would hold of a new viewer's looks.
  ///
  /// - Parameter viewers: who watches.
  /// - Returns: shares; `nil` where nobody looks. No window reaches over a cut.
  package func held(ofViewers viewers: [Int]) -> [Double?] {
    middles.flatMap { clip in HeldLooks.shares(viewers.map { clip[$0] }) }
  }

  /// The median over a clip's half seconds of what a frame would hold, of all its viewers.
  ///
  /// - Throws: as `init`.
  package static func medianHeld(_ name: String) throws -> Double {
    let clip = try RealGaze.gazeCom(name)
    let shares = HeldLooks.shares(
      clip.viewers.indices.map { viewer in
        looks(of: clip, viewer, every: HalfSeconds.length, until: clip.duration + 0.001)
          .map { $0?.x }
      })
    return RealGaze.median(shares.compactMap(\.self))
  }

  /// One look a step, the middle one of those tracked on the picture.
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
