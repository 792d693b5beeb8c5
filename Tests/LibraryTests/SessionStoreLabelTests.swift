import Audience
import Foundation
import Testing

@testable import Library

@Suite struct SessionStoreLabelTests {
  private func labelled(
    _ id: String, viewer: String, _ labels: String..., shift: Double = 0
  ) -> SeenSession {
    var new = session(id, viewer: viewer, shift: shift)
    new.labels = labels.compactMap { ViewerLabel(text: $0) }
    return new
  }

  private func subset(_ text: String) throws -> AudienceSubset {
    try #require(AudienceSubset(text: text))
  }

  @Test func labelsAreCountedByViewers() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([
      labelled("a", viewer: "anna", "age=child"),
      labelled("b", viewer: "anna", "age=child", shift: 0.1),
      labelled("c", viewer: "ben", "age=child", "room=lab", shift: 0.2),
      session("d", viewer: "cem", shift: 0.3),
      // Copies of the samples of other viewers count once per subset.
      labelled("e", viewer: "dan", "age=child", shift: 0.1),
    ])
    let counts = try library.sessions.labels(of: "bbb").map { "\($0.label) \($0.viewers)" }
    #expect(counts == ["age=child 2", "room=lab 1"])
    #expect(try library.sessions.viewerCount(of: "bbb", .everyone) == 3)
    #expect(try library.sessions.viewerCount(of: "bbb", subset("age=child")) == 2)
    #expect(try library.sessions.viewerCount(of: "bbb", subset("age=child,room=lab")) == 1)
    #expect(try library.sessions.viewerCount(of: "bbb", subset("age=adult")) == 0)
  }

  @Test func subsetContainsAllSessionsOfItsViewers() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let all = [
      // Gaze and faces are in two files. One of them has the label.
      labelled("a", viewer: "anna", "age=child"), session("b", viewer: "anna", shift: 0.1),
      session("c", viewer: "ben", shift: 0.2),
    ]
    _ = try library.sessions.store(all)
    let samplesByViewer = try library.samplesByViewer("bbb", in: subset("age=child"))
    #expect(samplesByViewer.map { Set($0) } == [[all[0].samples, all[1].samples]])
  }

  @Test func digestOfASubsetChangesOnlyWithItsViewers() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([labelled("a", viewer: "anna", "age=child")])
    let whole = try library.videos.inputDigest(of: "bbb")
    let children = try library.videos.inputDigest(of: "bbb", in: subset("age=child"))
    #expect(whole == children)
    _ = try library.sessions.store([labelled("b", viewer: "ben", "age=adult", shift: 0.1)])
    #expect(try library.videos.inputDigest(of: "bbb") != whole)
    #expect(try library.videos.inputDigest(of: "bbb", in: subset("age=child")) == children)
  }

  @Test func importingAgainMayChangeLabels() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    func store(_ labels: String...) throws -> [StoreResult] {
      var new = session("a")
      new.labels = labels.compactMap { ViewerLabel(text: $0) }
      return try library.sessions.store([new]).map(\.outcome)
    }
    #expect(try store("age=child") == [.added])
    #expect(try store("age=child") == [.unchanged])
    // An import without labels removes none.
    #expect(try store() == [.unchanged])
    #expect(try store("age=adult", "room=lab") == [.relabelled])
    #expect(
      try library.sessions.labels(of: "bbb").map(\.label.description) == ["age=adult", "room=lab"])
    #expect(try library.sessions.remove("a", of: "bbb"))
    #expect(try library.sessions.labels(of: "bbb").isEmpty)
  }

  @Test func disclosureContainsAllStoredDataOfAViewer() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    #expect(try library.privacy.data(ofViewer: "anna") == nil)
    _ = try library.sessions.store([
      labelled("a", viewer: "anna", "age=child"), session("b", viewer: "ben", shift: 0.3),
      session("c", viewer: "anna", video: "other"),
    ])
    var fold = AudienceAggregation(duration: 5, aspect: 1)
    try library.audiences.store(EncodedAudience(fold.finish()), of: "bbb", key: "k")
    try library.videos.setCache(.cuts, of: "bbb", key: "k", value: Data([1]))
    let data = try #require(try library.privacy.data(ofViewer: " anna "))
    #expect(data.sessions.map(\.video) == ["bbb", "other"])
    #expect(data.sessions[0].labels.map(\.description) == ["age=child"])
    let samples = data.sessions[0].samples
    #expect(samples.count == 10 && samples.gazes == 10 && samples.faces == 10)
    #expect(samples.span == 0...4.5)
    #expect(samples.scores[.happy]?.upperBound ?? 0 > 0.79 && samples.scores[.sad] == nil)
    #expect(data.folded.map(\.video) == ["bbb"] && data.folded[0].bytes > 0)
    #expect(!data.isForgotten)
    #expect(try library.privacy.videos(withViewer: "anna") == ["bbb", "other"])

    _ = try library.privacy.forget(["anna"])
    let gone = try #require(try library.privacy.data(ofViewer: "anna"))
    #expect(gone.sessions.isEmpty && gone.folded.isEmpty && gone.isForgotten)
    #expect(try library.privacy.data(ofViewer: "dora") == nil)
  }
}
