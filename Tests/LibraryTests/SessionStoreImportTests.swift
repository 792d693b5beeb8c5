import Audience
import Foundation
import TestMaterial
import Testing

@testable import Library

@Suite struct SessionStoreImportTests {
  @Test func samplesAreRestoredAsStored() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let stored = session(count: 200)
    _ = try library.sessions.store([stored])
    #expect(try library.all(of: "bbb") == [stored.samples])
  }

  @Test func importingTheSameContentAgainChangesNothing() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    #expect(try library.sessions.store([session()]).map(\.outcome) == [.added])
    let digest = try library.videos.inputDigest(of: "bbb")
    #expect(try library.sessions.store([session()]).map(\.outcome) == [.unchanged])
    #expect(try library.videos.inputDigest(of: "bbb") == digest)
    #expect(try library.sessions.all(of: "bbb").map(\.skipped) == [["negative time": 2]])
  }

  @Test func newContentReplacesTheSession() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session()])
    let digest = try library.videos.inputDigest(of: "bbb")
    let other = session(shift: 0.25)
    #expect(try library.sessions.store([other]).map(\.outcome) == [.replaced])
    #expect(try library.all(of: "bbb") == [other.samples])
    #expect(try library.videos.inputDigest(of: "bbb") != digest)
  }

  @Test func sessionOfAnotherViewerIsNotReplaced() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session("s-2", viewer: "cy", shift: 0.1)])
    let day2 = [session(viewer: "ben", shift: 0.25), session("s-3", viewer: "dan", shift: 0.3)]
    #expect(throws: StoreRejection.otherViewersSession) {
      _ = try library.sessions.store(day2) { index, take in try take(day2[index].samples) }
    }
    #expect(try library.all(of: "bbb").count == 2)
    #expect(try library.sessions.viewers(of: "bbb").count == 2)
  }

  @Test func shorterSessionDoesNotReplaceALongerOne() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let long = session(count: 58)
    _ = try library.sessions.store([long])
    let short = session(count: 7)
    #expect(throws: StoreRejection.shorter(sessions: 1, now: 7, before: 58)) {
      _ = try library.sessions.store([short]) { _, take in try take(short.samples) }
    }
    // Other sessions of the file are stored.
    let both = [short, session("s-2", viewer: "ben", shift: 0.1)]
    #expect(try library.sessions.store(both).map(\.outcome) == [.kept, .added])
    #expect(Set(try library.all(of: "bbb").map(\.count)) == [58, 10])
  }

  @Test func sessionsOfAViewerAreOrderedByTime() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let late = session("a", recordedAt: Date(timeIntervalSince1970: 2000))
    let early = session("c", shift: 0.1, recordedAt: Date(timeIntervalSince1970: 1000))
    _ = try library.sessions.store([late, session("b", viewer: "ben", shift: 0.2), early])
    let samplesByViewer = try library.samplesByViewer("bbb")
    #expect(samplesByViewer.map(\.count).sorted() == [1, 2])
    #expect(samplesByViewer.first { $0.count == 2 } == [early.samples, late.samples])
  }

  @Test func orderAndDigestDoNotDependOnTheKey() throws {
    let folders = try [LibraryFolder(), LibraryFolder()]
    let sessions = (0..<12).map { session("s\($0)", viewer: "v\($0)", shift: Double($0) / 50) }
    let (first, second) = (try folders[0].open(), try folders[1].open())
    _ = try first.sessions.store(sessions)
    _ = try second.sessions.store(sessions.reversed())
    let (one, other) = (try first.all(of: "bbb"), try second.all(of: "bbb"))
    #expect(one == other)
    let keys = try folders.map { try LibraryKey.readOrCreate(folder: $0.path).viewer("v0") }
    #expect(keys[0] != keys[1])
    #expect(try first.videos.inputDigest(of: "bbb") == second.videos.inputDigest(of: "bbb"))
  }

  @Test func importsAreAllowedWhileSessionsAreRead() throws {
    let folder = try LibraryFolder()
    let reader = try folder.open()
    _ = try reader.sessions.store([
      session("a", viewer: "a"), session("b", viewer: "b", shift: 0.1),
    ])
    let writer = try folder.open()
    let viewers = try reader.sessions.viewers(of: "bbb")
    for viewer in viewers.indices {
      let read = try reader.audiences.stored(viewers[viewer...viewer], foldedBy: "")
      #expect(read?.count == 1)
      let shift = 0.3 + Double(viewer) / 10
      _ = try writer.sessions.store([session("c\(viewer)", viewer: "c\(viewer)", shift: shift)])
    }
    // The reader sees the library as it was at the start. New sessions are visible to the next
    // query.
    #expect(viewers.count == 2)
    #expect(try reader.all(of: "bbb").count == 4)
  }

  @Test func tenThousandViewersOfAnHourFitInAGigabyte() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    // Noise in every column is the worst case. An hour at 2 Hz is 7,200 samples.
    let noise = (0..<7200).map { index in
      Sample(
        time: Double(index) * 0.5 + .random(in: 0...0.3),
        gaze: .at(
          PicturePoint(x: .random(in: 0...1), y: .random(in: 0...1)),
          confidence: Bool.random() ? .low : .full, movement: .fixation),
        face: .scores(FaceScores(known: [.happy: .random(in: 0...1), .sad: 0.3])))
    }
    let viewers = 20
    for viewer in 0..<viewers {
      var stored = session("s\(viewer)", viewer: "v\(viewer)")
      stored.samples = SampleColumns(noise)
      _ = try library.sessions.store([stored])
    }
    try library.close()
    let size = Double(try #require(DatabaseFile.size(folder.database)))
    // 10,000 × 7,200 × 14.5 bytes = 1.04 GB, SQLite's own pages included.
    #expect(size / Double(viewers * 7200) < 14.5)
    #expect(size / Double(viewers * 7200) > 5)
  }
}
