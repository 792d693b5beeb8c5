import Audience

/// The detection that holds most of the gathered gaze of a shot.
struct SceneStealer: Hashable, Sendable {
  /// `label#track`, or the label alone where the detector does not track.
  var name: String
  /// Weight of the gathered looks inside its box, summed over the bins.
  var held: Double
  /// The bins it was seen in: the middle, and the stretch of the window's axis it covers there.
  var sightings: [Sighting]

  /// Where it was in one bin.
  struct Sighting: Hashable, Sendable {
    /// The middle of the bin, seconds.
    var time: Double
    /// Share of the axis, 0…1.
    var interval: ClosedRange<Double>
    /// Share of the picture's height, 0…1.
    var across = 0.0...1.0
  }
}

/// Finds the scene stealer among the detections of a shot.
struct SceneStealerSearch {
  let timeline: AudienceTimeline
  let axis: WindowAxis
  /// A box counts for a bin when it was seen this close to the bin's middle, seconds.
  static let reach = HalfSeconds.length
  /// The least share of the gathered weight that a scene stealer holds.
  private static let leastShare = 0.25

  /// What one candidate has gathered so far.
  fileprivate struct Candidate {
    var held = 0.0
    var area = 0.0
    var sightings: [SceneStealer.Sighting] = []
  }

  /// The one that holds most; of equal ones the smaller, then the first by name.
  ///
  /// By weight held, not by overlap divided by the box's own area, which favours tiny boxes.
  func stealer(inBins bins: Range<Int>, among detections: [Detection]) -> SceneStealer? {
    var candidates: [String: Candidate] = [:]
    var gathered = 0.0
    let search = GatheringSearch(timeline: timeline, axis: axis)
    for bin in bins {
      let looks = search.gatherings(inBin: bin).first?.looks ?? []
      gathered += looks.reduce(0) { $0 + $1.weight }
      for (name, box) in boxes(nearBin: bin, among: detections) {
        candidates[name, default: Candidate()].add(
          box, looks: looks, at: HalfSeconds.middle(of: bin), axis: axis)
      }
    }
    let ranked = candidates.sorted { first, second in
      let held = (Written.share(first.value.held), Written.share(second.value.held))
      if held.0 != held.1 { return held.0 > held.1 }
      let area = (first.value.meanArea, second.value.meanArea)
      return area.0 != area.1 ? area.0 < area.1 : first.key < second.key
    }
    guard let (name, best) = ranked.first, best.held > 0,
      best.held >= Self.leastShare * gathered
    else { return nil }
    return SceneStealer(name: name, held: best.held, sightings: best.sightings)
  }

  /// For each thing seen near a bin, its box nearest in time.
  private func boxes(
    nearBin bin: Int, among detections: [Detection]
  ) -> [(name: String, box: PictureBox)] {
    let middle = HalfSeconds.middle(of: bin)
    var nearest: [String: Detection] = [:]
    for detection in detections where abs(detection.time - middle) <= Self.reach {
      let name = detection.name
      if let held = nearest[name], !detection.isNearer(than: held, to: middle) { continue }
      nearest[name] = detection
    }
    return nearest.sorted { $0.key < $1.key }.map { ($0.key, $0.value.box) }
  }
}

extension SceneStealerSearch.Candidate {
  fileprivate var meanArea: Double { sightings.isEmpty ? 0 : area / Double(sightings.count) }

  fileprivate mutating func add(
    _ box: PictureBox, looks: [WeighedPoint], at time: Double,
    axis: WindowAxis
  ) {
    held += looks.reduce(0) { box.contains($1.point) ? $0 + $1.weight : $0 }
    area += box.width * box.height
    let top = min(1, max(0, box.y))
    sightings.append(
      SceneStealer.Sighting(
        time: time, interval: axis.interval(of: box),
        across: top...max(top, min(1, box.y + box.height))))
  }
}

extension Detection {
  /// `label#track`, or the label alone.
  var name: String { track.map { "\(label)#\($0)" } ?? label }

  /// Nearer in time; of equally near ones the surer, then the leftmost.
  fileprivate func isNearer(than other: Detection, to time: Double) -> Bool {
    let distance = (abs(self.time - time), abs(other.time - time))
    if distance.0 != distance.1 { return distance.0 < distance.1 }
    return score != other.score ? score > other.score : box.x < other.box.x
  }
}
