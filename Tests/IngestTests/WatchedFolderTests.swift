import Foundation
import Importers
import Settings
import Testing
@testable import Ingest

/// The items that an import finds in a watched folder.
@Suite struct WatchedFolderTests {
  private final class Folder {
    let path = NSTemporaryDirectory() + "gazecut-place-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String = "x") throws {
      let file = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func watchedFolder(_ pattern: String = "{video}/{viewer}", format: String = "auto") throws
      -> WatchedFolder
    {
      WatchedFolder(
        name: "timelines", folder: path, pattern: try PathPattern(pattern),
        reading: InputSourceOptions(format: format))
    }
  }

  private let now = Date().timeIntervalSince1970

  @Test func everyFileIsAnItemInOrderOfPaths() throws {
    let folder = Folder()
    for name in ["trip/b.json", "trip/a.json", "meadow/c.json", "trip/.d.json.x1", ".git/e.json"] {
      try folder.write(name)
    }
    let items = try folder.watchedFolder().items(now: now)
    #expect(
      items.map(\.name) == [
        "timelines/meadow/c.json", "timelines/trip/a.json", "timelines/trip/b.json",
        "timelines/trip/.d.json.x1",
      ])
    #expect(items[1].words == PathMetadata(video: "trip", viewer: "a", session: "a"))
    #expect(items[1].label == "timelines/{video}/*")
    var known = items[1]
    known.revealVideoName { $0 == "trip" }
    #expect(known.label == "timelines/trip/*")
    known = items[0]
    known.revealVideoName { $0 == "trip" }
    #expect(known.label == "timelines/*/*")
    #expect(items[1].source == .file(folder.path + "/trip/a.json"))
    guard case .unfinished = items[3].condition else { Issue.record("\(items[3])"); return }
    guard case .changed(let seconds) = items[1].condition else { Issue.record("\(items)"); return }
    #expect(abs(seconds) < 600)
  }

  @Test func filesThatDoNotFitThePatternAreReported() throws {
    let folder = Folder()
    for name in ["flat.json", "trip/2026-11-19/a.json", "trip/2026-11-19/b.json"] {
      try folder.write(name)
    }
    let items = try folder.watchedFolder().items(now: now)
    #expect(items.map(\.label) == ["timelines/…", "timelines/…"])
    let reasons = items.map { item in
      if case .unfit(let reason) = item.condition { reason } else { "" }
    }
    #expect(reasons[0].contains("pattern '{video}/{viewer}'"), "\(reasons)")
    // The folder is reported once, not once per file.
    #expect(reasons[1].contains("'{video}/*/{viewer}'"), "\(reasons)")
  }

  /// A link may point to a folder that contains the folders of other videos.
  @Test func linkedFolderOfFoldersIsOneItem() throws {
    let (folder, other) = (Folder(), Folder())
    for video in ["trip", "walk", "meadow"] { try other.write("\(video)/a.json") }
    try folder.write("trip/b.json")
    symlink(other.path, folder.path + "/more")
    symlink(other.path, folder.path + "/trip/more")
    let names = try folder.watchedFolder().items(now: now).map(\.name)
    #expect(names == ["timelines/more/trip", "timelines/trip/more", "timelines/trip/b.json"])
  }

  @Test func copiesAreListedAfterTheOriginal() throws {
    let folder = Folder()
    for name in ["trip/v15 (1).json", "trip/copy-of-v15.json", "trip/v15.json", "trip/v9.json"] {
      try folder.write(name)
    }
    #expect(
      try folder.watchedFolder().items(now: now).map(\.words.viewer) == [
        "v9", "v15", "v15 (1)", "copy-of-v15",
      ])
  }

  @Test func unreadableFilesHaveAReason() throws {
    let folder = Folder()
    try folder.write("trip/a.json")
    symlink("/nowhere", folder.path + "/trip/b.json")
    #expect(mkfifo(folder.path + "/trip/c.json", 0o600) == 0)
    let latin = Array(folder.path.utf8) + Array("/trip/j".utf8) + [0xF6] + Array("rg.json".utf8)
    close(open(latin.map(CChar.init(bitPattern:)) + [0], O_CREAT | O_WRONLY, 0o600))
    let reasons = try folder.watchedFolder().items(now: now).map { item in
      switch item.condition {
      case .unfit(let reason), .closed(let reason): reason
      default: "fit"
      }
    }
    #expect(
      reasons.contains("it is a symbolic link to a file that does not exist")
        && reasons.contains("it is not a regular file"))
    #expect(reasons.contains { $0.hasPrefix("its name is not UTF-8") } && reasons.contains("fit"))
    #expect(reasons.count == 4, "\(reasons)")
  }

  @Test(.enabled(if: FileRights.canDrop || geteuid() != 0)) func unreadableFoldersAreItems() throws
  {
    let folder = Folder()
    for name in ["trip/a.json", "walk/b.json", "lake/c.json", "cut/d/e.json"] {
      try folder.write(name)
    }
    chmod(folder.path + "/trip", 0o000)
    // It can be listed, but not entered.
    chmod(folder.path + "/walk", 0o444)
    defer { for name in ["trip", "walk"] { chmod(folder.path + "/" + name, 0o755) } }
    let items = try FileRights.withoutOverride { try folder.watchedFolder().items(now: now) }
    let closed = items.filter {
      if case .closedFolder(let reason) = $0.condition { reason.contains("allow") } else { false }
    }
    #expect(closed.map(\.name) == ["timelines/trip", "timelines/walk"], "\(items)")
    #expect(closed.map(\.label) == ["timelines/{video}", "timelines/{video}"])
    #expect(items.count == 4, "\(items)")
    for state in [nil, .blocked, .refused] as [ImportHistory.State?] {
      let known = state.map { ImportHistory(state: $0, token: closed[0].token, since: 0) }
      guard
        case .unreadableFolder = IntakeDecision(closed[0], known: known, now: now, settle: 10)
      else { Issue.record("\(String(describing: state))"); continue }
    }
  }

  @Test func tokenDependsOnContentAndIdentityOnFormat() throws {
    let folder = Folder()
    try folder.write("trip/a.json")
    let first = try folder.watchedFolder().items(now: now)
    #expect(try folder.watchedFolder().items(now: now).map(\.token) == first.map(\.token))
    try folder.write("trip/a.json", "more")
    let second = try folder.watchedFolder().items(now: now)
    #expect(second[0].token != first[0].token && second[0].identity == first[0].identity)
    let other = try folder.watchedFolder(format: "timeline").items(now: now)
    #expect(other[0].identity != first[0].identity)
  }

  @Test func missingFolderThrows() throws {
    let place = try #require(
      try InputSourceFactory.all(nil, in: "/nowhere").first as? WatchedFolder)
    #expect(place.origin == nil)
    #expect(throws: InputSourceError.self) { try place.items(now: now) }
    #expect { try Folder().watchedFolder().items(now: now) } throws: {
      ($0 as? InputSourceError)?.reason.hasPrefix("there is no folder") == true
    }
  }
}

/// Reads files without root's right to read everything.
///
/// Another user would not do: the folder that holds the test's files may be closed to it.
private enum FileRights {
  private typealias Call =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32
  private static let read = call("capget")
  private static let write = call("capset")

  static var canDrop: Bool { read != nil && write != nil }

  private static func call(_ name: String) -> Call? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Call.self) }
  }

  /// Calls `body`, which must stay in its thread, without `CAP_DAC_OVERRIDE` (1) and
  /// `CAP_DAC_READ_SEARCH` (2) as effective capabilities; see capget(2).
  static func withoutOverride<Value>(_ body: () throws -> Value) throws -> Value {
    guard geteuid() == 0, let read, let write else { return try body() }
    // Version 3, this thread; twice effective, permitted, inheritable.
    var header: [UInt32] = [0x2008_0522, 0]
    var capabilities = [UInt32](repeating: 0, count: 6)
    try #require(read(&header, &capabilities) == 0)
    var dropped = capabilities
    dropped[0] &= ~UInt32(1 << 1 | 1 << 2)
    try #require(write(&header, &dropped) == 0)
    defer { _ = write(&header, &capabilities) }
    return try body()
  }
}
