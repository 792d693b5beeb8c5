import Audience
import Support

/// The detected object that attracts most of the clustered gaze in a shot.
struct DominantObject {
  /// `label#track`, or only the label if the detector does not track objects.
  var name: String
  /// Weight of the clustered gaze points inside its box, summed over the time bins.
  var held = 0.0
  /// Its box in each time bin in which it was detected.
  var boxes: [Int: PictureBox] = [:]

  /// Largest distance in seconds between a detection and the middle of a time bin that uses it.
  static let reach = TimeBins.length
  /// Minimum share of the clustered weight that the object must attract.
  fileprivate static let leastShare = 0.25

  /// Mean area of the boxes, summed in order of time so that rounding is the same everywhere.
  fileprivate var meanArea: Double {
    let areas = boxes.sorted { $0.key < $1.key }.map { $0.value.width * $0.value.height }
    return areas.reduce(0, +) / Double(max(1, areas.count))
  }
}

extension GazeClusterSearch {
  /// The object with the most clustered gaze; if equal, the smaller one, then the first by name.
  ///
  /// It ranks by gaze weight, not by overlap divided by the box's area, which favours tiny boxes.
  func dominantObject(inBins bins: Range<Int>, among detections: [Detection]) -> DominantObject? {
    var candidates: [String: DominantObject] = [:]
    var gathered = 0.0
    for bin in bins {
      let points = clusters(inBins: bin..<bin + 1).first ?? []
      gathered += points.weight
      for (name, box) in boxes(nearBin: bin, among: detections) {
        candidates[name, default: DominantObject(name: name)].boxes[bin] = box
        candidates[name]?.held += points.filter { box.contains($0.place) }.weight
      }
    }
    let best = candidates.values.min { first, second in
      let held = (Rounding.share(first.held), Rounding.share(second.held))
      if held.0 != held.1 { return held.0 > held.1 }
      let area = (first.meanArea, second.meanArea)
      return area.0 != area.1 ? area.0 < area.1 : first.name < second.name
    }
    guard let best, best.held > 0, best.held >= DominantObject.leastShare * gathered else {
      return nil
    }
    return best
  }

  /// For each object detected near a time bin, its box nearest in time.
  private func boxes(nearBin bin: Int, among detections: [Detection]) -> [String: PictureBox] {
    let middle = TimeBins.middle(of: bin)
    var nearest: [String: Detection] = [:]
    for detection in detections.seen(near: middle, within: DominantObject.reach) {
      let name = detection.name
      if let held = nearest[name], !detection.isNearer(than: held, to: middle) { continue }
      nearest[name] = detection
    }
    return nearest.mapValues(\.box)
  }
}

extension Detection {
  /// Whether it is nearer in time; if equal, has the higher score, then is further left.
  fileprivate func isNearer(than other: Detection, to time: Double) -> Bool {
    let distance = (abs(self.time - time), abs(other.time - time))
    if distance.0 != distance.1 { return distance.0 < distance.1 }
    return score != other.score ? score > other.score : box.x < other.box.x
  }
}
