import Foundation
import Testing

@testable import Workspace

@Suite struct LocalTimeTests {
  @Test func timesArePrintedInTheTimeZoneOfTheUser() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 2 * 3600))
    let date = Date(timeIntervalSince1970: 1_796_000_000)
    #expect(LocalTime.text(date, in: zone) == "2026-11-30 02:53")
    #expect(LocalTime.text(iso: "soon") == "soon")
  }
}
