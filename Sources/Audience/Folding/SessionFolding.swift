/// Folds one session into half-second bins, or says why it is left out.
struct SessionFolding: Sendable {
  let settings: FoldSettings
  let duration: Double
  let binCount: Int

  /// Folds a session; `nil` where it has no samples inside the video.
  func fold(_ columns: SampleColumns) -> SessionTrack? {
    let samples = columns.samples(within: duration)
    guard !samples.isEmpty else { return nil }
    let interval = samplingInterval(samples)
    let looks = GazeCleaning(settings: settings).looks(in: samples)
    return SessionTrack(
      isWatching: watching(samples), looks: binned(looks, interval: interval),
      faces: faces(samples, interval: interval))
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

  private func watching(_ samples: [FoldSample]) -> [Bool] {
    var marks = [Bool](repeating: false, count: binCount)
    var last = bin(at: samples[0].time)
    var lastTime = samples[0].time
    for sample in samples {
      let now = bin(at: sample.time)
      if sample.time - lastTime <= settings.gapSeconds {
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
      bins(around: looks[place].time, interval: interval)
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

  private func look(of group: ArraySlice<UsableLook>, _ bin: Int) -> BinLook? {
    let middle = HalfSeconds.middle(of: bin)
    guard let nearest = group.min(by: { abs($0.time - middle) < abs($1.time - middle) }) else {
      return nil
    }
    return BinLook(
      x: median(group.map(\.x)), y: median(group.map(\.y)),
      weight: group.reduce(0) { $0 + $1.weight } / Double(group.count),
      glance: PicturePoint(x: nearest.x, y: nearest.y))
  }

  /// What the face shows in each bin: the median of each class that is told.
  ///
  /// A class that lost to others is known to lie below them, and so raises no reaction: it counts
  /// as not shown.
  private func faces(_ samples: [FoldSample], interval: Double) -> [SIMD8<UInt8>] {
    var levels: [FaceLevels] = []
    var times: [Double] = []
    var told = ToldClasses()
    levels.reserveCapacity(samples.count)
    times.reserveCapacity(samples.count)
    for sample in samples {
      guard let face = sample.face else { continue }
      told.add(face)
      levels.append(face)
      times.append(max(0, sample.time - settings.faceLag))
    }
    let groups = BinnedItems(levels, binCount: binCount) {
      bins(around: times[$0], interval: interval)
    }
    let areStrongest = told.areStrongest
    return (0..<binCount).map { FaceLevels.shown(groups, $0, areStrongest: areStrongest) }
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

  subscript(bin: Int) -> ArraySlice<Item> { items[places(bin)] }

  @inline(__always)
  subscript(at place: Int) -> Item { items[place] }
}
