import Testing

@testable import Nightly

@Suite struct PathMappingTests {
  @Test func mappingGivesThePathOnTheWorker() throws {
    let map = try #require(PathMapping(text: "/srv/films/=/mnt/films"))
    #expect(map.mapped("/srv/films/a/trip.mp4") == "/mnt/films/a/trip.mp4")
    #expect(map.mapped("/srv/films2/trip.mp4") == nil)
    // The root folder can be mapped too.
    #expect(PathMapping(text: "/=/mnt")?.mapped("/srv/trip.mp4") == "/mnt/srv/trip.mp4")
    #expect(PathMapping(text: "/srv=/")?.mapped("/srv/trip.mp4") == "/trip.mp4")
    #expect(PathMapping(text: "/srv/films") == nil && PathMapping(text: "srv=/mnt") == nil)
  }

  @Test func longestMatchingMappingIsUsed() throws {
    let maps = try ["/srv=/a", "/srv/films=/b", "/disk=/c"].map {
      try #require(PathMapping(text: $0))
    }
    #expect(
      maps.workerPath("/srv/films/trip.mp4", own: "/srv/films/trip.mp4")?.path == "/b/trip.mp4")
    // The target of a link is matched too.
    #expect(maps.workerPath("/lib/videos/trip.mp4", own: "/disk/trip.mp4")?.path == "/c/trip.mp4")
    #expect(maps.workerPath("/lib/trip.mp4", own: "/lib/trip.mp4") == nil)
  }
}
