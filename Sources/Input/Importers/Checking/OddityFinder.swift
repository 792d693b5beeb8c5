import Audience
import Foundation

/// Says what of a session's figures cannot be right, or is worth a look.
struct OddityFinder {
  /// Trackers and cameras run from 0.5 to 2,000 samples a second.
  private static let fastest = 2500.0
  private static let slowest = 0.25

  /// Seconds; `nil` where the video is not at hand.
  var videoDuration: Double?
  /// What was read of a file; `nil` of what is stored.
  var session: StagedSession?
  var now = Date.distantFuture

  /// All that is odd, times first.
  func oddities(of tally: CheckTally) -> [Oddity] {
    guard tally.count > 0 else { return [] }
    var found: [Oddity] = []
    addTimes(tally, to: &found)
    addGaze(tally, to: &found)
    addFaces(tally, to: &found)
    if let missing = session?.missingViewerColumn {
      found.add(
        .noViewers,
        "no column of viewers ('\(missing)'): all rows count as one viewer, named by "
          + "the file; give --viewer, or --map viewer=COLUMN")
    }
    if let noise = session?.headNoise {
      found.add(
        .heads,
        "the gaze is where the head is turned, true to about \(Words.seconds(HeadGaze.noise)) "
          + "degrees, \(Words.seconds(noise)) of the picture's height: it tells sides of the "
          + "picture, no things")
    }
    return found
  }

  private func addTimes(_ tally: CheckTally, to found: inout [Oddity]) {
    // With times in a wrong unit their end and their order say nothing.
    if !addUnit(tally, to: &found) { addEnd(tally, to: &found) }
    let areShared = tally.sharedTimes * 50 >= tally.count && tally.sharedTimes > 0
    if areShared {
      found.add(
        .sharedTimes,
        "\(Self.samples(tally.sharedTimes)) at the time of another: do several viewers lie in one"
          + " (name their column), was the file joined with itself, or are its times too coarse?")
    }
    if (tally.restarts > 0 && !areShared)
      || (tally.disordered * 50 >= tally.count && tally.disordered > 0)
    {
      found.add(
        .disorder,
        "the times fall back \(tally.disordered == 1 ? "once" : "\(tally.disordered) times"): "
          + "do several viewers or sessions lie in one? name their column")
    }
    if let recordedAt = session?.recordedAt,
      recordedAt.addingTimeInterval(Double(tally.last) / 1000) > now + 60
    {
      found.add(.future, "it was recorded in the future: check recordedAt, its zone, or the clock")
    }
    if let session {
      let losses = Losses(session.skipped, taken: session.samplesOfFile ?? tally.count)
      if losses.areMany, let words = losses.words { found.add(.skipped, words) }
      if let damage = session.damage { found.add(.damaged, damage) }
    }
  }

  private func addUnit(_ tally: CheckTally, to found: inout [Oddity]) -> Bool {
    let span = Double(tally.last - tally.first) / 1000
    let step = tally.medianStep
    let isLong = videoDuration.map { Double(tally.last) / 1000 > 20 * $0 } ?? true
    if tally.count > 10, step > 1 / Self.slowest, isLong {
      found.add(.unit, "samples lie \(Words.seconds(step)) s apart: check the unit of the times")
      return true
    }
    let isShort = videoDuration.map { span < $0 / 100 } ?? (span < 1)
    guard tally.count >= 20, isShort || Double(tally.count - 1) > span * Self.fastest else {
      return false
    }
    found.add(
      .unit,
      "\(Self.samples(tally.count)) within \(Words.seconds(span)) s: check the unit of the times")
    return true
  }

  /// What goes on after the video: a clock that runs fast, or another video.
  private func addEnd(_ tally: CheckTally, to found: inout [Oddity]) {
    guard let duration = videoDuration, duration > 0 else { return }
    let end = Double(tally.last) / 1000
    let over = end / duration
    let share = Double(tally.beyondVideo) / Double(tally.count)
    if over > 1.2 || (over > 1.01 && share > 0.3) {
      found.add(
        .beyondVideo,
        "the times go on to \(Words.seconds(end)) s and the video lasts "
          + "\(Words.seconds(duration)) s, which leaves out \(Words.percent(share)) of the samples:"
          + " check the video, the unit and the start")
    } else if over > 1.01, end > duration + 0.5 {
      found.add(
        .fastClock,
        "the times end \(Words.percent(over - 1)) after the video does: a clock that runs "
          + "\(Words.percent(over - 1)) fast, or a late start; try --offset")
    }
  }

  private func addGaze(_ tally: CheckTally, to found: inout [Oddity]) {
    let gaze = tally.sides.gaze
    // Looks that lay so far off that they were not kept.
    let farGaze = session?.skipped[SkipReason.farGaze.rawValue] ?? 0
    let known = gaze.usable + farGaze
    if known > 0, tally.sides.inside * 2 < known {
      let share = Words.percent(Double(tally.sides.inside) / Double(known))
      // Pictures away is no look, and a size that is wrong puts few of them there.
      let arePixels = (session?.areShares ?? false) && farGaze * 2 > known
      found.add(
        .offPicture,
        "only \(share) of the gaze falls on the picture: "
          + Self.farGazeRemedy(areShares: arePixels))
    }
    if gaze.told > 0, known * 5 < gaze.told {
      let share = Words.percent(Double(gaze.usable) / Double(gaze.told))
      found.add(
        .lostGaze,
        "only \(share) of the gaze can be used: check the column of confidence or validity")
    }
    if gaze.usable >= 40, !gaze.varies {
      found.add(.frozenGaze, "the gaze never moves: is its column the right one?")
    }
  }

  /// What to do about gaze that is off the picture.
  ///
  /// - Parameter areShares: whether points far away are read as shares of the picture.
  /// - Returns: a sentence.
  static func farGazeRemedy(areShares: Bool) -> String {
    areShares
      ? "the points lie pictures away; they look like pixels and are read as shares of the "
        + "picture (normalised): give --map 'gaze=pixels WxH' with x and y, or as the "
        + "\"unit\" of a preset of your own"
      : "the size of the player, screen or picture cannot be right"
  }

  private func addFaces(_ tally: CheckTally, to found: inout [Oddity]) {
    let face = tally.sides.face
    if face.told > 0, face.usable * 5 < face.told {
      let share = Words.percent(Double(face.usable) / Double(face.told))
      found.add(.lostFaces, "only \(share) of the samples have a face: was the camera covered?")
    } else if face.usable >= 40, !face.varies {
      found.add(.frozenFace, "the face never changes: are its columns the right ones?")
    }
  }

  private static func samples(_ count: Int) -> String {
    count == 1 ? "1 sample" : "\(count) samples"
  }
}

/// Something about a session that may mean it was read wrongly.
package struct Oddity: Hashable, Sendable, Codable, CustomStringConvertible {
  /// What kind of thing it is.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The times run faster than the video's.
    case fastClock
    /// The times go on long after the video.
    case beyondVideo
    /// Milliseconds were read as seconds, or seconds as milliseconds.
    case unit
    case sharedTimes
    /// Many samples come before earlier ones.
    case disorder
    /// The recording would end in the future.
    case future
    /// Most gaze falls beside the picture.
    case offPicture
    /// Little of the gaze can be used.
    case lostGaze
    /// The gaze never moves.
    case frozenGaze
    /// Few samples have a face that was read.
    case lostFaces
    /// The face never changes.
    case frozenFace
    /// More than a tenth was ignored.
    case skipped
    /// The file was read in part.
    case damaged
    /// Nobody says who watched.
    case noViewers
    /// The gaze is the direction of a head.
    case heads
  }

  /// What kind of thing it is.
  package let kind: Kind
  /// A sentence that says what to do.
  package let description: String
}

extension [Oddity] {
  fileprivate mutating func add(_ kind: Oddity.Kind, _ description: String) {
    append(Oddity(kind: kind, description: description))
  }
}
