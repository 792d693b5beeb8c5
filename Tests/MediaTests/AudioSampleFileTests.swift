import Foundation
import MediaFixture
import Testing

@testable import Media

/// Storage of decoded samples in an unnamed file.
@Suite struct AudioSampleFileTests {
  @Test func samplesAreReadBackInBlocksOfAnyLength() throws {
    let fixture = try Fixture()
    let store = try AudioSampleFile(channels: 2, beside: fixture.folder + "/clip.mp4")
    // 400 kB is more than one write.
    let left = (0..<50_000).map { Float($0) / 65_536 }
    let right = left.map { -2 * $0 }
    for (start, end) in [(0, 1), (1, 1500), (1500, 49_000), (49_000, 50_000)] {
      try store.append([Array(left[start..<end]), Array(right[start..<end])])
    }
    #expect(store.count == 50_000 && store.peak == 2 * left[49_999])
    for length in [7, 999, 50_000, 480_000] {
      var back: [[Float]] = [[], []]
      try store.inRuns(of: length) { run throws(MediaError) in
        for channel in 0..<2 { back[channel] += run[channel] }
      }
      #expect(back == [left, right])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).isEmpty)
  }

  @Test func missingFolderIsNotFound() {
    let error = #expect(throws: MediaError.self) {
      try AudioSampleFile(channels: 1, beside: "/nonexistent/folder/clip.mp4")
    }
    #expect(error?.kind == .notFound)
  }
}
