import Audience
import Foundation
import Library
import LibraryFixture
import Testing
@testable import Deciding

@testable import Support
@testable import Workspace

/// What is kept of an audience is folded anew where it must be, and why is said.
@Suite struct FoldedAnewTests {
  private let folder: OwnedFolder

  init() throws {
    folder = try OwnedFolder()
    try folder.people("some.csv", ["a", "b", "c"])
    _ = try folder.take("some.csv", options: OwnedFolder.named)
  }

  /// The audience, and what was said while it was read.
  private func read(
    _ duration: Double = 10, gazeNoise: Double = 0.1
  ) throws -> (audience: VideoAudience, said: [String]) {
    var said: [String] = []
    var settings = AggregationSettings()
    settings.gazeNoise = gazeNoise
    let reader = AudienceReader(
      database: folder.database, video: "walk", settings: settings, report: { said.append($0) })
    let audience = try reader.audience(duration: duration, aspect: 16.0 / 9, canCache: true)
    return (audience, said)
  }

  private func keep(_ audience: VideoAudience, under key: String) throws {
    try folder.database.audiences.store(
      EncodedAudience(audience.folded()), of: "walk", key: key)
  }

  @Test func whatAnotherVersionKeptIsFoldedAnewAndThatIsSaid() throws {
    let first = try read()
    #expect(first.said == ["aggregating the audience"])
    #expect(try read().said == [])
    let version = " \(GazecutVersion.judgement) "
    try keep(first.audience, under: first.audience.key.replacing(version, with: " 11 "))
    let again = try read()
    #expect(
      again.said == ["aggregating the audience again: another version of gazecut aggregated it"])
    #expect(again.audience.summary == first.audience.summary)
    #expect(try read().said == [])
  }

  @Test func otherSettingsAreFoldedWithoutThoseWords() throws {
    _ = try read()
    #expect(try read(gazeNoise: 0.2).said == ["aggregating the audience"])
  }

  /// 139 hours: a file whose head is damaged can tell any length.
  @Test(arguments: [139 * 3600, 1e12, .infinity]) func aVideoOfDaysIsRefused(
    seconds: Double
  ) throws {
    let failure = #expect(throws: CommandFailure.self) { try read(seconds) }
    #expect(failure?.status == .badData)
    #expect(failure?.message.contains("'walk' lasts") ?? false)
    #expect(failure?.message.contains("138 h at most") ?? false)
  }
}
