import ArgumentParser
import Audience
import EditDecisions
import Foundation
import Library
import SampleAudience
import TestMaterial

/// The planted crowd that `bench-audience` measures the program with.
struct CrowdPlan: ParsableArguments {
  @Option(help: "How many viewers.")
  var viewers = 1000
  @Option(help: "Minutes of the video.")
  var minutes = 10.0

  var plan: AudiencePlan {
    var plan = AudiencePlan()
    plan.viewers = viewers
    plan.duration = minutes * 60
    return plan
  }
}

/// Stores a planted crowd in a library, by the library's own calls.
struct StoreCrowd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store-crowd", abstract: "Store a planted crowd in a library.")

  /// Viewers that are made at a time.
  private static let batch = 256

  @OptionGroup var plan: CrowdPlan
  @Option(help: "The first viewer that is stored; those before are there already.")
  var from = 0
  @Option(help: "The video's id.")
  var video = "crowd"
  @Argument(help: "The library's folder.")
  var library: String

  func run() throws {
    let crowd = PlantedCrowd(plan.plan)
    let library = try LibraryDatabase.open(folder: library, for: .writing)
    for start in stride(from: from, to: plan.viewers, by: Self.batch) {
      let some = Array(start..<min(plan.viewers, start + Self.batch))
      let samples = Parallel.map(some.count) { crowd.samples(ofViewer: some[$0]) }
      let heads = some.map { viewer in
        NewSession(
          video: video, session: "session \(viewer)", viewer: "viewer \(viewer)", recordedAt: nil,
          format: "timeline", skipped: [:])
      }
      _ = try library.sessions.store(heads) { index, take in try take(samples[index]) }
    }
    try library.close()
  }
}

/// How well a document's moments match what was planted.
struct ScoreCrowd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score-crowd",
    abstract: "Print F1 at IoU 0.5 of the decisions on standard input.")

  @OptionGroup var plan: CrowdPlan

  func run() throws {
    let text = FileHandle.standardInput.readDataToEndOfFile()
    let decisions = try DecisionDocument(json: text)
    let score = MomentScore(
      decisions.moments.map { $0.coreStart...$0.coreEnd },
      truth: SampleScript(plan.plan).stretches.filter { $0.kind == .delight }
        .map { $0.start...$0.end })
    print(score.f1)
  }
}

/// Clusters some half seconds of a planted crowd, for a witness to compare.
struct ClusterCrowd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster-crowd",
    abstract: "Print the looks of some half seconds, a line of JSON each, and their clusters.")

  /// One half second in every so many.
  private static let every = 6

  private struct Bin: Encodable {
    var radius: Double
    var least: Double
    var points: [[Double]]
    var weights: [Double]
    var core: [Int]
    var labels: [Int]
    var seconds: Double
  }

  @OptionGroup var plan: CrowdPlan

  func run() throws {
    let crowd = PlantedCrowd(plan.plan, models: 200)
    var fold = AudienceAggregation(duration: plan.plan.duration, aspect: 16.0 / 9)
    fold.add(sessions: (0..<plan.viewers).map { [crowd.samples(ofViewer: $0)] })
    let rows = fold.finish().rows
    for index in stride(from: 0, to: rows.count, by: Self.every) {
      let line = try JSONEncoder().encode(Self.bin(rows[index]))
      print(String(decoding: line, as: UTF8.self))
    }
  }

  private static func bin(_ rows: [GazeRow]) -> Bin {
    let points = GazeClustering(aspect: 16.0 / 9, noise: AggregationSettings().gazeNoise).points(
      of: rows)
    let parameters = DBSCANParameters.gaze(
      totalWeight: points.reduce(0) { $0 + $1.weight }, noise: AggregationSettings().gazeNoise)
    let begun = clock()
    let found = clusterWithDBSCAN(points, parameters)
    let seconds = Double(clock() - begun) / Double(CLOCKS_PER_SEC)
    return Bin(
      radius: parameters.radius, least: parameters.minimumWeight,
      points: points.map { [$0.x, $0.y] }, weights: points.map(\.weight),
      core: points.indices.filter { found.isCore[$0] },
      labels: points.indices.map { point in
        found.clusters.firstIndex { $0.members.contains(point) } ?? -1
      }, seconds: seconds)
  }
}
