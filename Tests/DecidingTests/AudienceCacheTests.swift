import Audience
import Foundation
import Library
import LibraryFixture
import Testing
@testable import Deciding

@testable import Support
@testable import Workspace

/// When the stored audience is aggregated again, and which reason is printed.
@Suite struct AudienceCacheTests {
  private let folder: OwnedFolder

  init() throws {
    folder = try OwnedFolder()
    try folder.people("some.csv", ["a", "b", "c"])
    _ = try folder.take("some.csv", options: OwnedFolder.named)
  }

  /// The audience, and the messages while it is read.
  private func read(
    _ duration: Double = 10, gazeNoise: Double = 0.1
  ) throws -> (audience: VideoAudience, messages: [String]) {
    var messages: [String] = []
    var settings = AggregationSettings()
    settings.gazeNoise = gazeNoise
    let reader = AudienceReader(
      database: folder.database, video: "walk", settings: settings, report: { messages.append($0) })
    let audience = try reader.audience(duration: duration, aspect: 16.0 / 9, canCache: true)
    return (audience, messages)
  }

  private func store(_ audience: VideoAudience, under key: String) throws {
    try folder.database.audiences.store(
      EncodedAudience(audience.folded()), of: "walk", key: key)
  }

  @Test func audienceOfAnotherVersionIsAggregatedAgainWithAReason() throws {
    let first = try read()
    #expect(first.messages == ["aggregating the audience"])
    #expect(try read().messages == [])
    let version = " \(GazecutVersion.judgement) "
    try store(first.audience, under: first.audience.key.replacing(version, with: " 11 "))
    let again = try read()
    #expect(
      again.messages == ["aggregating the audience again: another version of gazecut aggregated it"]
    )
    #expect(again.audience.summary == first.audience.summary)
    #expect(try read().messages == [])
  }

  @Test func otherSettingsAggregateTheAudienceWithoutAReason() throws {
    _ = try read()
    #expect(try read(gazeNoise: 0.2).messages == ["aggregating the audience"])
  }

  /// 139 hours and more.
  ///
  /// A file with a damaged header can report any duration.
  @Test(arguments: [139 * 3600, 1e12, .infinity])
  func videoOfSeveralDaysIsRejected(seconds: Double) throws {
    let failure = #expect(throws: CommandFailure.self) { try read(seconds) }
    #expect(failure?.status == .badData)
    #expect(failure?.message.contains("'walk' lasts") ?? false)
    #expect(failure?.message.contains("at most 138 h") ?? false)
  }
}
