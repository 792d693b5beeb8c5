import Audience
import Foundation
import Testing

@testable import Library

@Suite struct StoredOutputsTests {
  private let then = Date(timeIntervalSince1970: 1_795_000_000.25)

  @Test func detectionsAreOrderedByTimeAndReplacedPerSource() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let box = PictureBox(x: 0.1, y: 0.2, width: 1.0 / 3, height: 0.4)
    let late = Detection(time: 2, label: "rabbit", score: 0.9, box: box, track: 3)
    let early = Detection(time: 1, label: "fåce", score: 0.5, box: box, track: nil)
    var set = SeenDetections(video: "bbb", source: "yolo", detections: [late, early])
    #expect(try library.detections.store(set) == .added)
    #expect(try library.detections.store(set) == .unchanged)
    #expect(try library.detections.all(of: "bbb") == [early, late])
    let digest = try library.videos.inputDigest(of: "bbb")
    set.detections = []
    #expect(try library.detections.store(set) == .replaced)
    #expect(try library.detections.all(of: "bbb").isEmpty)
    #expect(try library.videos.inputDigest(of: "bbb") != digest)
    #expect(try library.videos.all().map(\.detections) == [["yolo": 0]])
  }

  @Test func videoStatesAreRestored() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let state = VideoState(
      fingerprint: "f", failure: "no", failureCount: 2,
      pin: VideoState.LockedDecisions(kind: .moment, text: "{}"), decisions: "{\"a\":1}",
      lastRun: then)
    try library.videos.setState(state, of: "bbb")
    #expect(try library.videos.state(of: "bbb") == state)
    #expect(try library.videos.states() == ["bbb": state])
  }

  @Test func clipsAreRestored() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    var clip = Clip(
      video: "bbb", id: "bbb-1", state: .current, fileName: "bbb-1.mp4", bytes: 1 << 40,
      modifiedNanoseconds: 1_795_000_000_123_456_789, sideFiles: ["bbb-1.jpg": "ab"],
      createdAt: then)
    try library.clips.store(clip)
    clip.state = .retired
    clip.retiredAt = then
    try library.clips.store(clip)
    #expect(try library.clips.all(of: "bbb") == [clip])
    #expect(try library.clips.all() == [clip])
    try library.clips.remove("bbb-1", of: "bbb")
    #expect(try library.clips.all().isEmpty)
  }

  @Test func publicationNotesOutlastTheirClipButNotTheirVideo() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let posting = PublicationNote(
      video: "bbb", clip: "bbb-1", start: 10, end: 20, at: then, place: "https://example.org/1")
    #expect(try library.clips.store(posting) && !library.clips.store(posting))
    var elsewhere = posting
    (elsewhere.at, elsewhere.place) = (then + 1, "")
    #expect(try library.clips.store(elsewhere))
    #expect(try library.clips.postings(of: "bbb") == [posting, elsewhere])
    #expect(
      try library.clips.postings() == [posting, elsewhere]
        && library.clips.postings(of: "b").isEmpty)
    // A clip is the same as a published one if more than half of its seconds were in it.
    #expect(posting.includes(most: 14, 24) && !posting.includes(most: 15, 25))
    #expect(posting.includes(most: 12, 14) && !posting.includes(most: 0, 40))
    #expect(try library.clips.removePostings(of: "bbb-1") == 2)
    #expect(try library.clips.removePostings(of: "bbb-1") == 0)
    _ = try library.clips.store(posting)
    _ = try library.videos.remove("bbb")
    #expect(try library.clips.postings().isEmpty)
  }

  @Test func runsAreListedNewestFirst() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let first = try library.runs.storeStart(at: then)
    let second = try library.runs.storeStart(at: then)
    try library.runs.storeResult(second, at: then, counts: ["failed": 1], exitCode: 3, note: "x")
    let runs = try library.runs.last(5)
    #expect(runs.map(\.id) == [second, first])
    #expect(runs[0].counts == ["failed": 1])
    #expect(runs[0].exitCode == 3)
    #expect(runs[1].finished == nil)
  }

  @Test func cachedValuesAreFoundOnlyUnderTheirKey() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    try library.videos.setCache(.cuts, of: "bbb", key: "old", value: Data([1]))
    try library.videos.setCache(.cuts, of: "bbb", key: "new", value: Data([2]))
    #expect(try library.videos.cached(.cuts, of: "bbb", key: "old") == nil)
    #expect(try library.videos.cached(.cuts, of: "bbb", key: "new") == Data([2]))
  }
}
