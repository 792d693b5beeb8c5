import Deciding
import EditDecisions
import Foundation
import Library
import Logging
import Media
import Overrides
import Rendering
import Settings
import Support
import Workspace

/// Works on the wishes of one video.
struct WishEditor {
  let night: NightCoordinator
  let video: String

  var library: LibraryFolder { night.library }
  var database: LibraryDatabase { night.database }
  var file: WishFile { library.wishFile(of: video) }
  /// Those of gazecut.yaml.
  var given: [Wish] { library.yamlWishes(of: video) }

  /// Keeps other commands from changing the wishes meanwhile.
  func lock() async throws -> FileLock {
    let logger = night.job.logger
    return try await file.lock { logger.notice("\($0)") }
  }

  /// The wishes, those of the file by their numbers; or just those, in the file's own form.
  func list(isJSON: Bool) throws -> String {
    let book = try file.read()
    guard !isJSON else { return WishDocument(video: video, book).json + "\n" }
    guard !given.isEmpty || !book.wishes.isEmpty else { return "\(video): no wishes\n" }
    let lines =
      given.map { "  gazecut.yaml: \($0)" }
      + book.wishes.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return (["\(video):"] + lines).joined(separator: "\n") + "\n"
  }

  /// Adds a wish, and tells what it changes.
  func add(_ draft: WishInput, _ dryRun: Bool) async throws -> String {
    let book = try file.read()
    // Seconds that the video does not have are refused before anything is decided.
    if let typed = draft.typed,
      let duration = try? SourceReader(library.source(of: video)).probe().duration,
      let problem = WishCheck.problems([typed], duration: duration).first
    {
      throw CommandFailure(.badData, "\(problem)")
    }
    let before = try await decisions(book.wishes)
    return try await add([try draft.wish(in: before)], to: book, before, dryRun)
  }

  /// Adds the wishes of a file that are not there yet, and tells what they change together.
  ///
  /// - Parameters:
  ///   - document: the file's.
  ///   - name: the file, for what does not fit.
  ///   - dryRun: whether nothing is written.
  /// - Returns: what they change.
  /// - Throws: `CommandFailure` 65 for a wish that does not fit any more, naming its entry.
  func apply(_ document: WishDocument, _ name: String, _ dryRun: Bool) async throws -> String {
    let book = try file.read()
    let before = try await decisions(book.wishes)
    func refusal(_ index: Int, _ reason: String) -> CommandFailure {
      CommandFailure(.badData, "\(name): wishes[\(index)]: \(reason)")
    }
    var new: [Wish] = []
    let holding = book.wishes.holding
    for (index, wish) in try document.read().enumerated() where !holding.contains(wish) {
      let others = given + book.wishes + new
      // What is wrong among the others was not brought by this one.
      if let problem = WishCheck.problems(others + [wish], duration: before.video.duration).last,
        !WishCheck.problems(others, duration: before.video.duration).contains(problem)
      {
        throw refusal(index, "\(problem)" + advice(against: wish, book.wishes))
      }
      if let reason = WishInput.reasonForNoEffect(of: wish, in: before) {
        throw refusal(index, "'\(wish)': \(reason)")
      }
      new.append(wish)
    }
    guard !document.wishes.isEmpty else { return "\(video): there is no wish in \(name)\n" }
    guard !new.isEmpty else { return "\(video): all of it is wished already\n" }
    return try await add(new, to: book, before, dryRun) { wish, reason in
      document.wishes.firstIndex { (try? Wish(text: $0)) == wish }.map { refusal($0, reason) }
        ?? CommandFailure(.badData, reason)
    }
  }

  /// Adds wishes to those that were made, and tells what they change.
  func add(
    _ wishes: [Wish], to book: WishHistory, _ before: DecisionDocument, _ dryRun: Bool,
    refusing: (Wish, String) -> CommandFailure = { CommandFailure(.badData, $1) }
  ) async throws -> String {
    let made = book.wishes
    let all = given + made + wishes
    if let problem = WishCheck.problems(all, duration: before.video.duration).first {
      let hint = wishes.first.map { advice(against: $0, made) } ?? ""
      throw CommandFailure(.badData, "\(problem)" + hint)
    }
    let preview = try await preview(of: made + wishes, made, before)
    for wish in wishes {
      if let reason = preview.refusal(of: wish) { throw refusing(wish, reason) }
    }
    if !dryRun { try file.write(book.adding(wishes)) }
    let told = wishes.enumerated().map { "\(made.count + 1 + $0.offset). \($0.element)" }
    // Under the first of several wishes.
    let indent = String(repeating: " ", count: video.count + 2)
    return try self.told(told.joined(separator: "\n" + indent), preview, dryRun)
  }

  /// Takes a wish back, or all that the last command wished, and tells what that changes.
  func undo(_ number: Int?, _ dryRun: Bool) async throws -> String {
    let book = try file.read()
    let made = book.wishes
    guard number.map({ made.indices.contains($0 - 1) }) ?? !made.isEmpty else {
      let others = given.isEmpty ? "" : "; take others out of gazecut.yaml"
      throw CommandFailure(
        .notFound,
        (made.isEmpty
          ? "'\(video)' has no wish to take back"
          : "'\(video)' has no wish \(number ?? 0); `gazecut wish \(video) --list` numbers them")
          + others)
    }
    let left = number.map { book.without($0 - 1) } ?? book.withoutLast
    let gone = number.map { [made[$0 - 1]] } ?? book.commands.last ?? []
    let words = gone.map(\.description).joined(separator: "; ")
    let change: WishPreview
    do {
      change = try await preview(of: left.wishes, made, decisions(made))
    } catch let failure as CommandFailure where failure.status == .badData {
      // A wish that fits no more, as after its video was cut shorter, can be taken back all the
      // same.
      if !dryRun { try file.write(left) }
      return
        "\(video): taken back: \(words)\n\nWhat that changes cannot be shown: \(failure.message)\n"
        + (dryRun ? "Nothing was written.\n" : "")
    }
    if !dryRun { try file.write(left) }
    return try told("taken back: \(words)", change, dryRun)
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

extension WishEditor {
  /// What is decided under some wishes beside those of gazecut.yaml, by the audience as it is now.
  func decisions(_ made: [Wish]) async throws -> DecisionDocument {
    let all = given + made
    let standing = try night.check.standing(of: video)
    // What was recorded under just these wishes need not be decided again.
    if standing.state.pin == nil, !standing.isDue, try file.read().wishes == made,
      let recorded = try standing.state.document
    {
      return recorded
    }
    return try await night.decided(standing, .audience, wishes: all, mayKeep: false).document
  }

  /// What some wishes change that come in the place of others, under which something is decided.
  private func preview(
    of wishes: [Wish], _ made: [Wish], _ before: DecisionDocument
  ) async throws -> WishPreview {
    let after = try await decisions(wishes)
    let render = try library.settings.settings(for: video).render
    let files = try library.clipFiles(of: video)
    let recorded = try database.state(of: video).document
    let hasReel =
      files.exists(ClipFolder.reelName)
      && recorded?.reel.map { [$0.start, $0.end] } == after.reel.map { [$0.start, $0.end] }
    let clips = try database.clips(of: video)
    let there = clips.filter {
      files.exists($0.fileName) || files.retired.exists($0.fileName)
    }
    return WishPreview(
      before: before, after: after,
      titles: (render.title(wished: given + made), render.title(wished: given + wishes)),
      current: Set(clips.filter { $0.isPublished && !$0.isReel }.map(\.id)),
      isThere: Set(there.map(\.id)).contains, hasReel: hasReel, recorded: recorded)
  }
}
