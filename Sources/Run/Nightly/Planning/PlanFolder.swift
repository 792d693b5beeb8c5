import EditDecisions
import Foundation
import Glibc
import Media
import Rendering
import Support
import Workspace

/// A folder with the decisions of a run, its jobs, and their results.
///
///     plan.json              time, library, totals; written last, and makes the folder a plan
///     index.jsonl            one line per job: name, video, duration
///     videos/VIDEO.json      data of a video that recording needs
///     decisions/VIDEO.json   its decisions, in the format of a dry run
///     jobs/VIDEO.jsonl       its self-contained jobs, one per line
///     clips/                 rendered files
///     results/JOB.json       result of a job
///     recorded.json          when the plan was recorded in the library
///
/// Workers and other users may write to the folder. So every name is resolved inside it without
/// following links, and every read has a size limit. The library accepts only rendered files and
/// data that it authenticated itself (`PlanAuthenticator`).
struct PlanFolder: Sendable {
  static let schema = "gazecut.plan/3"
  static let clips = "clips"

  let path: String
  private let folder: SharedFolder

  private init(_ path: String) throws(FileRejection) {
    self.path = path
    folder = try SharedFolder(path)
  }

  /// Opens an existing plan.
  ///
  /// - Throws: `CommandFailure` 66 if there is none, 65 if it cannot be read.
  static func open(_ path: String) throws -> (folder: PlanFolder, header: PlanHeader) {
    let found: PlanFolder
    do {
      found = try PlanFolder(path)
    } catch {
      guard [ENOENT, ENOTDIR].contains(error.code) else {
        throw CommandFailure(.noPermission, "cannot open '\(path)': \(error.description)")
      }
      throw noPlan(path)
    }
    guard found.folder.has("plan.json") else { throw noPlan(path) }
    let header: PlanHeader = try found.read("plan.json", atMost: 1 << 20)
    guard header.schema == schema else {
      throw CommandFailure(
        .badData,
        "'\(path)' contains a plan of another version of gazecut (\(TerminalText.escaped(header.schema))); "
          + "plan again")
    }
    for name in [clips, "results"] {
      do {
        try found.folder.makeFolder(name)
      } catch {
        throw CommandFailure(.badData, "'\(found.file(name))' cannot be used: \(error)")
      }
    }
    return (found, header)
  }

  private static func noPlan(_ path: String) -> CommandFailure {
    CommandFailure(
      .notFound,
      "'\(path)' contains no plan; create one with `gazecut plan --to \(TerminalText.shellWord(path))`"
    )
  }

  func file(_ name: String) -> String { path + "/" + name }

  private func read<Value: Decodable>(_ name: String, atMost limit: Int) throws -> Value {
    try decode(contents(name, atMost: limit), name)
  }

  /// Size limit of JSON files in bytes, enough for 100,000 jobs.
  private static let largest = 1 << 28
  /// Size limit of one document in bytes, enough for a job with 100,000 captions.
  private static let longestLine = 1 << 24

  private func contents(_ name: String, atMost limit: Int = largest) throws -> [UInt8] {
    do {
      return try folder.bytes(of: name, atMost: limit)
    } catch {
      let place = TerminalText.escaped(file(name))
      guard error.code != ENOENT else {
        throw CommandFailure(.notFound, "'\(place)' is missing from the plan; plan again")
      }
      throw CommandFailure(.badData, "'\(place)' cannot be read: \(error); plan again")
    }
  }

  private func decode<Value: Decodable>(
    _ bytes: some Collection<UInt8>, _ name: String, line: Int? = nil
  ) throws -> Value {
    do {
      return try SingleLineJSON.decode(Value.self, from: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw invalidFile(name, line, (error as? DecodingError)?.fieldAndReason ?? "\(error)")
    }
  }

  private func invalidFile(_ name: String, _ line: Int?, _ reason: String) -> CommandFailure {
    let place = file(name) + (line.map { ":\($0)" } ?? "")
    return CommandFailure(.badData, TerminalText.escaped("\(place): \(reason); plan again"))
  }

  /// Reads a JSON Lines file and stops at the first invalid line.
  ///
  /// `take` receives the number of each line, from 1, and its value.
  ///
  /// - Throws: `CommandFailure` 65, and what `take` throws.
  private func readLines<Value: Decodable>(
    _ bytes: [UInt8], _ name: String, take: (Int, Value) throws -> Void
  ) throws {
    var rest = bytes[...]
    var number = 0
    while !rest.isEmpty {
      number += 1
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      guard !line.isEmpty else { throw invalidFile(name, number, "the line is empty") }
      guard line.count <= Self.longestLine else {
        throw invalidFile(name, number, "the line has more than \(Self.longestLine) bytes")
      }
      try take(number, decode(line, name, line: number))
    }
  }

  func write(_ value: some Encodable, to name: String) throws {
    try write(lines: [value], to: name)
  }

  @discardableResult
  private func write(lines: [some Encodable], to name: String) throws -> [UInt8] {
    let bytes = Array(try lines.map { try SingleLineJSON.encode($0) + "\n" }.joined().utf8)
    try write(bytes, to: name)
    return bytes
  }

  private func write(_ bytes: [UInt8], to name: String) throws(CommandFailure) {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    do {
      try folder.write(bytes, to: name, as: TemporaryName.of(last))
    } catch {
      throw CommandFailure.opening(file(name), error)
    }
  }
}

extension PlanFolder {
  /// A file that marks the folder as made by gazecut, so that gazecut may clear its own files in
  /// it.
  private static let mark = ".gazecut-plan"
  private static let parts = ["videos", "decisions", "jobs", "results", clips]

  /// Creates a folder for a plan, or clears one whose plan is recorded or empty.
  ///
  /// No other process can plan into the folder while `hold` exists.
  ///
  /// - Throws: `CommandFailure` 73 if the folder has other content, or a plan that was never
  ///   recorded; 75 if another plan is being written to it; 74 or 77.
  static func prepare(_ path: String) throws -> (folder: PlanFolder, hold: FileLock) {
    try OutputFolders.make(path)
    do {
      let made = try PlanFolder(path)
      try made.requireRecorded()
      let held = made.folder.names(in: ".")
      guard held.isEmpty || held.contains(mark) else {
        throw CommandFailure(
          .cannotCreate,
          "'\(path)' is not empty and not a plan: name a folder that does not exist yet")
      }
      guard let hold = try made.folder.lock(mark) else {
        throw CommandFailure(
          .tryAgain, "another plan is being made in '\(path)'; name another folder, or try again")
      }
      // Another process may have finished a plan before this one got the lock.
      try made.requireRecorded()
      made.sweep()
      for name in ["plan.json", "index.jsonl", "recorded.json"] + parts {
        made.folder.removeAll(name)
      }
      for name in parts { try made.folder.makeFolder(name) }
      return (made, hold)
    } catch let error as FileRejection {
      throw CommandFailure.opening(path, error)
    }
  }

  private func requireRecorded() throws(CommandFailure) {
    guard folder.has("plan.json"), !folder.has("recorded.json"),
      // An empty plan has nothing to record.
      (try? Self.open(path))?.header.videos != 0
    else { return }
    throw CommandFailure(
      .cannotCreate,
      "'\(path)' contains a plan that is not recorded yet: run `gazecut record \(path)`, "
        + "remove it, or name another folder")
  }

  /// Removes temporary files of processes that were killed.
  func sweep() {
    for part in ["."] + Self.parts {
      for name in folder.names(in: part) where name.hasPrefix(TemporaryName.prefix) {
        let path = part + "/" + name
        if TemporaryName.isStale(name, age: folder.age(of: path)) { folder.remove(path) }
      }
    }
  }

  func add(
    _ video: PlannedVideo, decisions: String, jobs: [RenderJob], _ seal: PlanAuthenticator
  ) throws {
    var video = video
    let decisions = Array((decisions + "\n").utf8)
    try write(decisions, to: Self.decisions(video.video))
    video.digest = Self.digest(try write(lines: jobs, to: Self.jobs(video.video)), decisions)
    try write(seal.authenticated(video), to: "videos/\(video.video).json")
  }

  /// Writes the index and then `plan.json`, which makes the folder a plan.
  func finish(_ header: PlanHeader, index: [PlannedJob]) throws {
    try write(lines: index, to: "index.jsonl")
    try write(header, to: "plan.json")
  }

  /// Returns the authenticated videos of the plan, ordered by ID.
  ///
  /// - Throws: `CommandFailure` 65 if a video was changed, belongs to another plan, or is missing.
  func videos(of header: PlanHeader, _ seal: PlanAuthenticator) throws -> [PlannedVideo] {
    let names = folder.names(in: "videos").filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    let videos: [PlannedVideo] = try names.map { name in
      let video: PlannedVideo = try read("videos/" + name, atMost: Self.longestLine)
      guard video.video + ".json" == name, try seal.hasValidCode(video) else {
        throw invalidFile(
          "videos/" + name, nil, "it was changed after planning, or belongs to another plan")
      }
      return video
    }
    guard videos.count == header.videos else {
      throw invalidFile(
        "videos", nil, "it contains \(videos.count.counted("video")) of \(header.videos)")
    }
    return videos
  }

  /// Returns every job, in the order of the index.
  ///
  /// - Throws: `CommandFailure` 66; 65 if the number of jobs differs from the plan.
  func index(of header: PlanHeader) throws -> [PlannedJob] {
    var jobs: [PlannedJob] = []
    try readLines(contents("index.jsonl"), "index.jsonl") { line, job in
      jobs.append(job)
      guard jobs.count <= header.jobs else {
        throw invalidFile("index.jsonl", line, "the plan has \(header.jobs.counted("job"))")
      }
    }
    guard jobs.count == header.jobs else {
      throw invalidFile(
        "index.jsonl", nil, "it contains \(jobs.count.counted("job")) of \(header.jobs)")
    }
    return jobs
  }

  private static func jobs(_ video: String) -> String { "jobs/\(video).jsonl" }

  private static func decisions(_ video: String) -> String { "decisions/\(video).json" }

  private static func digest(_ jobs: [UInt8], _ decisions: [UInt8]) -> String {
    SHA256.hex(SHA256.hex(jobs) + SHA256.hex(decisions))
  }

  /// Returns the jobs and decisions of a video after checking their hash.
  ///
  /// `digest` is the hash that the library authenticated. Workers, which have no key, use the hash
  /// in the plan (`nil`).
  ///
  /// - Throws: `CommandFailure` 66; 65 if the content does not match the hash.
  func authenticated(_ video: String, digest: String? = nil) throws -> AuthenticatedVideoPlan {
    let (jobs, decisions) = (Self.jobs(video), Self.decisions(video))
    let digest =
      try digest ?? (read("videos/\(video).json", atMost: Self.longestLine) as PlannedVideo).digest
    let content = (jobs: try contents(jobs), decisions: try contents(decisions))
    guard Self.digest(content.jobs, content.decisions) == digest else {
      throw CommandFailure(
        .badData,
        TerminalText.escaped(
          "'\(file(jobs))' or '\(file(decisions))' was changed after planning; plan again"))
    }
    var read: [RenderJob] = []
    var names: Set<String> = []
    try readLines(content.jobs, jobs) { (line, job: RenderJob) in
      if let problem = RenderJobValidator(job).problem(in: Self.clips) {
        throw invalidFile(jobs, line, "\(problem)")
      }
      guard job.video == video else { throw invalidFile(jobs, line, "video: must be '\(video)'") }
      guard names.insert(job.name).inserted else {
        throw invalidFile(jobs, line, "id: occurs twice")
      }
      read.append(job)
    }
    return AuthenticatedVideoPlan(decisions: Data(content.decisions), jobs: read)
  }
}

extension PlanFolder {
  func digests(of job: RenderJob) -> [String: String] {
    job.files.reduce(into: [:]) { $0[$1] = digest(of: $1, atMost: job.largestFile) }
  }

  /// Whether all files of a job match the hashes in its result.
  func holds(_ job: RenderJob, _ result: JobResult) -> Bool {
    job.files.allSatisfy { name in
      result.digests[name] != nil
        && digest(of: name, atMost: job.largestFile) == result.digests[name]
    }
  }

  private func digest(of name: String, atMost limit: Int) -> String? {
    guard let file = try? folder.open(name) else { return nil }
    defer { close(file) }
    return try? Self.copy(file, atMost: limit) { _ in }
  }

  /// Copies a file of a job to its destination, if it matches the hash in the result.
  ///
  /// The file is copied, not moved: a process that still has it open could change a published file.
  ///
  /// - Returns: whether the file exists.
  /// - Throws: `CommandFailure` 65 if the hash differs; `MediaError`.
  func copy(_ name: String, of job: RenderJob, _ digest: String?, to path: String) throws -> Bool {
    let file: Int32
    do {
      file = try folder.open(name)
    } catch {
      guard error.code != ENOENT else { return false }
      throw changed(name)
    }
    defer { close(file) }
    do {
      try AtomicFile.create(path) { temporary in
        let copy = Glibc.open(
          temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard copy >= 0 else { throw FileRejection(errno: errno) }
        defer { close(copy) }
        let found = try Self.copy(file, atMost: job.largestFile) { part throws(FileRejection) in
          try RegularFile.write(part, to: copy)
        }
        guard found == digest else { throw changed(name) }
      }
    } catch let error as FileRejection {
      throw error.code == EFBIG ? changed(name) : CommandFailure.opening(path, error)
    }
    return true
  }

  func remove(_ name: String) { folder.remove(name) }

  private func changed(_ name: String) -> CommandFailure {
    CommandFailure(
      .badData,
      "'\(file(name))' was changed after rendering; `gazecut work \(TerminalText.shellWord(path))` "
        + "renders it again")
  }

  /// Reads a file in blocks of 1 MiB and returns its SHA-256.
  private static func copy(
    _ file: Int32, atMost limit: Int, _ take: (ArraySlice<UInt8>) throws(FileRejection) -> Void
  ) throws(FileRejection) -> String {
    var digest = SHA256()
    var length = 0
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(file, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileRejection(errno: errno) }
      guard count > 0 else { return digest.finalize().hex }
      length += count
      guard length <= limit else { throw FileRejection(errno: EFBIG) }
      digest.update(bytes[..<count])
      try take(bytes[..<count])
    }
  }

  /// The result of a job; `nil` if there is none, or if it belongs to another job.
  func result(of job: String) -> JobResult? {
    guard let result: JobResult = try? read("results/\(job).json", atMost: 1 << 20),
      result.job == job
    else { return nil }
    return result
  }

  func setResult(_ result: JobResult) throws { try write(result, to: "results/\(result.job).json") }
}

extension DecodingError {
  /// The path of the invalid field, and the reason.
  fileprivate var fieldAndReason: String {
    let context: Context =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: Context(codingPath: [], debugDescription: "it cannot be read")
      }
    let path = context.codingPath.reduce(into: "") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
    }
    return (path.isEmpty ? "" : path + ": ") + context.debugDescription
  }
}

struct AuthenticatedVideoPlan {
  var decisions: Data
  var jobs: [RenderJob]

  /// - Throws: `DecisionErrors` if the decisions are not a valid document.
  var document: DecisionDocument {
    get throws { try DecisionDocument(json: decisions) }
  }
}

/// The content of plan.json.
struct PlanHeader: Codable, Sendable {
  var schema = PlanFolder.schema
  var id: String
  var gazecut = GazecutVersion.text
  var madeAt: Date
  /// An identifier of the library, which no other library has.
  var library: String
  /// A hash of the library's list of erased viewers at the time of planning.
  var erased: String
  /// The `--set` values of settings that affect selection or rendering.
  var flags: [String]
  var videos: Int
  /// The number of files to render.
  var jobs: Int
  /// The total duration of these files in seconds.
  var seconds: Double
  /// The HMAC of the other fields under the library's key.
  var seal = ""
}
