import Audience

/// The detection that holds most of the gathered gaze of a shot.
struct SceneStealer: Hashable, Sendable {
  /// `label#track`, or the label alone where the detector does not track.
  var name: String
  /// Weight of the gathered looks inside its box, summed over the bins.
  var held: Double
  /// By bin that it was seen in, its box there.
  var boxes: [Int: PictureBox]
}

/// Finds the scene stealer among the detections of a shot.
struct SceneStealerSearch {
  let timeline: GazeTimeline
  let axis: WindowAxis
  /// A box counts for a bin when it was seen this close to the bin's middle, seconds.
  static let reach = HalfSeconds.length
  /// The least share of the gathered weight that a scene stealer holds.
  private static let leastShare = 0.25

  /// The one that holds most of those in order of time; of equal ones the smaller, then the first
  /// by name.
  ///
  /// By weight held, not by overlap divided by the box's own area, which favours tiny boxes.
  func stealer(inBins bins: Range<Int>, among detections: [Detection]) -> SceneStealer? {
    var candidates: [String: SceneStealer] = [:]
    var gathered = 0.0
    let search = GatheringSearch(timeline: timeline, axis: axis)
    for bin in bins {
      let looks = search.gatherings(inBin: bin).first?.looks ?? []
      gathered += looks.weight
      for (name, box) in boxes(nearBin: bin, among: detections) {
        var one = candidates[name] ?? SceneStealer(name: name, held: 0, boxes: [:])
        one.held += looks.filter { box.contains($0.point) }.weight
        one.boxes[bin] = box
        candidates[name] = one
      }
    }
    let best = candidates.values.min { first, second in
      let held = (Written.share(first.held), Written.share(second.held))
      if held.0 != held.1 { return held.0 > held.1 }
      let area = (first.meanArea, second.meanArea)
      return area.0 != area.1 ? area.0 < area.1 : first.name < second.name
    }
    return best.flatMap { $0.held > 0 && $0.held >= Self.leastShare * gathered ? $0 : nil }
  }

  /// For each thing seen near a bin, its box nearest in time.
  private func boxes(
    nearBin bin: Int, among detections: [Detection]
  ) -> [(name: String, box: PictureBox)] {
    let middle = HalfSeconds.middle(of: bin)
    var nearest: [String: Detection] = [:]
    for detection in detections.seen(near: middle, within: Self.reach) {
      let name = detection.name
      if let held = nearest[name], !detection.isNearer(than: held, to: middle) { continue }
      nearest[name] = detection
    }
    return nearest.sorted { $0.key < $1.key }.map { ($0.key, $0.value.box) }
  }
}

extension SceneStealer {
  /// In order of bins, so that it is the same sum everywhere.
  fileprivate var meanArea: Double {
    let areas = boxes.sorted { $0.key < $1.key }.map { $0.value.width * $0.value.height }
    return areas.reduce(0, +) / Double(max(1, areas.count))
  }
}

extension Detection {
  /// Nearer in time; of equally near ones the surer, then the leftmost.
  fileprivate func isNearer(than other: Detection, to time: Double) -> Bool {
    let distance = (abs(self.time - time), abs(other.time - time))
    if distance.0 != distance.1 { return distance.0 < distance.1 }
    return score != other.score ? score > other.score : box.x < other.box.x
  }
}
