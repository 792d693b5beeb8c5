import Audience
import EditDecisions
import SampleAudience
import TestMaterial
import Testing

/// All samples describe one audience, so each format leads to the same moments.
///
/// The suite tests some combinations; `make test-formats` tests all.
@Suite(.waitsForPrograms) struct SampleFormatsTests {
  /// Least overlap of two cores that count as the same moment.
  private static let leastOverlap = 0.7

  private static let segments = SampleScript.meadow.stretches

  /// Segments with reactions and gathered gaze, which should be chosen.
  private static let delights = segments.filter { $0.kind == .delight }.map { ($0.start, $0.end) }

  /// The cores found in the timeline format, with gaze and faces and with faces alone.
  private static let timeline = Result {
    let meadow = try MeadowLibrary("timeline")
    return (
      both: try meadow.cores(), faces: try meadow.cores("selection.evidence=emotion")
    )
  }

  private func expect(
    _ moments: [any HasCore], toBe expected: [(Double, Double)], _ name: String
  ) {
    let found = moments.map { "\($0.coreStart)-\($0.coreEnd)" }.joined(separator: ", ")
    for seconds in expected {
      let best = moments.map { $0.overlap(with: seconds.0, seconds.1) }.max() ?? 0
      #expect(best >= Self.leastOverlap, "\(name) chose \(found)")
    }
    #expect(moments.count == expected.count, "\(name) chose \(found)")
  }

  @Test func timelineFindsTheSyntheticMoments() throws {
    expect(try Self.timeline.get().both, toBe: Self.delights, "timeline")
    let emotions = try Self.timeline.get().both.map(\.emotion)
    #expect(emotions.contains("happy") && emotions.count { $0 == "surprise" } == 1)
  }

  /// A log, a table and a database; `make test-formats` tests every format here and below.
  @Test(
    arguments: ["seeyoutube", "table", "sqlite"]
      + (LongForm.isAsked ? ["seetube", "seetube table"] : []))
  func formatsWithGazeAndFacesFindTheSameMoments(_ name: String) throws {
    let moments = try MeadowLibrary(name).cores()
    expect(moments, toBe: Self.delights, name)
  }

  private static let pairs = [
    ("arkit", "eev"), ("tobii", "openface"), ("pupil", "facereader"), ("neon", "openface"),
    ("webgazer", "eev"),
  ]

  /// A gaze format combined with a face format: files of one name belong to one viewer.
  @Test(arguments: LongForm.isAsked ? pairs : [("arkit", "eev"), ("neon", "openface")])
  func gazeAndFaceFilesOfAViewerAreJoined(_ gaze: String, _ faces: String) throws {
    let moments = try MeadowLibrary(gaze, faces).cores()
    let found = moments.map { "\($0.coreStart)-\($0.coreEnd)" }.joined(separator: ", ")
    for delight in Self.delights {
      let best = moments.map { $0.overlap(with: delight.0, delight.1) }.max() ?? 0
      #expect(best >= Self.leastOverlap, "\(gaze) and \(faces) chose \(found)")
    }
    // ARKit gaze is near the middle, so a crop also covers the gaze points of the scattered laugh.
    let more = gaze == "arkit" ? 1 : 0
    #expect(moments.count <= Self.delights.count + more, "\(gaze) and \(faces) chose \(found)")
    #expect(moments.allSatisfy { $0.viewers ?? 0 <= RecordedViewer.meadow.count })
  }

  /// ML Kit has only smiles, so the surprise is not found.
  @Test func firebaseFindsTheSmiles() throws {
    let expected = Self.segments.filter { $0.kind == .delight && $0.emotion == .happy }
    expect(
      try MeadowLibrary("firebase", "pupil").cores(),
      toBe: expected.map { ($0.start, $0.end) }, "firebase and pupil")
  }

  @Test(
    arguments: ["firebase", "eev"]
      + (LongForm.isAsked ? ["openface", "facereader", "pyfeat"] : []))
  func faceFormatsFindTheMomentsOfTheTimeline(_ name: String) throws {
    let meadow = try MeadowLibrary(name)
    let moments = try meadow.cores("selection.evidence=emotion")
    // ML Kit has only smiles, so it finds all of them, including the scattered laugh.
    let smiles = Self.segments.filter {
      [.delight, .laugh].contains($0.kind) && $0.emotion == .happy
    }
    let expected =
      name == "firebase"
      ? smiles.map { ($0.start, $0.end) }
      : try Self.timeline.get().faces.map { ($0.coreStart, $0.coreEnd) }
    expect(moments, toBe: expected, name)
    #expect(moments.count >= 3)
    guard name == "eev" else { return }
    // Without gaze the full frame is shown.
    let shots = try meadow.decisions("selection.evidence=emotion").flatMap(\.framing.shots)
    #expect(!shots.isEmpty && shots.allSatisfy { $0.layout == .fit })
  }

  /// Gaze gathers in six segments, 58 of 100 seconds, and at most five are chosen.
  ///
  /// ARKit is left out: its means over ten rows are too imprecise alone.
  @Test(
    arguments: ["bids", "tobii", "xdf"]
      + (LongForm.isAsked ? ["imotions", "pupil", "neon", "webgazer"] : []))
  func gazeFormatsFindSegmentsOfGatheredGaze(_ name: String) throws {
    let moments = try MeadowLibrary(name).cores("selection.evidence=gaze")
    let gathered = Self.segments.filter { $0.kind != .laugh }
    // Gaze of eight viewers, each with a constant offset, is weak evidence. More of the chosen time
    // must be in the segments than the 58 % expected by chance.
    func seconds(_ from: Double, _ to: Double) -> Double {
      gathered.reduce(0) { $0 + max(0, min(to, $1.end) - max(from, $1.start)) }
    }
    let planted = moments.reduce(0) { $0 + seconds($1.coreStart, $1.coreEnd) }
    let all = moments.reduce(0) { $0 + $1.coreEnd - $1.coreStart }
    let chosen = moments.map { "\($0.coreStart)-\($0.coreEnd)" }.joined(separator: ", ")
    #expect(!moments.isEmpty && planted >= 0.68 * all, "\(name) chose \(chosen)")
  }

  // MARK: - Curves

  /// Viewers replayed what half of them reacted to.
  ///
  /// The last replay covers two segments that are too close together for a curve to separate.
  @Test func curveFindsWhereViewersReacted() throws {
    let meadow = try MeadowLibrary("curve")
    let moments = try meadow.decisions("selection.evidence=curve")
    let found = moments.map { "\($0.coreStart)-\($0.coreEnd)" }.joined(separator: ", ")
    #expect(moments.count == Self.delights.count, "the curve chose \(found)")
    for (moment, delight) in zip(moments, Self.delights) {
      #expect(moment.overlap(with: delight.0, delight.1) > 0.4, "the curve chose \(found)")
    }
    for moment in moments {
      #expect(moment.why.viewers == 0 && moment.why.curve?.step == 1)
      #expect(moment.why.curve?.people == 4300)
      // There is no gaze and no detection.
      #expect(moment.framing.shots.allSatisfy { $0.layout == .fit })
      #expect(moment.why.framedBy?.contains("the whole picture") == true)
    }
    let told = try meadow.library.gazecut(
      "explain", "meadow", "--set", "selection.evidence=curve", "--format", "json")
    let schema = try meadow.library.gazecut("schema", "explanation").output
    #expect(try SchemaChecker(schema).problems(in: told.output) == [])
    let scores = told.output.matches(of: /"score": ([0-9.]+)/).compactMap { Double($0.output.1) }
    // The output is sorted by rank, `moments` by time.
    #expect(scores.sorted() == moments.compactMap(\.score).sorted(), "\(told.output)")
  }

  @Test func curveMomentsAreFramedByBoxesOrGaze() throws {
    let seen = try MeadowLibrary("curve", "vision").decisions("selection.evidence=curve")
    #expect(!seen.isEmpty)
    for moment in seen {
      #expect(moment.why.framedBy?.contains("face") == true)
      #expect(moment.framing.shots.contains { $0.layout != .fit })
    }
    let watched = try MeadowLibrary("curve", "tobii").decisions("selection.evidence=curve")
    #expect(!watched.isEmpty)
    for moment in watched {
      #expect(moment.why.framedBy == nil && moment.framing.gazeKept != nil)
    }
  }

  // MARK: - Detections

  static let detectors = SampleImport.all.filter { $0.sides == [.detections] }.map(\.name)

  @Test(arguments: LongForm.isAsked ? detectors : ["detections", "yolo", "mot"])
  func detectionsNameWhatViewersLookedAt(_ name: String) throws {
    let moments = try MeadowLibrary("timeline", name).decisions()
    expect(moments, toBe: Self.delights, name)
    for moment in moments {
      let stealer = moment.why.sceneStealer ?? "nothing"
      #expect(stealer.hasPrefix("face") || stealer.hasPrefix("person"), "\(name): \(stealer)")
    }
  }

  @Test(arguments: ["detections", "vision"])
  func faceMomentsAreFramedByBoxes(_ name: String) throws {
    let moments = try MeadowLibrary("facereader", name).decisions("selection.evidence=emotion")
    #expect(moments.count >= 3)
    for shot in moments.flatMap(\.framing.shots) {
      guard case .crop(let keyframes) = shot.layout else {
        Issue.record("\(name): \(shot.layout.name) from \(shot.start) to \(shot.end)")
        continue
      }
      for frame in keyframes {
        // A time at a cut belongs to the shot that starts or ends there.
        let time = min(shot.end - 0.1, max(shot.start + 0.1, frame.t))
        let x = SampleScript.meadow.subject(at: time).x * 160
        #expect((frame.x...frame.x + frame.width).contains(x), "\(name) at \(time)")
      }
    }
  }
}
