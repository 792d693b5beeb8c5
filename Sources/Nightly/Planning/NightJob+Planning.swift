import EditDecisions
import Foundation
import Library
import Logging
import Media
import Rendering
import Settings

extension NightJob {
  /// Decides what is due, and seals a job for every file that is missing; the library is not
  /// changed.
  ///
  /// - Parameters:
  ///   - videos: which, where they are due; none for all.
  ///   - flags: `--set` values.
  ///   - folder: where the plan is written; `nil` prints its jobs.
  ///   - output: takes the result, for standard output.
  /// - Throws: `CommandFailure`; status 3 when some videos could not be planned, and the first's
  ///   own when none could.
  package func plan(
    _ videos: [String], flags: [String], to folder: String?,
    output: @escaping @Sendable (String) -> Void
  ) async throws {
    let lock = try RunLock(folder: library.path, .shared)
    defer { withExtendedLifetime(lock) {} }
    let logger = logger
    let database = try library.database(for: .reading, notice: { logger.notice("\($0)") })
    let request = NightRequest(
      videos: nil, only: videos, flags: flags, source: .audience, unpin: false, dryRun: false,
      isJSON: false)
    let desk = NightDesk(
      job: self, request: request, database: database, lock: lock, output: output)
    let due = try desk.standings(of: request.only).filter(request.looksAt)
    let plan = folder.map {
      PlanFolder(
        path: LibraryFolder.absolute($0, from: FileManager.default.currentDirectoryPath))
    }
    let hold = try plan?.prepare()
    defer { withExtendedLifetime(hold) {} }
    let sum = try await desk.seal(due, into: plan)
    let header = PlanHeader(
      madeAt: Date(), library: try database.mark(), erased: try database.erasedMark(), flags: flags,
      videos: due.count, jobs: sum.index.count, seconds: sum.seconds)
    try plan?.finish(header, index: sum.index)
    if let plan { output(sum.text(of: due.count, in: plan)) }
    guard sum.failures.isEmpty else {
      throw CommandFailure(
        sum.status(of: due.count),
        "\(sum.failures.count) of \(due.count) videos could not be planned: "
          + sum.failures.joined(separator: ", "))
    }
  }
}

/// What a plan holds, in the order of its videos.
struct PlanSum: Sendable {
  var index: [PlannedJob] = []
  var failures: [String] = []

  /// How the first video that could not be planned failed.
  var firstFailure: ExitStatus?

  /// How planning ends: where no video could be planned, as the first did.
  func status(of videos: Int) -> ExitStatus {
    failures.count == videos ? firstFailure ?? .someVideosFailed : .someVideosFailed
  }

  var seconds: Double { index.reduce(0) { $0 + $1.seconds } }

  func text(of videos: Int, in plan: PlanFolder) -> String {
    guard videos > 0 else { return "There is nothing new; the plan is empty.\n" }
    let files = index.count == 1 ? "1 file" : "\(index.count) files"
    let head =
      "Planned \(videos == 1 ? "1 video" : "\(videos) videos"): \(files) to render, "
      + "\(DecisionTable.clock(seconds)) in all.\n"
    let work = index.isEmpty ? "" : "`gazecut work \(plan.path)` renders them; "
    return head + "Next: \(work)`gazecut record \(plan.path)` takes them into the library.\n"
  }
}

extension NightDesk {
  /// Seals the jobs of videos, several at once, and writes or prints them in order.
  func seal(_ due: [DueCheck.Standing], into plan: PlanFolder?) async throws -> PlanSum {
    let width = try width(for: due.count)
    var sum = PlanSum()
    var waiting = Array(due.enumerated())[...]
    // What is printed comes in the order of the videos, whichever is done first.
    var sealed: [Int: Sealed] = [:]
    var next = 0
    func take(_ number: Int, _ one: Sealed) throws {
      sealed[number] = one
      while let one = sealed.removeValue(forKey: next) {
        try add(one, to: plan, &sum)
        next += 1
      }
    }
    var starved: [Int] = []
    try await withThrowingTaskGroup(of: (Int, Sealed?).self) { group in
      func startNext() {
        guard let (number, standing) = waiting.popFirst() else { return }
        group.addTask { (number, try await seal(standing, isAlone: false)) }
      }
      for _ in 0..<width.videos { startNext() }
      while let (number, one) = try await group.next() {
        if let one { try take(number, one) } else { starved.append(number) }
        startNext()
      }
    }
    // What wanted for memory beside others has the machine to itself, once.
    for number in starved {
      if let one = try await seal(due[number], isAlone: true) { try take(number, one) }
    }
    return sum
  }

  /// One video of a plan.
  private struct Sealed: Sendable {
    var video: PlannedVideo
    var decisions = ""
    var jobs: [RenderJob] = []
  }

  private func add(_ one: Sealed, to plan: PlanFolder?, _ sum: inout PlanSum) throws {
    if let plan {
      try plan.add(one.video, decisions: one.decisions, jobs: one.jobs)
    } else {
      for job in one.jobs { output(try JSONLine.encode(job) + "\n") }
    }
    sum.index += one.jobs.map(\.planned)
    if let failure = one.video.failure {
      sum.failures.append(one.video.video)
      sum.firstFailure = sum.firstFailure ?? ExitStatus(rawValue: failure.status)
    }
  }

  /// Seals one video's jobs; its failure is its own.
  ///
  /// - Returns: what came of it; `nil` where it wanted for memory beside others.
  private func seal(
    _ standing: DueCheck.Standing, isAlone: Bool
  ) async throws -> Sealed? {
    let video = standing.video
    var planned = PlannedVideo(
      video: video, fingerprint: standing.fingerprint, before: standing.state.mark,
      course: .audience)
    do {
      planned.settings = try job.library.settings.settings(for: video, flags: request.flags)
        .digestOfAllShapes
      if let silence = silence(of: standing) { throw silence }
      let source: WorkerJob.Source
      switch try course(of: standing) {
      case .audience: source = .audience
      case .pinned(let pin):
        source = Self.source(pin, of: video)
        planned.course = .pinned
      case .left:
        planned.course = .left
        return Sealed(video: planned)
      }
      let result = try await run(
        WorkerJob(
          video: video, configuration: job.library.configuration, flags: request.flags,
          source: source, dryRun: false, seals: true, place: place(of: standing)))
      planned.source = result.sealed?.source
      planned.fingerprint = standing.fingerprint(workedOn: result.source)
      planned.reason = result.reason
      return Sealed(
        video: planned, decisions: result.decisions, jobs: result.sealed?.jobs ?? [])
    } catch {
      let failure = try ownFailure(error)
      if failure.scope == .machine, !isAlone {
        job.logger.warning("\(video): \(failure.onceMore)")
        return nil
      }
      job.logger.error("\(video): \(failure.message)")
      planned.failure = .init(status: failure.status.rawValue, message: failure.message)
      return Sealed(video: planned)
    }
  }
}
