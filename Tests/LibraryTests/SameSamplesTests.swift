import Audience
import Foundation
import GRDB
import Synchronization
import TestMaterial
import Testing

@testable import Library

/// Sessions with the same samples are one session, whatever their names.
@Suite struct SameSamplesTests {
  private let folder: LibraryFolder
  private let library: LibraryDatabase

  init() throws {
    folder = try LibraryFolder()
    library = try folder.open()
  }

  /// A session of a file that does not name the viewer.
  private func unnamed(
    _ viewer: String, _ path: String, shift: Double = 0, count: Int = 10
  ) -> SeenSession {
    var new = session(path, viewer: viewer, count: count, shift: shift)
    var file = SessionFile(path: path, namesSession: true)
    file.viewerName = viewer
    new.file = file
    return new
  }

  private var counts: [[Int]] {
    get throws { try library.videos.all().map { [$0.sessions, $0.viewers] } }
  }

  @Test func sixUploadsOfOneRecordingAreOneSession() throws {
    let uploads = (1...6).map { unnamed("u\($0)", "/u\($0).json") }
    let outcomes = try library.sessions.store(uploads).map(\.outcome)
    #expect(outcomes == [.added] + Array(repeating: .unchanged, count: 5))
    #expect(try counts == [[1, 1]])
    #expect(
      try library.sessions.store([unnamed("u7", "/u7.json", shift: 0.1)]).map(\.outcome) == [.added]
    )
    #expect(try counts == [[2, 2]])
  }

  @Test func erasingByAFileNameErasesOnlyThatRecording() throws {
    _ = try library.sessions.store([unnamed("copy", "/copy.json"), unnamed("u1", "/u1.json")])
    _ = try library.sessions.store([unnamed("copy", "/later.json", shift: 0.1)])
    #expect(try library.privacy.data(ofViewer: "u1")?.sessions.count == 1)
    #expect(try library.privacy.forget(["u1"]) == ["bbb"])
    // The session under the other name may belong to another person.
    #expect(try counts == [[1, 1]])
    #expect(try library.privacy.isErased(viewerName: "u1"))
    #expect(try library.sessions.store([unnamed("u1", "/u1.json")]).map(\.outcome) == [.erased])
  }

  @Test func viewerNamedByTheSourceReplacesTheFileName() throws {
    _ = try library.sessions.store([unnamed("u1", "/u1.json")])
    #expect(
      try library.sessions.store([session("s-1", viewer: "anna")]).map(\.outcome) == [.replaced])
    #expect(try counts == [[1, 1]])
    #expect(try library.privacy.videos(withViewer: "anna") == ["bbb"])
    // The recording is still found under the name of the file.
    #expect(try library.privacy.videos(withViewer: "u1") == ["bbb"])
    // A file without a viewer does not change the viewer.
    #expect(try library.sessions.store([unnamed("u1", "/u1.json")]).map(\.outcome) == [.unchanged])
    #expect(try library.privacy.videos(withViewer: "anna") == ["bbb"])
  }

  @Test func sameRecordingOfTwoNamedViewersCountsOnce() throws {
    let first = try library.sessions.store([session("a", viewer: "anna")])
    let second = try library.sessions.store([
      session("b", viewer: "ben"), session("c", viewer: "ben", shift: 0.1),
    ])
    #expect(first.map(\.isCopy) == [false] && second.map(\.isCopy) == [true, false])
    #expect(try counts == [[3, 1]])
    #expect(try library.sessions.duplicateCount(of: "bbb") == 2)
    #expect(try library.sessions.viewerCount(of: "bbb", .everyone) == 1)
    #expect(try library.samplesByViewer("bbb").map(\.count) == [2])
    // Each viewer can be disclosed and erased. The other one still counts.
    #expect(try library.privacy.data(ofViewer: "anna")?.sessions.count == 1)
    _ = try library.privacy.forget(["ben"])
    #expect(try counts == [[1, 1]])
  }

  /// A copy without its last lines is not another viewer, in any order of import.
  @Test(arguments: [[39, 40], [40, 39], [30, 40, 35], [40, 35, 30]])
  func truncatedCopiesOfARecordingCountOnce(lengths: [Int]) throws {
    func cut(_ length: Int) -> SeenSession {
      session("s-\(length)", viewer: "viewer\(length)", count: length)
    }
    let stored = try lengths.map { try library.sessions.store([cut($0)])[0] }
    #expect(stored.map(\.isCopy) == [false] + lengths.dropFirst().map { _ in true })
    #expect(try counts == [[lengths.count, 1]])
    #expect(try library.sessions.duplicateCount(of: "bbb") == lengths.count)
    // The longest copy is read.
    #expect(try library.samplesByViewer("bbb").map { $0.map(\.count) } == [[40]])
    // Importing again changes nothing. Without the longest copy, the others remain.
    #expect(try library.sessions.store(lengths.map(cut)).allSatisfy { $0.outcome == .unchanged })
    _ = try library.privacy.forget(["viewer40"])
    #expect(try counts[0][1] == 1)
  }

  /// If hundreds of sessions begin with the same samples, each new one costs the same.
  @Test func importingSessionsWithEqualBeginningsTakesLinearTime() throws {
    let statements = Mutex(0)
    try library.queue.write { $0.trace { _ in statements.withLock { $0 += 1 } } }
    // They differ only in their last sample.
    func add(_ numbers: Range<Int>) throws -> Int {
      statements.withLock { $0 = 0 }
      _ = try library.sessions.store(
        numbers.map { number in
          let all = session(count: 12).samples.map(\.self)
          let last = Sample(time: 10 + Double(number) / 100, gaze: .blink, face: .notReported)
          var new = session("s-\(number)", viewer: "v\(number)")
          new.samples = SampleColumns(all + (number % 2 == 0 ? [last] : [last, last]))
          return new
        })
      return statements.withLock(\.self)
    }
    _ = try add(0..<300)
    let (before, after) = (try add(300..<350), try add(350..<400))
    #expect(Double(after) < 1.05 * Double(before), "\(before), then \(after) statements")
  }

  @Test func sameSamplesUnderAnotherIDOfTheViewerAreOneSession() throws {
    _ = try library.sessions.store([session("s-1")])
    #expect(try library.sessions.store([session("s-2")]).map(\.outcome) == [.unchanged])
    #expect(try counts == [[1, 1]])
    // The session now has the new ID.
    #expect(try library.sessions.store([session("s-2", shift: 0.1)]).map(\.outcome) == [.replaced])
    #expect(try counts == [[1, 1]])
  }

  @Test func orderOfImportDoesNotChangeWhichCopyIsRead() throws {
    let people = [
      session("a", viewer: "anna"), session("b", viewer: "ben"),
      session("c", viewer: "ben", shift: 0.1), session("d", viewer: "cy", shift: 0.2),
    ]
    _ = try library.sessions.store(people)
    let other = try LibraryFolder()
    let turned = try other.open()
    _ = try turned.sessions.store(people.reversed())
    #expect(try library.samplesByViewer("bbb") == turned.samplesByViewer("bbb"))
    #expect(try library.videos.inputDigest(of: "bbb") == turned.videos.inputDigest(of: "bbb"))
  }

  @Test func aggregatingOldSessionsIncludesTheirCopies() throws {
    _ = try library.sessions.store([
      session("a", viewer: "anna", count: 40), session("b", viewer: "ben", count: 40),
      session("c", viewer: "cy", count: 30),
    ])
    let viewers = try library.sessions.viewers(
      of: "bbb", in: .everyone, importedBefore: Date().addingTimeInterval(60))
    let retained = RetainedAudience(
      viewers: 1, audience: TimelineFolder(duration: 30, aspect: 1).folded())
    #expect(
      try library.audiences.replaceSamplesByAggregate(viewers, of: "bbb", as: [.everyone: retained])
    )
    #expect(try counts == [[0, 1]])
    // Copies under other names are already in the aggregate.
    let again = [
      session("z", viewer: "zoe", count: 40), session("y", viewer: "yul", count: 30),
      unnamed("u1", "/u1.json", count: 40),
    ]
    #expect(try library.sessions.store(again).allSatisfy { $0.outcome == .unchanged })
    #expect(try counts == [[0, 1]])
  }
}
