import Audience
import Foundation
import Support

/// Finds statistics of a session that are impossible or suspicious.
struct WarningFinder {
  /// Plausible sampling rates in Hz; trackers and cameras record at 0.5 to 2,000 Hz.
  private static let maximumRate = 2500.0
  private static let minimumRate = 0.25

  /// Length of the video in seconds; `nil` if the video file is not available.
  var videoDuration: Double?
  /// The session as read from its file; `nil` for a stored session.
  var session: StagedSession?
  var now = Date.distantFuture

  func oddities(of tally: CheckStatistics) -> [ImportWarning] {
    guard tally.count > 0 else { return [] }
    var found: [ImportWarning] = []
    addTimeWarnings(tally, to: &found)
    addGazeWarnings(tally, to: &found)
    addFaceWarnings(tally, to: &found)
    if let missing = session?.missingViewerColumn {
      found.add(
        .noViewers,
        "there is no viewer column '\(missing)', so all rows count as one viewer with the "
          + "file's name; give --viewer, or --map viewer=COLUMN")
    }
    if let noise = session?.headNoise {
      found.add(
        .heads,
        "gaze is estimated from head direction, accurate to about "
          + "\(StatisticsText.seconds(HeadDirectionGaze.noise)) degrees (\(StatisticsText.seconds(noise)) of the frame "
          + "height): enough for areas of the frame, not for single objects")
    }
    return found
  }

  private func addTimeWarnings(_ tally: CheckStatistics, to found: inout [ImportWarning]) {
    // If the unit of times is wrong, the end is wrong too, so do not check it.
    if !addUnitWarning(tally, to: &found) { addEndWarning(tally, to: &found) }
    let areShared = tally.sharedTimes * 50 >= tally.count && tally.sharedTimes > 0
    if areShared {
      found.add(
        .sharedTimes,
        "\(tally.sharedTimes.counted("sample")) have the time of another sample: does the file contain "
          + "several viewers (name their column), or rows twice, or are the times too coarse?")
    }
    if (tally.restarts > 0 && !areShared)
      || (tally.outOfOrderCount * 50 >= tally.count && tally.outOfOrderCount > 0)
    {
      found.add(
        .disorder,
        "the times go backwards \(tally.outOfOrderCount == 1 ? "once" : "\(tally.outOfOrderCount) times"): "
          + "does the file contain several viewers or sessions? name their column")
    }
    if let recordedAt = session?.recordedAt,
      recordedAt.addingTimeInterval(Double(tally.last) / 1000) > now + 60
    {
      found.add(
        .future,
        "the recording ends in the future: check recordedAt, its time zone, and this clock")
    }
    if let session {
      let losses = SkippedSummary(session.skipped, taken: session.samplesOfFile ?? tally.count)
      if losses.exceedTenPercent, let words = losses.words { found.add(.skipped, words) }
      if let damage = session.damage { found.add(.damaged, damage) }
    }
  }

  private func addUnitWarning(_ tally: CheckStatistics, to found: inout [ImportWarning]) -> Bool {
    let span = Double(tally.last - tally.first) / 1000
    let step = tally.medianStep
    let isLong = videoDuration.map { Double(tally.last) / 1000 > 20 * $0 } ?? true
    if tally.count > 10, step > 1 / Self.minimumRate, isLong {
      found.add(
        .unit, "samples are \(StatisticsText.seconds(step)) s apart: check the unit of the times")
      return true
    }
    let isShort = videoDuration.map { span < $0 / 100 } ?? (span < 1)
    guard tally.count >= 20, isShort || Double(tally.count - 1) > span * Self.maximumRate else {
      return false
    }
    found.add(
      .unit,
      "\(tally.count.counted("sample")) within \(StatisticsText.seconds(span)) s: check the unit of the times"
    )
    return true
  }

  /// Warns about samples after the end of the video: the clock runs fast, or it is another video.
  private func addEndWarning(_ tally: CheckStatistics, to found: inout [ImportWarning]) {
    guard let duration = videoDuration, duration > 0 else { return }
    let end = Double(tally.last) / 1000
    let endRatio = end / duration
    let share = Double(tally.beyondVideo) / Double(tally.count)
    if endRatio > 1.2 || (endRatio > 1.01 && share > 0.3) {
      found.add(
        .beyondVideo,
        "the times run to \(StatisticsText.seconds(end)) s but the video lasts "
          + "\(StatisticsText.seconds(duration)) s, so \(StatisticsText.percent(share)) of the samples are ignored:"
          + " check the video, the unit and the start")
    } else if endRatio > 1.01, end > duration + 0.5 {
      found.add(
        .fastClock,
        "the times end \(StatisticsText.percent(endRatio - 1)) after the end of the video: the clock runs "
          + "\(StatisticsText.percent(endRatio - 1)) fast, or the start is late; try --offset")
    }
  }

  private func addGazeWarnings(_ tally: CheckStatistics, to found: inout [ImportWarning]) {
    let gaze = tally.sides.gaze
    // Gaze points that the import dropped because they are too far outside the frame.
    let farGaze = session?.skipped[SkipReason.farGaze.rawValue] ?? 0
    let known = gaze.usable + farGaze
    if known > 0, tally.sides.inside * 2 < known {
      let share = StatisticsText.percent(Double(tally.sides.inside) / Double(known))
      // Points several frame widths away are not gaze. A wrong screen size rarely moves points that
      // far.
      let arePixels = (session?.areShares ?? false) && farGaze * 2 > known
      found.add(
        .offPicture,
        "only \(share) of the gaze is inside the frame: "
          + Self.farGazeRemedy(areShares: arePixels))
    }
    if gaze.told > 0, known * 5 < gaze.told {
      let share = StatisticsText.percent(Double(gaze.usable) / Double(gaze.told))
      found.add(
        .lostGaze,
        "only \(share) of the gaze is usable: check the confidence or validity column")
    }
    if gaze.usable >= 40, !gaze.varies {
      found.add(.frozenGaze, "the gaze never moves: is its column correct?")
    }
  }

  /// The remedy for gaze outside the frame; `areShares` if it was read as shares of the frame.
  static func farGazeRemedy(areShares: Bool) -> String {
    areShares
      ? "the points are several frame widths away; they look like pixels but are read as fractions "
        + "of the frame (normalised): give --map 'gaze=pixels WxH' with x and y, or set "
        + "\"unit\" in a preset of your own"
      : "check the size of the player, screen or picture"
  }

  private func addFaceWarnings(_ tally: CheckStatistics, to found: inout [ImportWarning]) {
    let face = tally.sides.face
    if face.told > 0, face.usable * 5 < face.told {
      let share = StatisticsText.percent(Double(face.usable) / Double(face.told))
      found.add(.lostFaces, "only \(share) of the samples show a face: was the camera covered?")
    } else if face.usable >= 40, !face.varies {
      found.add(.frozenFace, "the face never changes: are its columns correct?")
    }
  }
}

/// A warning that a session may have been read wrongly.
package struct ImportWarning: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The kinds of warnings; the library stores the raw values.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The times run faster than the video.
    case fastClock
    /// The times continue long after the end of the video.
    case beyondVideo
    /// Milliseconds were read as seconds, or seconds as milliseconds.
    case unit
    case sharedTimes
    /// Many samples are earlier than the sample before them.
    case disorder
    /// The end of the recording is in the future.
    case future
    /// Most gaze is outside the frame.
    case offPicture
    /// Less than a fifth of the gaze is usable.
    case lostGaze
    case frozenGaze
    /// Less than a fifth of the samples show a face.
    case lostFaces
    case frozenFace
    /// More than 10 % of the records or values were skipped.
    case skipped
    /// Only part of the file could be read.
    case damaged
    case noViewers
    /// Gaze is estimated from head direction.
    case heads
  }

  package let kind: Kind
  /// A sentence with the problem and its remedy.
  package let description: String
}

extension [ImportWarning] {
  fileprivate mutating func add(_ kind: ImportWarning.Kind, _ description: String) {
    append(ImportWarning(kind: kind, description: description))
  }
}
