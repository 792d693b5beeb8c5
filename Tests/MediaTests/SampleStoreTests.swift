import Foundation
import MediaFixture
import Testing

@testable import Media

/// Samples of hours lie on disk, in a file that nobody sees.
@Suite struct SampleStoreTests {
  @Test func whatIsAddedComesBackInRunsOfAnyLength() throws {
    let fixture = try Fixture()
    let store = try SampleStore(channels: 2, beside: fixture.folder + "/clip.mp4")
    let left = (0..<5000).map { Float($0) / 8192 }
    let right = left.map { -2 * $0 }
    for start in [0, 1, 1500] {
      let end = [0: 1, 1: 1500, 1500: 5000][start] ?? 0
      try store.append([Array(left[start..<end]), Array(right[start..<end])])
    }
    #expect(store.count == 5000 && store.peak == 2 * left[4999])
    for length in [1, 999, 5000, 48_000] {
      var back: [[Float]] = [[], []]
      try store.inRuns(of: length) { run throws(MediaError) in
        for channel in 0..<2 { back[channel] += run[channel] }
      }
      #expect(back == [left, right])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).isEmpty)
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    let error = #expect(throws: MediaError.self) {
      try SampleStore(channels: 1, beside: "/nonexistent/folder/clip.mp4")
    }
    #expect(error?.kind == .notFound)
  }
}
