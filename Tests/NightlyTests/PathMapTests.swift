import Testing

@testable import Nightly

@Suite struct PathMapTests {
  @Test func aMapSaysWhereWorkersSeeASource() throws {
    let map = try #require(PathMap(text: "/srv/films/=/mnt/films"))
    #expect(map.mapped("/srv/films/a/trip.mp4") == "/mnt/films/a/trip.mp4")
    #expect(map.mapped("/srv/films2/trip.mp4") == nil)
    #expect(PathMap(text: "/srv/films") == nil && PathMap(text: "srv=/mnt") == nil)
  }
}
