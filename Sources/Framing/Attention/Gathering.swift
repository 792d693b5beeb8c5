import Audience
import Density

/// Looks of one bin that lie together.
struct Gathering: Hashable, Sendable {
  /// The weighed looks, in picture coordinates.
  var looks: [WeighedPoint]

  /// The sum of the weights.
  var weight: Double { looks.reduce(0) { $0 + $1.weight } }
}

/// A look in picture coordinates and how much it counts.
struct WeighedPoint: Hashable, Sendable {
  /// Where.
  var point: PicturePoint
  /// How much it counts.
  var weight: Double
}

/// Finds gatherings by density, in picture heights and as wide as the gaze is noisy.
struct GatheringSearch {
  let timeline: AudienceTimeline
  let axis: WindowAxis

  /// The looks of a bin on the picture.
  func looks(inBin bin: Int) -> [WeighedPoint] {
    timeline.bins[bin].rows.compactMap { row in
      guard row.weight > 0, let point = row.position else { return nil }
      return WeighedPoint(point: point, weight: row.weight)
    }
  }

  /// The gatherings of a bin that weigh at least `share` of the heaviest, heaviest first.
  func gatherings(inBin bin: Int, atLeast share: Double = 0.6) -> [Gathering] {
    let looks = looks(inBin: bin)
    let aspect = axis.pictureWidth / axis.pictureHeight
    let points = looks.enumerated().map { index, look in
      DensityPoint(
        x: look.point.x * aspect, y: look.point.y, viewer: index, weight: look.weight)
    }
    let found = LookLocating(aspect: aspect, noise: timeline.gazeNoise).clustering(of: points)
    return found.alternatives(atLeast: share).map { cluster in
      Gathering(looks: cluster.members.map { looks[$0] })
    }
  }
}
