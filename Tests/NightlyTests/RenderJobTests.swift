import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import Settings
import Testing
@testable import Deciding

@testable import Nightly
@testable import Support
@testable import Workspace

/// A rendering process follows its job exactly.
@Suite struct RenderJobTests {
  /// Captions are read once, when the clip is decided.
  ///
  /// The subtitle file may have changed since, and the clip's ID covers its captions.
  @Test(arguments: [true, false])
  func captionsAreThoseOfTheJob(areBurned: Bool) throws {
    let fixture = try Fixture()
    let path = try fixture.make("walk.mp4", pictures: "color=gray:size=320x180:rate=25")
    let other = "1\n00:00:00,000 --> 00:00:02,000\nOther\n"
    try Data((areBurned ? "" : other).utf8)
      .write(to: URL(fileURLWithPath: fixture.folder + "/walk.srt"))
    try Data("{}\n".utf8).write(to: URL(fileURLWithPath: fixture.folder + "/gazecut.yaml"))
    let library = try LibraryFolder.find(
      configuration: fixture.folder + "/gazecut.yaml", environment: [:], directory: "/")
    let source = SourceVideo(
      id: "walk", try MediaInfo.probe(path), try SourceIdentity(reading: path), library: library)
    let settings = RenderSettings(
      width: 180, height: 320, preset: "ultrafast", loudness: nil, captions: .burn)
    let job = RenderJob(
      .walk, of: "walk", source: source.sealed, settings: settings,
      captions: areBurned ? [SubtitleCue(start: 0, end: 2, text: "Told")] : [],
      output: "clip.mp4", poster: nil)
    // Encoded and decoded, like in a plan.
    let line = try SingleLineJSON.encode(job)
    let read = try JSONDecoder().decode(RenderJob.self, from: Data(line.utf8))
    #expect(read == job)
    try JobRenderer.render([read], in: fixture.folder)
    var white = 0
    try RangeReader(try MediaInfo.probe(fixture.folder + "/clip.mp4")).read(
      from: 0, to: 1,
      picture: { frame throws(MediaError) in
        for row in 0..<320 {
          for column in 0..<180 where frame.sample(plane: 0, x: column, y: row) > 210 {
            white += 1
          }
        }
      })
    #expect((white > 100) == areBurned, "\(white)")
  }

  /// A report page renders a missing still with a job of its own.
  ///
  /// Both stills must be the same, also from a keyframe in the middle of the segment.
  @Test func stillRenderedWithAClipEqualsOneRenderedAlone() throws {
    let fixture = try Fixture()
    let path = try fixture.make("walk.mp4", pictures: "testsrc2=size=320x180:rate=25")
    let source = RenderJob.Source(
      info: try MediaInfo.probe(path), identity: try SourceIdentity(reading: path))
    var moment = Moment(
      id: "walk-0", rank: 1, start: 0.4, end: 1.2, coreStart: 0.4, coreEnd: 1.2, score: 0.5,
      why: MomentReasons(viewers: 5),
      framing: Framing(
        gazeKept: nil,
        shots: [
          ClipShot(
            start: 0.4, end: 1.2, cut: .source,
            layout: .crop([CropKeyframe(t: 0.4, x: 100, y: 0, width: 101.3, height: 180)]))
        ]))
    var settings = RenderSettings(width: 180, height: 320, preset: "ultrafast", loudness: nil)
    var job = RenderJob(
      moment, of: "walk", source: source, settings: settings, captions: [], output: "clip.mp4",
      poster: nil)
    job.still = .init(time: 0.8, path: fixture.folder + "/along.jpg")
    try JobRenderer.render([job], in: fixture.folder)
    (moment.start, moment.end, moment.coreStart, moment.coreEnd) = (0.8, 0.84, 0.8, 0.84)
    moment.framing = Framing(
      gazeKept: nil, shots: [ClipShot(start: 0.8, end: 0.84, cut: .source, layout: .fit)])
    (settings.width, settings.height) = RenderJob.Still.size(of: source.info.video)
    #expect((settings.width, settings.height) == (640, 360))
    try JobRenderer.render(
      [
        RenderJob(
          moment, of: "walk", source: source, settings: settings, captions: [], output: nil,
          poster: "alone.jpg")
      ], in: fixture.folder)
    let stills = try ["along", "alone"].map {
      try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/\($0).jpg"))
    }
    #expect(stills[0] == stills[1])
    // Another time gives another frame.
    let clip = try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/clip.mp4"))
    job.still?.time = 0.6
    try JobRenderer.render([job], in: fixture.folder)
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/along.jpg")) != stills[0])
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/clip.mp4")) == clip)
    // If the folder of the still is missing, only the still is lost.
    job.still?.path = fixture.folder + "/none/along.jpg"
    #expect(try JobRenderer.render([job], in: fixture.folder).count == 1)
  }
}

/// Shards of a plan contain each job once and take about the same time.
@Suite struct ShardTests {
  private let jobs = (0..<40).map {
    PlannedJob(job: "walk-\($0)", video: "walk", seconds: $0 == 7 ? 300 : Double(10 + $0 % 5))
  }

  @Test(arguments: [1, 2, 3, 7]) func everyJobIsInOneShard(count: Int) {
    let shards = (0..<count).map { Shard(index: $0, count: count).own(jobs) }
    #expect(shards.flatMap { $0 }.map(\.job).sorted() == jobs.map(\.job).sorted())
    let loads = shards.map { $0.reduce(0) { $0 + $1.seconds } }
    let best = max(300, jobs.reduce(0) { $0 + $1.seconds } / Double(count))
    // Graham's bound for longest-first scheduling.
    #expect(loads.max() ?? 0 <= best * 4 / 3, "\(loads)")
  }

  @Test func shardsBeyondTheNumberOfJobsAreEmpty() {
    #expect(Shard(index: 39, count: .max).own(jobs).count == 1)
    #expect(Shard(index: 40, count: .max).own(jobs).isEmpty)
    #expect(Shard(index: 0, count: .max).own([]).isEmpty)
  }

  @Test func orderOfTheJobsDoesNotMatter() {
    let shard = Shard(index: 1, count: 3)
    #expect(shard.own(jobs) == shard.own(jobs.reversed()))
  }

  @Test func onlyExistingShardsAreParsed() {
    #expect(Shard(text: "0/4") == Shard(index: 0, count: 4))
    for text in ["4/4", "-1/4", "1", "1/0", "a/b", "1/2/3", ""] {
      #expect(Shard(text: text) == nil, "\(text)")
    }
  }

  @Test func slurmArrayMayHaveAnyStartAndStep() {
    let task = [
      "SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "2",
      "SLURM_ARRAY_TASK_COUNT": "4",
    ]
    #expect(Shard(slurm: task) == Shard(index: 2, count: 4))
    #expect(Shard(slurm: [:]) == nil)
    #expect(Shard(slurm: ["SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "4"]) == nil)
    // Numbers so far apart used to overflow.
    for (id, first) in [(Int.min, 1), (Int.max, -1), (0, Int.min)] {
      let far = [
        "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(first)",
        "SLURM_ARRAY_TASK_COUNT": "1",
      ]
      #expect(Shard(slurm: far) == nil)
    }
  }
}
