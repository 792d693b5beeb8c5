import Audience
import Foundation
import Library
import Settings
import LibraryFixture
import Testing

@testable import Nightly
@testable import Workspace

/// What is said of video files whose names cannot be ids.
@Suite struct UnusableNameTests {
  @Test func theLinesTakeTheFilesAsTheyStand() throws {
    let folder = try OwnedFolder()
    let names = ["my trip (1).mp4", "Ünï.MP4", "a\"b\\c\u{202e}.mkv", "日本.mp4", "Uni.webm"]
    for name in names { try folder.write("videos/" + name, "any bytes") }
    let before = try StatusReport(library: folder.library).text
    let lines = before.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("4 videos are passed over: an id is ") }, "\(before)")
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
    #expect(try !StatusReport(library: again).text.contains("passed over"))
  }

  @Test func ofManyOnlySomeAreToldWithTheirLines() {
    let paths = (1...25).map { "/lib/videos/a b \($0).mp4" }
    let lines = UnusableName(paths: paths, taken: [], library: "/lib").lines
    #expect(lines.count == 2 + 2 * UnusableName.mostTold + 1)
    #expect(lines.last == "  and so on for 15 more")
  }
}
