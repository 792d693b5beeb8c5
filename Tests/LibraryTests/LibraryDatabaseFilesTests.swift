import Audience
import Foundation
import Testing

@testable import Library

/// Which file brought what, and who must not come back.
@Suite struct LibraryDatabaseFilesTests {
  private func store(
    _ library: LibraryDatabase, _ new: NewSession, from path: String, label: String? = nil,
    named: Bool = false, replacing: String? = nil, readmits: Bool = false
  ) throws -> StoredSession {
    var new = new
    new.file = SessionFile(path: path, label: label, namesSession: named)
    let stored = try library.store(
      [new], replacing: replacing.map { FileReference(path: $0, label: $0) }, readmits: readmits
    ) { _, take in try take(new.samples) }
    return try #require(stored.first)
  }

  @Test func anErasedViewerComesBackOnlyByAPersonsWord() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.store([session(), session("s-2", viewer: "ben")])
    _ = try library.forget(viewerName: " anna ")
    let both = [session("s-3", viewer: "ben", shift: 0.1), session()]
    #expect(throws: StoreRefusal.forgottenViewers(1)) {
      _ = try library.store(both) { index, take in try take(both[index].samples) }
    }
    // Whole or not at all.
    #expect(try library.videos().map(\.sessions) == [1])
    _ = try store(library, session(), from: "/a.csv", readmits: true)
    // Once let in, the word need not be given again.
    _ = try store(library, session(shift: 0.2), from: "/a.csv")
    #expect(try library.videos().map(\.viewers) == [2])
  }

  @Test func anErasureIsRememberedByNoPseudonym() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.store([session()])
    let key = try #require(try LibraryKey.read(folder: folder.path))
    _ = try library.forget(viewerName: "anna")
    #expect(key.forgotten("anna") != key.viewer("anna"))
    for name in folder.files where name != "gazecut.key" {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      #expect(data.range(of: Data(key.viewer("anna").utf8)) == nil)
    }
  }

  @Test func anotherFileOfTheSameNameTakesNoPlace() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try store(library, session(), from: "/rec/1/face.csv", label: "face.csv", named: true)
    #expect(throws: StoreRefusal.namedLikeAnother(file: "face.csv")) {
      _ = try store(library, session(shift: 0.1), from: "/rec/2/face.csv", named: true)
    }
    // The same file corrected in its place, a copy elsewhere, and a session's own id are none.
    let corrected = session(shift: 0.1, recordedAt: nil)
    #expect(
      try store(library, corrected, from: "/rec/1/face.csv", named: true).outcome == .replaced)
    #expect(
      try store(library, corrected, from: "/copy/face.csv", named: true).outcome == .unchanged)
    #expect(try store(library, session(shift: 0.2), from: "/rec/2/x.csv").outcome == .replaced)
  }

  @Test func anEarlierFileGoesOutWhole() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let old = [session("a", viewer: "a"), session("b", viewer: "b", shift: 0.1)]
    for new in old { _ = try store(library, new, from: "/old.csv", label: "old.csv") }
    _ = try store(library, session("c", viewer: "c", shift: 0.2), from: "/other.csv")
    _ = try store(
      library, session("a2", viewer: "a", shift: 0.3), from: "/new.csv", replacing: "old.csv")
    #expect(try library.videos().map(\.sessions) == [2])
    #expect(throws: StoreRefusal.noSuchFile) {
      _ = try store(library, session("d", viewer: "d"), from: "/d.csv", replacing: "/old.csv")
    }
    let byPath = FileReference(path: "/new.csv", label: "new.csv")
    #expect(try library.remove(file: byPath, of: "bbb") == 1)
    #expect(throws: StoreRefusal.noSuchFile) { _ = try library.remove(file: byPath, of: "bbb") }
  }

  @Test func filesOfOneNameAreToldApart() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    for (index, path) in ["/1/e.csv", "/2/e.csv"].enumerated() {
      let new = session("s\(index)", viewer: "anna", shift: Double(index) / 10)
      _ = try store(library, new, from: path, label: "e.csv")
    }
    let name = FileReference(path: "/nowhere/e.csv", label: "e.csv")
    #expect(throws: StoreRefusal.ambiguousFile(2)) {
      _ = try library.remove(file: name, of: "bbb")
    }
    let labels = try library.fromSeveralFiles(of: "bbb").flatMap { $0.map(\.file) }
    #expect(Set(labels).count == 2)
    let one = FileReference(path: labels[0], label: labels[0])
    #expect(try library.remove(file: one, of: "bbb") == 1)
    #expect(try library.fromSeveralFiles(of: "bbb").isEmpty)
  }

  @Test func whatTakesThePlaceOfMoreSaysSo() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try store(library, session(count: 10), from: "/a.csv")
    let stored = try store(library, session(count: 4), from: "/a.csv")
    #expect(stored.outcome == .replaced && stored.samplesBefore == 10)
  }

  @Test func aPathIsKeptAsAMarkOnly() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try store(library, session(), from: "/people/annabel/face.csv")
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.database + "-wal"))
    #expect(data.range(of: Data("annabel".utf8)) == nil)
    #expect(try library.sessions(of: "bbb").first?.file?.hasPrefix("file-") == true)
  }
}
