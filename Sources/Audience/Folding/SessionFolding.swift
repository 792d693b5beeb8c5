/// Folds one session into half-second bins, or says why it is left out.
struct SessionFolding: Sendable {
  let settings: FoldSettings
  let duration: Double
  let aspect: Double
  let binCount: Int

  /// Why a session is left out, in the words of the report.
  enum Unfit: String {
    case empty = "no samples inside the video"
    case absent = "gaze and face lost most of the time"
    case frozen = "the face never changes"
  }

  enum Outcome {
    case track(SessionTrack)
    case unfit(Unfit)
  }

  /// Folds the records of one pass, each for itself, with what all of them saw of the lids.
  func fold(_ viewing: Viewing) -> [Outcome] {
    let records = viewing.records.map { columns in
      let samples = columns.samples(within: duration)
      return (samples: samples, interval: samplingInterval(samples))
    }
    let closures = records.map {
      ClosedEyes($0.samples, interval: $0.interval, settings: settings)
    }
    let closing = closures.filter { !$0.stretches.isEmpty }
    let absences = ClosedEyes.joined(closing.flatMap(\.absences))
    return records.map { record in
      // A lid that falls drags the gaze down before the tracker calls it closed.
      let seeing = closing.reduce(record.samples) { $1.without($0) }
      return fold(record.samples, seeing: seeing, absences, interval: record.interval)
    }
  }

  private func fold(
    _ samples: [FoldSample], seeing: [FoldSample], _ absences: [ClosedRange<Double>],
    interval: Double
  ) -> Outcome {
    guard !samples.isEmpty else { return .unfit(.empty) }
    let cleaning = GazeCleaning(settings: settings, aspect: aspect)
    let looks = cleaning.looks(in: seeing, interval: interval)
    let faces = TimedFaces(samples, lag: settings.faceLag)
    if let unfit = unfitness(samples: seeing.count, looks: looks.count, faces: faces.levels) {
      return .unfit(unfit)
    }
    var told = ToldClasses()
    for face in faces.levels { told.add(face) }
    var track = SessionTrack(
      isWatching: watching(samples, interval: interval),
      looks: binned(looks, interval: interval),
      strengths: strengths(faces, told, interval: interval), areStrongest: told.areStrongest)
    guard !absences.isEmpty else { return .track(track) }
    for bin in track.isWatching.indices where isCovered(bin, by: absences) { track.clear(bin) }
    return .track(track)
  }

  /// The faces of a session, and the play time of what each of them answers to.
  private struct TimedFaces {
    private(set) var levels: [FaceLevels] = []
    private(set) var times: [Double] = []

    init(_ samples: [FoldSample], lag: Double) {
      levels.reserveCapacity(samples.count)
      times.reserveCapacity(samples.count)
      for sample in samples {
        guard let face = sample.face else { continue }
        levels.append(face)
        times.append(max(0, sample.time - lag))
      }
    }
  }

  /// Whether half of a bin or more lies in stretches that do not overlap.
  private func isCovered(_ bin: Int, by stretches: [ClosedRange<Double>]) -> Bool {
    let start = Double(bin) * HalfSeconds.length
    let end = start + HalfSeconds.length
    let covered = stretches.reduce(0.0) { sum, stretch in
      sum + max(0, min(end, stretch.upperBound) - max(start, stretch.lowerBound))
    }
    return covered >= HalfSeconds.length / 2
  }

  private func samplingInterval(_ samples: [FoldSample]) -> Double {
    var steps: [Double] = []
    steps.reserveCapacity(samples.count)
    for index in samples.indices.dropFirst() {
      let step = samples[index].time - samples[index - 1].time
      if step > 0 { steps.append(step) }
    }
    return median(steps)
  }

  private func unfitness(samples: Int, looks: Int, faces: [FaceLevels]) -> Unfit? {
    let least = settings.leastPresence * Double(samples)
    if Double(looks) < least, Double(faces.count) < least { return .absent }
    guard faces.count >= settings.frozenFaceSamples, let first = faces.first else { return nil }
    return faces.allSatisfy { $0 == first } ? .frozen : nil
  }

  private func watching(_ samples: [FoldSample], interval: Double) -> [Bool] {
    var marks = [Bool](repeating: false, count: binCount)
    let longest = max(settings.gapSeconds, settings.gapIntervals * interval)
    var last = bin(at: samples[0].time)
    var lastTime = samples[0].time
    for sample in samples {
      let now = bin(at: sample.time)
      if sample.time - lastTime <= longest {
        for index in last...now { marks[index] = true }
      }
      marks[now] = true
      last = now
      lastTime = sample.time
    }
    return marks
  }

  private func bin(at time: Double) -> Int {
    min(binCount - 1, max(0, Int(time / HalfSeconds.length)))
  }

  /// The bins that an instant speaks for, within the video.
  private func bins(around time: Double, interval: Double) -> ClosedRange<Int> {
    let bins = SampleReach.bins(around: time, interval: interval)
    return min(binCount - 1, bins.lowerBound)...min(binCount - 1, bins.upperBound)
  }

  private func binned(_ looks: [UsableLook], interval: Double) -> [BinLook?] {
    let groups = BinnedItems(looks, binCount: binCount) { place in
      bins(around: max(0, looks[place].time - settings.eyeLag), interval: interval)
    }
    return (0..<binCount).map { bin in
      let places = groups.places(bin)
      if places.count == 1 {
        let only = groups[at: places.lowerBound]
        return BinLook(
          x: only.x, y: only.y, weight: only.weight, glance: PicturePoint(x: only.x, y: only.y))
      }
      return places.isEmpty ? nil : look(of: groups[bin], bin)
    }
  }

  /// What several looks of a bin come to.
  private func look(of group: ArraySlice<UsableLook>, _ bin: Int) -> BinLook? {
    let middle = (Double(bin) + 0.5) * HalfSeconds.length + settings.eyeLag
    guard let nearest = group.min(by: { abs($0.time - middle) < abs($1.time - middle) }) else {
      return nil
    }
    return BinLook(
      x: median(group.map(\.x)), y: median(group.map(\.y)),
      weight: group.reduce(0) { $0 + $1.weight } / Double(group.count),
      glance: PicturePoint(x: nearest.x, y: nearest.y))
  }

  private func strengths(
    _ faces: TimedFaces, _ told: ToldClasses, interval: Double
  ) -> [SIMD8<Float>] {
    let groups = BinnedItems(faces.levels, binCount: binCount) { place in
      bins(around: faces.times[place], interval: interval)
    }
    let levels = LevelTrack(groups, binCount: binCount, areStrongest: told.areStrongest)
    let deviations = RestingFace(settings: settings).deviations(of: levels, in: told.union)
    return SustainedReaction(settings: settings, interval: interval).strengths(of: deviations)
  }
}

/// Things sorted into half-second bins, all in one array: a list a bin costs more than what it
/// holds.
struct BinnedItems<Item> {
  private let starts: [Int32]
  private let items: [Item]

  /// Sorts things into bins.
  ///
  /// - Parameters:
  ///   - all: in the order that they keep within a bin.
  ///   - binCount: how many bins there are.
  ///   - bins: the bins that the thing at a place is in.
  @inline(__always)
  init(_ all: [Item], binCount: Int, bins: (Int) -> ClosedRange<Int>) {
    var before: Int32 = 0
    var isInPlace = true
    var starts = [Int32](repeating: 0, count: binCount + 1)
    let ranges = starts.withUnsafeMutableBufferPointer { starts in
      [(first: Int32, last: Int32)](unsafeUninitializedCapacity: all.count) { ranges, filled in
        for place in all.indices {
          let found = bins(place)
          precondition(found.lowerBound >= 0 && found.upperBound < binCount)
          let range = (first: Int32(found.lowerBound), last: Int32(found.upperBound))
          isInPlace = isInPlace && range.first == range.last && range.first >= before
          before = range.first
          ranges.initializeElement(at: filled, to: range)
          filled += 1
          for bin in found { starts[bin + 1] += 1 }
        }
        for bin in 0..<binCount { starts[bin + 1] += starts[bin] }
      }
    }
    self.starts = starts
    // Things in order of time, each in one bin, lie in their places already.
    items = isInPlace ? all : Self.placed(all, ranges, starts)
  }

  private static func placed(
    _ all: [Item], _ ranges: [(first: Int32, last: Int32)], _ starts: [Int32]
  ) -> [Item] {
    guard let any = all.first, let count = starts.last else { return [] }
    var items = [Item](repeating: any, count: Int(count))
    var next = starts
    for place in all.indices {
      for bin in ranges[place].first...ranges[place].last {
        items[Int(next[Int(bin)])] = all[place]
        next[Int(bin)] += 1
      }
    }
    return items
  }

  /// The places of what is in a bin.
  @inline(__always)
  func places(_ bin: Int) -> Range<Int> { Int(starts[bin])..<Int(starts[bin + 1]) }

  /// What is in a bin.
  subscript(bin: Int) -> ArraySlice<Item> { items[places(bin)] }

  /// What is at a place.
  @inline(__always)
  subscript(at place: Int) -> Item { items[place] }
}
