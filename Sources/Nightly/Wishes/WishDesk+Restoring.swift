import EditDecisions
import Failures
import Foundation
import Library
import Workspace

extension WishDesk {
  /// Wishes a retired clip back: just its seconds, shown as it showed them where a wish can say so.
  ///
  /// - Parameters:
  ///   - id: the clip's; its video's name may be left out.
  ///   - dryRun: whether nothing is written.
  /// - Returns: what that changes.
  /// - Throws: `CommandFailure` 66 for a clip that was never retired, or is not told any more, 65
  ///   for one that is there, and for seconds that other wishes hold.
  func restore(_ id: String, _ dryRun: Bool) async throws -> String {
    let book = try file.read()
    let made = book.wishes
    let retired = try RetiredClips(
      video: video, files: library.clipFiles(of: video), clips: database.clips(of: video)
    ).find(id)
    let span = retired.start...max(retired.start, retired.end)
    let always = Wish.always(span)
    if let problem = WishCheck.problems(library.yamlWishes(of: video) + made + [always]).first {
      throw CommandFailure(.badData, "\(problem)" + advice(against: always, made))
    }
    let before = try await decisions(made)
    if let same = before.moments.first(where: { retired.isShown(by: $0) }) {
      throw CommandFailure(
        .badData,
        "'\(retired.clip.id)' showed what '\(same.id)' shows now, with other settings; those bring "
          + "it back, and no wish")
    }
    var wishes = [always]
    for wish in retired.framing?.wishes(inPictureOf: before.video.width, before.video.height) ?? []
    {
      // Where a person has said since how seconds are shown, that stands.
      let all = library.yamlWishes(of: video) + made + wishes + [wish]
      if WishCheck.problems(all).isEmpty { wishes.append(wish) }
    }
    return try await add(wishes, to: book, before, dryRun)
  }

  /// How the wish that is in the way is taken back; empty where none is.
  func advice(against wish: Wish, _ made: [Wish]) -> String {
    guard WishCheck.problems([wish]).isEmpty else { return "" }
    let isInTheWay = { (other: Wish) in !WishCheck.problems([other, wish]).isEmpty }
    guard let index = made.firstIndex(where: isInTheWay) else {
      return library.yamlWishes(of: video).contains(where: isInTheWay)
        ? "; take it out of gazecut.yaml first" : ""
    }
    return "; `gazecut wish \(video) --undo \(index + 1)` takes the earlier one back"
  }
}

/// The clips of a folder that were retired.
struct RetiredClips {
  let video: String
  /// The folder, with what was retired in it.
  let files: ClipFiles
  /// All that the library knows of the video.
  let clips: [Clip]

  /// One that was retired, as far as it is told.
  struct Entry {
    var clip: Clip
    var start: Double
    var end: Double
    /// Whether a moment has its seconds and its windows, so that only settings tell the clips
    /// apart.
    func isShown(by moment: Moment) -> Bool {
      abs(moment.start - start) < 0.02 && abs(moment.end - end) < 0.02
        && framing?.shots == moment.framing.shots && moment.id != clip.id
    }

    /// How it was shown; `nil` where its record is gone, and for a further shape's.
    var framing: Framing?
  }

  /// All of them, the last first; the reel is none.
  var all: [Clip] {
    clips.filter { $0.state == .retired && $0.fileName != ClipFiles.reelName }
      .sorted { ($1.retiredAt ?? .distantPast, $1.id) < ($0.retiredAt ?? .distantPast, $0.id) }
  }

  /// What a clip showed; `nil` where it is not told any more.
  func entry(_ clip: Clip) -> Entry? {
    let moment = files.retiredRecord(of: clip).flatMap {
      try? ClipRecord.moment(inShort: $0)
    }
    let start = clip.retirement?.start ?? moment?.start
    let end = clip.retirement?.end ?? moment?.end
    guard let start, let end else { return nil }
    // A window of another shape than the first is none that a wish could place.
    let framing = clip.fileName.contains("/") ? nil : moment?.framing
    return Entry(clip: clip, start: start, end: end, framing: framing)
  }

  /// The retired clip of an id.
  ///
  /// - Throws: `CommandFailure` 65 for a clip that is not retired, 66 for one that never was there,
  ///   naming the nearest, and for one whose seconds are not known.
  func find(_ text: String) throws -> Entry {
    let id = text.hasPrefix(video + "-") ? text : "\(video)-\(text)"
    if let clip = all.first(where: { $0.id == id || $0.id == text }) {
      if let entry = entry(clip) { return entry }
      throw CommandFailure(
        .notFound,
        "it is not known any more which seconds '\(clip.id)' showed; "
          + "`gazecut wish \(video) always START-END` says them")
    }
    if clips.contains(where: { $0.state == .current && $0.id == id }) {
      throw CommandFailure(
        .badData, "'\(id)' is not retired: `gazecut status \(video)` shows where it is")
    }
    throw CommandFailure(
      .notFound,
      "no clip '\(text)' of '\(video)' was retired"
        + Nearest.hint(
          for: id, among: all.map(\.id),
          otherwise: "; `gazecut status \(video) --retired` lists those that were"))
  }
}
