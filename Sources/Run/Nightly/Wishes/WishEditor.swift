import Deciding
import EditDecisions
import Library
import Logging
import Media
import Overrides
import Rendering
import Settings
import Support
import Workspace

struct WishEditor {
  let night: NightContext
  let video: String

  var library: LibraryFolder { night.library }
  var database: LibraryDatabase { night.database }
  var file: WishFile { library.wishFile(of: video) }
  var given: [Wish] { library.yamlWishes(of: video) }

  /// Prevents other commands from changing the overrides meanwhile.
  func lock() async throws -> FileLock {
    let logger = night.job.logger
    return try await file.lock { logger.notice("\($0)") }
  }

  /// Lists all overrides, numbering those of the file; as JSON only those of the file.
  func list(isJSON: Bool) throws -> String {
    let history = try file.read()
    guard !isJSON else { return WishDocument(video: video, history).json + "\n" }
    guard !given.isEmpty || !history.wishes.isEmpty else { return "\(video): no wishes\n" }
    let lines =
      given.map { "  gazecut.yaml: \($0)" }
      + history.wishes.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return (["\(video):"] + lines).joined(separator: "\n") + "\n"
  }

  func add(_ draft: WishInput, _ dryRun: Bool) async throws -> String {
    let history = try file.read()
    // Rejects times outside the video before deciding anything.
    if let typed = draft.typed,
      let duration = try? SourceReader(library.source(of: video)).probe().duration,
      let problem = WishCheck.problems([typed], duration: duration).first
    {
      throw CommandFailure(.badData, "\(problem)")
    }
    let before = try await decisions(history.wishes)
    return try await add([try draft.wish(in: before)], to: history, before, dryRun)
  }

  /// Adds the new overrides of a file and returns what they change together.
  ///
  /// - Throws: `CommandFailure` 65 for an override that is not possible, naming its entry.
  func apply(_ document: WishDocument, _ name: String, _ dryRun: Bool) async throws -> String {
    let history = try file.read()
    let before = try await decisions(history.wishes)
    func refusal(_ index: Int, _ reason: String) -> CommandFailure {
      CommandFailure(.badData, "\(name): wishes[\(index)]: \(reason)")
    }
    var new: [Wish] = []
    let holding = history.wishes.holding
    for (index, wish) in try document.read().enumerated() where !holding.contains(wish) {
      let others = given + history.wishes + new
      // Ignores problems that the existing overrides already have.
      if let problem = WishCheck.problems(others + [wish], duration: before.video.duration).last,
        !WishCheck.problems(others, duration: before.video.duration).contains(problem)
      {
        throw refusal(index, "\(problem)" + advice(against: wish, history.wishes))
      }
      if let reason = WishInput.reasonForNoEffect(of: wish, in: before) {
        throw refusal(index, "'\(wish)': \(reason)")
      }
      new.append(wish)
    }
    guard !document.wishes.isEmpty else { return "\(video): \(name) contains no override\n" }
    guard !new.isEmpty else { return "\(video): these overrides already exist\n" }
    return try await add(new, to: history, before, dryRun) { wish, reason in
      document.wishes.firstIndex { (try? Wish(text: $0)) == wish }.map { refusal($0, reason) }
        ?? CommandFailure(.badData, reason)
    }
  }

  func add(
    _ wishes: [Wish], to history: WishHistory, _ before: DecisionDocument, _ dryRun: Bool,
    makeFailure: (Wish, String) -> CommandFailure = { CommandFailure(.badData, $1) }
  ) async throws -> String {
    let made = history.wishes
    let all = given + made + wishes
    if let problem = WishCheck.problems(all, duration: before.video.duration).first {
      let hint = wishes.first.map { advice(against: $0, made) } ?? ""
      throw CommandFailure(.badData, "\(problem)" + hint)
    }
    let preview = try await preview(of: made + wishes, made, before)
    for wish in wishes {
      if let reason = preview.refusal(of: wish) { throw makeFailure(wish, reason) }
    }
    if !dryRun { try file.write(history.addingCommand(wishes)) }
    let told = wishes.enumerated().map { "\(made.count + 1 + $0.offset). \($0.element)" }
    // Aligns further overrides below the first.
    let indent = String(repeating: " ", count: video.count + 2)
    return try self.told(told.joined(separator: "\n" + indent), preview, dryRun)
  }

  /// Removes one override, or all of the last command, and returns what that changes.
  func undo(_ number: Int?, _ dryRun: Bool) async throws -> String {
    let history = try file.read()
    let made = history.wishes
    guard number.map({ made.indices.contains($0 - 1) }) ?? !made.isEmpty else {
      let others = given.isEmpty ? "" : "; remove others from gazecut.yaml"
      throw CommandFailure(
        .notFound,
        (made.isEmpty
          ? "'\(video)' has no override to undo"
          : "'\(video)' has no override \(number ?? 0); `gazecut wish \(video) --list` prints their numbers")
          + others)
    }
    let left = number.map { history.removingWish($0 - 1) } ?? history.withoutLastCommand
    let gone = number.map { [made[$0 - 1]] } ?? history.commands.last ?? []
    let words = gone.map(\.description).joined(separator: "; ")
    let change: WishPreview
    do {
      change = try await preview(of: left.wishes, made, decisions(made))
    } catch let failure as CommandFailure where failure.status == .badData {
      // An override that is not possible any more, for example after the video was shortened, can
      // still be removed.
      if !dryRun { try file.write(left) }
      return "\(video): undone: \(words)\n\nThe effect cannot be shown: \(failure.message)\n"
        + (dryRun ? "Nothing was written.\n" : "")
    }
    if !dryRun { try file.write(left) }
    return try told("undone: \(words)", change, dryRun)
  }

  private func told(_ what: String, _ preview: WishPreview, _ dryRun: Bool) throws -> String {
    var lines = "\(video): \(what)\n\n" + preview.table + "\n"
    if let pin = try database.videos.state(of: video).pin {
      lines +=
        "It is locked by a user (--\(pin.kind.rawValue)); overrides take effect after "
        + "`gazecut regenerate \(video) --unpin`.\n"
    } else {
      lines += preview.sentence + "\n"
    }
    return lines + (dryRun ? "Nothing was written.\n" : "")
  }
}

extension WishEditor {
  /// The decisions that the current audience makes with these overrides and those in gazecut.yaml.
  func decisions(_ made: [Wish]) async throws -> DecisionDocument {
    let all = given + made
    let standing = try night.check.standing(of: video)
    // The last run decided with the same overrides, so its decisions are used.
    if standing.state.pin == nil, !standing.isDue, try file.read().wishes == made,
      let recorded = try standing.state.document
    {
      return recorded
    }
    return try await VideoRunner(night: night).decide(
      standing, .audience, wishes: all, canCache: false
    ).document
  }

  private func preview(
    of wishes: [Wish], _ made: [Wish], _ before: DecisionDocument
  ) async throws -> WishPreview {
    let after = try await decisions(wishes)
    let render = try library.settings.settings(for: video).render
    let files = try library.clipFiles(of: video)
    let recorded = try database.videos.state(of: video).document
    let hasReel =
      files.exists(ClipFolder.reelName)
      && recorded?.reel.map { [$0.start, $0.end] } == after.reel.map { [$0.start, $0.end] }
    let clips = try database.clips.all(of: video)
    let there = clips.filter { files.exists($0.fileName) || files.retired.exists($0.fileName) }
    return WishPreview(
      before: before, after: after,
      titles: (render.title(wished: given + made), render.title(wished: given + wishes)),
      current: Set(clips.filter { $0.isPublished && !$0.isReel }.map(\.id)),
      isThere: Set(there.map(\.id)).contains, hasReel: hasReel, recorded: recorded)
  }
}

extension WishEditor {
  /// Adds an override that restores an archived clip with its time range and, if possible, framing.
  ///
  /// `id` may omit the name of the video.
  ///
  /// - Throws: `CommandFailure` 66 if the clip was never archived or may no longer be disclosed; 65
  ///   if it exists, or if other overrides cover its time range.
  func restore(_ id: String, _ dryRun: Bool) async throws -> String {
    let history = try file.read()
    let made = history.wishes
    let retired = try ArchivedClips(
      video: video, files: library.clipFiles(of: video), clips: database.clips.all(of: video)
    ).find(id)
    let span = retired.start...max(retired.start, retired.end)
    let always = Wish.always(span)
    if let problem = WishCheck.problems(given + made + [always]).first {
      throw CommandFailure(.badData, "\(problem)" + advice(against: always, made))
    }
    let before = try await decisions(made)
    if let same = before.moments.first(where: { retired.isShown(by: $0) }) {
      throw CommandFailure(
        .badData,
        "'\(retired.clip.id)' shows the same seconds as '\(same.id)', with other settings or another "
          + "title; restore those to get it back")
    }
    let isShownOtherwise = before.moments.contains { $0.start...$0.end == span }
    if isShownOtherwise, let wish = (given + made).first(showing: span) {
      throw CommandFailure(
        .badData,
        "the seconds of '\(retired.clip.id)' are shown already, framed by '\(wish)'"
          + advice(takingBack: wish, made))
    }
    var wishes = [always]
    for wish in retired.framing?.wishes(inPictureOf: before.video.width, before.video.height) ?? []
    {
      // An existing override of the framing takes precedence.
      let all = given + made + wishes + [wish]
      if WishCheck.problems(all).isEmpty { wishes.append(wish) }
    }
    return try await add(wishes, to: history, before, dryRun)
  }

  /// Advice on how to remove the conflicting override; empty if there is none.
  func advice(against wish: Wish, _ made: [Wish]) -> String {
    guard WishCheck.problems([wish]).isEmpty else { return "" }
    let others = made + given
    let earlier = others.first { !WishCheck.problems([$0, wish]).isEmpty }
    return earlier.map { advice(takingBack: $0, made) } ?? ""
  }

  private func advice(takingBack wish: Wish, _ made: [Wish]) -> String {
    guard let index = made.firstIndex(of: wish) else {
      return "; remove it from gazecut.yaml first"
    }
    return "; `gazecut wish \(video) --undo \(index + 1)` undoes the earlier one"
  }
}

extension [Wish] {
  /// The first override of the framing of a time range; `nil` if there is none.
  fileprivate func first(showing span: ClosedRange<Double>) -> Wish? {
    first { wish in
      switch wish {
      case .frame(.span(let wished), _): wished.overlaps(span)
      case .frame(.moment(let near), _): span.contains(near)
      case .never, .always, .move, .title: false
      }
    }
  }
}
