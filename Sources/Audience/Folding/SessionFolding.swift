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
      let samples = columns.filter { $0.time >= 0 && $0.time < duration }.sorted {
        $0.time < $1.time
      }
      return (samples: samples, interval: samplingInterval(samples))
    }
    let closures = records.map {
      ClosedEyes($0.samples, interval: $0.interval, settings: settings)
    }
    let absences = ClosedEyes.joined(closures.flatMap(\.absences))
    return records.map { record in
      fold(record.samples, interval: record.interval) { sample in
        closures.contains { $0.contain(sample.time) }
      } isAbsent: { bin in
        isCovered(bin, by: absences)
      }
    }
  }

  private func fold(
    _ samples: [Sample], interval: Double, isClosed: (Sample) -> Bool, isAbsent: (Int) -> Bool
  ) -> Outcome {
    guard !samples.isEmpty else { return .unfit(.empty) }
    let cleaning = GazeCleaning(settings: settings, aspect: aspect)
    // A lid that falls drags the gaze down before the tracker calls it closed.
    let seeing = samples.filter { !isClosed($0) }
    let looks = cleaning.looks(in: seeing, interval: interval)
    let faces = samples.filter { if case .scores = $0.face { true } else { false } }
    let closed = samples.count - seeing.count
    if let unfit = unfitness(samples: samples.count - closed, looks: looks.count, faces: faces) {
      return .unfit(unfit)
    }
    var track = SessionTrack(
      isWatching: watching(samples, interval: interval),
      looks: binned(looks, interval: interval),
      strengths: strengths(faces, interval: interval))
    for bin in track.isWatching.indices where isAbsent(bin) { track.clear(bin) }
    return .track(track)
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

  private func samplingInterval(_ samples: [Sample]) -> Double {
    let steps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }.filter { $0 > 0 }
    return median(steps)
  }

  private func unfitness(samples: Int, looks: Int, faces: [Sample]) -> Unfit? {
    let least = settings.leastPresence * Double(samples)
    if Double(looks) < least, Double(faces.count) < least { return .absent }
    guard faces.count >= settings.frozenFaceSamples, let first = faces.first else { return nil }
    return faces.allSatisfy { $0.face == first.face } ? .frozen : nil
  }

  private func watching(_ samples: [Sample], interval: Double) -> [Bool] {
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
    let groups = BinnedItems(looks, binCount: binCount) { look in
      bins(around: max(0, look.time - settings.eyeLag), interval: interval)
    }
    return (0..<binCount).map { bin in
      let group = groups[bin]
      let middle = (Double(bin) + 0.5) * HalfSeconds.length + settings.eyeLag
      guard let nearest = group.min(by: { abs($0.time - middle) < abs($1.time - middle) }) else {
        return nil
      }
      let glance = PicturePoint(x: nearest.x, y: nearest.y)
      if group.count == 1 {
        return BinLook(x: nearest.x, y: nearest.y, weight: nearest.weight, glance: glance)
      }
      return BinLook(
        x: median(group.map(\.x)), y: median(group.map(\.y)),
        weight: group.reduce(0) { $0 + $1.weight } / Double(group.count), glance: glance)
    }
  }

  private func strengths(_ faces: [Sample], interval: Double) -> [FaceStrengths?] {
    var told = ToldClasses()
    let levels = faces.compactMap { sample -> (time: Double, face: FaceLevels)? in
      guard case .scores(let scores) = sample.face else { return nil }
      let face = FaceLevels(scores)
      told.add(face)
      return (max(0, sample.time - settings.faceLag), face)
    }
    let groups = BinnedItems(levels, binCount: binCount) { level in
      bins(around: level.time, interval: interval)
    }
    let rest = RestingFace(settings: settings)
    let sustained = SustainedReaction(settings: settings, interval: interval)
    var strengths = [FaceStrengths?](repeating: nil, count: binCount)
    for emotion in told.union.emotions {
      let lane = Int(emotion.rawValue)
      let levels = (0..<binCount).map {
        ClassLevel.of(
          lane: lane, in: groups[$0].lazy.map(\.face), areStrongest: told.areStrongest)
      }
      for (bin, strength) in sustained.strengths(of: rest.deviations(of: levels)).enumerated() {
        guard let strength else { continue }
        var face = strengths[bin] ?? FaceStrengths()
        face.lanes[lane] = strength
        face.told.insert(EmotionSet(emotion))
        face.areStrongest = told.areStrongest
        strengths[bin] = face
      }
    }
    return strengths
  }
}
