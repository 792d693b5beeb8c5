import Audience
import Foundation
import Ingest
import Library
import Settings
import LibraryFixture
import Support
import Testing

@testable import Reporting
@testable import Upkeep
@testable import Workspace

/// Messages about video files whose names are not valid IDs.
@Suite struct UnusableNameTests {
  @Test func suggestedSettingsMakeTheFilesUsable() throws {
    let folder = try OwnedFolder()
    let names = ["my trip (1).mp4", "Ünï.MP4", "a\"b\\c\u{202e}.mkv", "日本.mp4", "Uni.webm"]
    for name in names { try folder.write("videos/" + name, "any bytes") }
    let before = try StatusReport(library: folder.library).text
    let lines = before.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("4 videos are ignored: an ID is ") }, "\(before)")
    let head = try #require(lines.firstIndex { $0.hasPrefix("4 videos") })
    let yaml = lines[(head + 1)...].prefix { $0.hasPrefix("  ") }.joined(separator: "\n")
    for id in ["my-trip-1", "Uni-2", "a-b-c", "video"] { #expect(yaml.contains("    \(id):")) }

    try folder.write("gazecut.yaml", yaml + "\n")
    let again = try LibraryFolder.find(
      configuration: folder.path, environment: [:], directory: folder.path)
    let finder = again.sourceFinder(try again.settings.settings(for: nil))
    #expect(finder.unusableNames.isEmpty)
    for (id, name) in zip(["my-trip-1", "Uni-2", "a-b-c", "video"], names) {
      #expect(finder.find(id) == .found("\(folder.path)/videos/\(name)"))
    }
    #expect(try !StatusReport(library: again).text.contains("ignored"))
  }

  @Test func unknownVideoInTheConfigurationIsReported() throws {
    let folder = try OwnedFolder()
    try folder.watch(1)
    try folder.write("gazecut.yaml", "videos: {wlak: {selection.count: 1}, walk: {render.crf: 30}}")
    let library = try LibraryFolder.find(
      configuration: folder.path, environment: [:], directory: folder.path)
    let lines = try StatusReport(library: library).text.split(separator: "\n")
    #expect(
      lines.filter { $0.contains("videos: contains") } == [
        "gazecut.yaml: videos: contains 'wlak', which the library does not have; did you mean 'walk'?"
      ])
  }

  @Test func removingAnUnknownFileIsReported() throws {
    let folder = try OwnedFolder()
    try folder.watch(1)
    let cleaner = try LibraryCleaner(
      library: folder.library, names: LoggedFileNames(files: [], isKept: true))
    let error = #expect(throws: CommandFailure.self) {
      _ = try cleaner.remove(video: "walk", session: nil, file: "none.csv")
    }
    #expect(
      error?.message
        == "'walk' has nothing from that file; see `gazecut status --sessions walk`")
  }

  @Test func onlyTenUnusableNamesAreListed() {
    let paths = (1...25).map { "/lib/videos/a b \($0).mp4" }
    let lines = UnusableFileNames(paths: paths, taken: [], library: "/lib").lines
    #expect(lines.count == 2 + 2 * UnusableFileNames.maximumListed + 1)
    #expect(lines.last == "  and 15 more")
  }
}
