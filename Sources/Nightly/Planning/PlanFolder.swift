import EditDecisions
import Failures
import Foundation
import Hashing
import Media
import Rendering
import Workspace

/// A night's decisions in a folder, and what came of them.
///
///     plan.json              when, of which library, how much; written last, and makes it a plan
///     index.jsonl            a line a job: its name, its video, its seconds
///     videos/VIDEO.json      what recording needs to know of a video
///     decisions/VIDEO.json   its decisions, as a dry run prints them
///     jobs/VIDEO.jsonl       its sealed jobs, one a line
///     clips/                 what is rendered
///     results/JOB.json       what came of a job
///     recorded.json          when all of it was taken into the library
struct PlanFolder: Sendable {
  /// What plan.json says it is.
  static let schema = "gazecut.plan/2"
  /// Where what is rendered lies.
  static let clips = "clips"

  /// The folder, absolute.
  let path: String

  /// A plan that is there.
  ///
  /// - Throws: `CommandFailure` 66 where there is none, 65 for one that cannot be read.
  static func open(_ path: String) throws -> (folder: PlanFolder, header: PlanHeader) {
    let folder = PlanFolder(path: path)
    guard FileManager.default.fileExists(atPath: folder.file("plan.json")) else {
      throw CommandFailure(
        .notFound, "'\(path)' holds no plan; `gazecut plan --to \(path)` makes one")
    }
    let header: PlanHeader = try folder.read("plan.json")
    guard header.schema == schema else {
      throw CommandFailure(
        .badData, "'\(path)' holds a plan of another gazecut (\(header.schema)); plan again")
    }
    return (folder, header)
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// Reads a file of the plan.
  ///
  /// - Throws: `CommandFailure` 66 or 65.
  func read<Value: Decodable>(_ name: String) throws -> Value {
    try decode(contents(name), name)
  }

  private func contents(_ name: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: file(name)) else {
      throw CommandFailure(.notFound, "the plan lacks '\(file(name))'; plan again")
    }
    return data
  }

  private func decode<Value: Decodable>(_ data: Data, _ name: String) throws -> Value {
    do {
      return try JSONLine.decode(Value.self, from: String(decoding: data, as: UTF8.self))
    } catch {
      throw CommandFailure(.badData, "'\(file(name))' cannot be read (\(error)); plan again")
    }
  }

  private func lines<Value: Decodable>(_ data: Data, _ name: String) throws -> [Value] {
    try data.split(separator: UInt8(ascii: "\n")).map { try decode(Data($0), name) }
  }

  func write(_ value: some Encodable, to name: String) throws {
    try write(lines: [value], to: name)
  }

  @discardableResult
  private func write(lines: [some Encodable], to name: String) throws -> [UInt8] {
    let text = try lines.map { try JSONLine.encode($0) + "\n" }.joined()
    let bytes = Array(text.utf8)
    try AtomicFile.write(bytes, to: file(name))
    return bytes
  }
}

extension PlanFolder {
  /// Says that gazecut made the folder and may clear what lies under its own names.
  private static let mark = ".gazecut-plan"
  private static let parts = ["videos", "decisions", "jobs", "results", clips]

  /// Makes a folder for a plan: a new one, an empty one, or one whose plan was recorded or is
  /// empty.
  ///
  /// - Returns: what keeps others from planning into it, for as long as it lives.
  /// - Throws: `CommandFailure` 73 for a folder that holds something else, or a plan whose results
  ///   were never recorded; 75 where another plan is being made in it; 74 or 77.
  func prepare() throws -> FileLock {
    try requireRecorded()
    let held = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard held.isEmpty || held.contains(Self.mark) else {
      throw CommandFailure(
        .cannotCreate,
        "'\(path)' is not empty and no plan of gazecut's: name a folder that does not exist yet")
    }
    try OutputFolder.make(path)
    guard let hold = try FileLock(path: file(Self.mark)) else {
      throw CommandFailure(
        .tryAgain, "another plan is being made in '\(path)'; name another folder, or try again")
    }
    // One that was being made meanwhile is done.
    try requireRecorded()
    sweep()
    for name in ["plan.json", "index.jsonl", "recorded.json"] + Self.parts {
      try? FileManager.default.removeItem(atPath: file(name))
    }
    for name in Self.parts { try OutputFolder.make(file(name)) }
    return hold
  }

  private func requireRecorded() throws(CommandFailure) {
    guard FileManager.default.fileExists(atPath: file("plan.json")),
      !FileManager.default.fileExists(atPath: file("recorded.json")),
      // Of an empty one there is nothing to record.
      (try? Self.open(path))?.header.videos != 0
    else { return }
    throw CommandFailure(
      .cannotCreate,
      "'\(path)' holds a plan that was not recorded yet: `gazecut record \(path)` does so; "
        + "or remove it, or name another folder")
  }

  /// Removes what somebody who was killed left half-written.
  func sweep() {
    for folder in [path] + Self.parts.map(file) { ClipFiles(folder: folder).sweep() }
  }

  /// Puts a video in, and seals its decisions and jobs.
  func add(_ video: PlannedVideo, decisions: String, jobs: [RenderJob]) throws {
    var video = video
    let decisions = Array((decisions + "\n").utf8)
    try AtomicFile.write(decisions, to: file(Self.decisions(video.video)))
    video.seal = Self.seal(try write(lines: jobs, to: Self.jobs(video.video)), decisions)
    try write(video, to: "videos/\(video.video).json")
  }

  /// Makes it a plan.
  func finish(_ header: PlanHeader, index: [PlannedJob]) throws {
    try write(lines: index, to: "index.jsonl")
    try write(header, to: "plan.json")
  }

  /// The videos that are in it, in order of their ids.
  func videos() throws -> [PlannedVideo] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: file("videos"))) ?? []
    return try names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
      .map { try read("videos/" + $0) }
  }

  /// Every job, in the order of the index.
  ///
  /// - Throws: `CommandFailure` 66; 65 where it does not hold as many as were planned.
  func index(of header: PlanHeader) throws -> [PlannedJob] {
    let jobs: [PlannedJob] = try lines(contents("index.jsonl"), "index.jsonl")
    guard jobs.count == header.jobs else {
      throw CommandFailure(
        .badData,
        "'\(file("index.jsonl"))' holds \(jobs.count.counted("job")) of \(header.jobs); plan again")
    }
    return jobs
  }

  private static func jobs(_ video: String) -> String { "jobs/\(video).jsonl" }

  private static func decisions(_ video: String) -> String { "decisions/\(video).json" }

  private static func seal(_ jobs: some Collection<UInt8>, _ decisions: some Collection<UInt8>)
    -> String
  {
    SHA256.hex(SHA256.hex(jobs) + SHA256.hex(decisions))
  }

  /// What was sealed of a video, held against its seal.
  ///
  /// - Throws: `CommandFailure` 66; 65 where it is not what was sealed.
  func sealed(_ video: String) throws -> SealedVideo {
    let (jobs, decisions) = (Self.jobs(video), Self.decisions(video))
    let planned: PlannedVideo = try read("videos/\(video).json")
    let content = (jobs: try contents(jobs), decisions: try contents(decisions))
    guard Self.seal(content.jobs, content.decisions) == planned.seal else {
      throw CommandFailure(
        .badData,
        "'\(file(jobs))' or '\(file(decisions))' is not as it was planned; plan again")
    }
    return SealedVideo(decisions: content.decisions, jobs: try lines(content.jobs, jobs))
  }

  /// SHA-256 of files of the plan, by their names.
  func digests(of names: [String]) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = ContentDigest.hex(of: file($1)) }
  }

  /// What came of a job; `nil` while nothing has.
  func result(of job: String) -> JobResult? { try? read("results/\(job).json") }

  func setResult(_ result: JobResult) throws { try write(result, to: "results/\(result.job).json") }
}

/// What a plan holds of a video under a seal.
struct SealedVideo {
  /// Its decisions as they were written.
  var decisions: Data
  /// A job for every file that was missing, in order.
  var jobs: [RenderJob]

  /// Its decisions, which a plan of an older gazecut holds in an earlier schema.
  ///
  /// - Throws: `DecisionProblems` for what is no document.
  var document: DecisionDocument {
    get throws { try DecisionDocument(json: decisions) }
  }
}

/// What a plan says of itself.
struct PlanHeader: Codable, Sendable {
  /// `gazecut.plan/2`.
  var schema = PlanFolder.schema
  /// The gazecut that made it.
  var gazecut = GazecutVersion.text
  var madeAt: Date
  /// The library that it was made of, by a mark that only this library has.
  var library: String
  /// Whom the library had erased by then, as one digest.
  var erased: String
  /// `--set` values that it was made with.
  var flags: [String]
  /// Videos in it.
  var videos: Int
  /// Files to render.
  var jobs: Int
  /// Seconds of these files.
  var seconds: Double
}
