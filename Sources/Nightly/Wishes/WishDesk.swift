import Deciding
import EditDecisions
import Failures
import Foundation
import Library
import Logging
import Settings
import Workspace

/// Works on the wishes of one video.
struct WishDesk {
  let night: NightDesk
  let library: LibraryFolder
  let database: LibraryDatabase
  let video: String

  var file: WishFile { library.wishFile(of: video) }

  /// Keeps other commands from changing the wishes meanwhile.
  func lock() async throws -> WishLock {
    let logger = night.job.logger
    return try await file.lock { logger.notice("\($0)") }
  }

  /// The wishes, those of the file by their numbers.
  func list() throws -> String {
    let (given, made) = (library.yamlWishes(of: video), try file.read())
    guard !given.isEmpty || !made.isEmpty else { return "\(video): no wishes\n" }
    let lines =
      given.map { "  gazecut.yaml: \($0)" }
      + made.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return (["\(video):"] + lines).joined(separator: "\n") + "\n"
  }

  /// Adds a wish, and tells what it changes.
  func add(_ draft: WishDraft, _ dryRun: Bool) async throws -> String {
    let made = try file.read()
    let before = try await decisions(made)
    return try await add([try draft.wish(in: before)], to: made, before, dryRun)
  }

  /// Adds wishes to those that were made, and tells what they change.
  func add(
    _ wishes: [Wish], to made: [Wish], _ before: DecisionDocument, _ dryRun: Bool
  ) async throws -> String {
    let all = library.yamlWishes(of: video) + made + wishes
    if let problem = WishCheck.problems(all, duration: before.video.duration).first {
      let hint = wishes.first.map { advice(against: $0, made) } ?? ""
      throw CommandFailure(.badData, "\(problem)" + hint)
    }
    let preview = try preview(before, try await decisions(made + wishes))
    for wish in wishes {
      if let refusal = preview.refusal(of: wish) { throw CommandFailure(.badData, refusal) }
    }
    if !dryRun { try file.write(made + wishes) }
    let told = wishes.enumerated().map { "\(made.count + 1 + $0.offset). \($0.element)" }
    return try self.told(told.joined(separator: "\n" + indent), preview, dryRun)
  }

  /// Under the first of several wishes.
  private var indent: String { String(repeating: " ", count: video.count + 2) }

  /// Takes a wish back, and tells what that changes.
  func undo(_ number: Int?, _ dryRun: Bool) async throws -> String {
    let made = try file.read()
    let number = number ?? made.count
    guard made.indices.contains(number - 1) else {
      let others = library.yamlWishes(of: video).isEmpty ? "" : "; take others out of gazecut.yaml"
      throw CommandFailure(
        .notFound,
        (made.isEmpty
          ? "'\(video)' has no wish to take back"
          : "'\(video)' has no wish \(number); `gazecut wish \(video) --list` numbers them")
          + others)
    }
    var left = made
    let wish = left.remove(at: number - 1)
    let change: WishPreview
    do {
      change = try preview(try await decisions(made), try await decisions(left))
    } catch let failure as CommandFailure where failure.status == .badData {
      // A wish that fits no more, as after its video was cut shorter, can be taken back all the
      // same.
      if !dryRun { try file.write(left) }
      return
        "\(video): taken back: \(wish)\n\nWhat that changes cannot be shown: \(failure.message)\n"
        + (dryRun ? "Nothing was written.\n" : "")
    }
    if !dryRun { try file.write(left) }
    return try told("taken back: \(wish)", change, dryRun)
  }

  private func told(_ what: String, _ preview: WishPreview, _ dryRun: Bool) throws -> String {
    var lines = "\(video): \(what)\n\n" + preview.table + "\n"
    if let pin = try database.state(of: video).pin {
      lines +=
        "It is pinned by a person (--\(pin.kind.rawValue)); wishes hold from "
        + "`gazecut regenerate \(video) --unpin` on.\n"
    } else {
      lines += preview.sentence + "\n"
    }
    return lines + (dryRun ? "Nothing was written.\n" : "")
  }
}

extension WishDesk {
  /// What is decided under some wishes beside those of gazecut.yaml, by the audience as it is now.
  func decisions(_ made: [Wish]) async throws -> DecisionDocument {
    let all = library.yamlWishes(of: video) + made
    let standing = try DueCheck(library: library, database: database).standing(of: video)
    // What was recorded under just these wishes need not be decided again.
    if standing.state.pin == nil, !standing.isDue, let recorded = standing.state.decisions,
      try file.read() == made
    {
      return try DecisionDocument(json: Data(recorded.utf8))
    }
    return try await night.decided(standing, .audience, wishes: all, mayKeep: false).document
  }

  private func preview(
    _ before: DecisionDocument, _ after: DecisionDocument
  ) throws -> WishPreview {
    let settings = try library.settings.settings(for: video)
    let files = ClipFiles(folder: library.shortsFolder(of: video, settings))
    let recorded = try database.state(of: video).decisions
      .map { try DecisionDocument(json: Data($0.utf8)) }
    let hasReel =
      files.exists(ClipFiles.reelName)
      && recorded?.reel.map { [$0.start, $0.end] } == after.reel.map { [$0.start, $0.end] }
    let clips = try database.clips(of: video).filter {
      $0.state == .current && $0.bytes >= 0 && $0.fileName != ClipFiles.reelName
    }
    let there = try database.clips(of: video).filter {
      files.exists($0.fileName) || files.isRetired($0.fileName)
    }
    return WishPreview(
      before: before, after: after, current: Set(clips.map(\.id)),
      isThere: Set(there.map(\.id)).contains, hasReel: hasReel)
  }
}
