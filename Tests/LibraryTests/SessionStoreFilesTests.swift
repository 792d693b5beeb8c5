import Audience
import Foundation
import GRDB
import Testing

@testable import Library

/// Which file a session is from, and erased viewers.
@Suite struct SessionStoreFilesTests {
  private func store(
    _ library: LibraryDatabase, _ new: SeenSession, from path: String,
    by name: String? = nil, replacing: String? = nil, readmits: Bool = false
  ) throws -> SessionStoreResult {
    var new = new
    var file = SessionFile(path: path, namesSession: name != nil)
    if let name {
      // Like an import of a file that does not name its viewer.
      (file.viewerName, file.isNameUnsure) = (name, true)
      new.session = "\(path) \(new.viewer)"
    }
    new.file = file
    let stored = try library.sessions.store(
      [new], replacing: replacing.map { FileReference(path: $0, label: $0) }, readmits: readmits
    ) { _, take in try take(new.samples) }
    return try #require(stored.first)
  }

  @Test func erasedViewerIsImportedAgainOnlyIfReadmitted() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session("s-2", viewer: "ben")])
    _ = try library.privacy.forget([" anna "])
    let both = [session("s-3", viewer: "ben", shift: 0.1), session()]
    #expect(try library.sessions.store(both).map(\.outcome) == [.added, .erased])
    #expect(try library.videos.all().map(\.viewers) == [1])
    _ = try store(library, session(), from: "/a.csv", readmits: true)
    // After that, no further permission is needed.
    _ = try store(library, session(shift: 0.2), from: "/a.csv")
    #expect(try library.videos.all().map(\.viewers) == [2])
  }

  @Test func erasureListContainsNoPseudonym() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session()])
    let key = try #require(try LibraryKey.read(folder: folder.path))
    _ = try library.privacy.forget(["anna"])
    #expect(folder.files.contains("gazecut.erased"))
    for name in folder.files where name != "gazecut.key" {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      #expect(data.range(of: Data(key.viewer("anna").utf8)) == nil)
    }
  }

  @Test func fileOfTheSameNameInAnotherFolderIsRejected() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try store(library, session(), from: "/rec/1/face.csv", by: "face")
    let label = try #require(try library.sessions.all(of: "bbb").first?.file)
    #expect(throws: StoreRejection.namedLikeAnother(file: label)) {
      _ = try store(library, session(shift: 0.1), from: "/rec/2/face.csv", by: "face")
    }
    // A corrected version of the same file replaces it, and a copy in another folder changes
    // nothing.
    let corrected = session(shift: 0.1)
    #expect(
      try store(library, corrected, from: "/rec/1/face.csv", by: "face").outcome == .replaced)
    #expect(
      try store(library, corrected, from: "/copy/face.csv", by: "face").outcome == .unchanged)
    // The session now has the path of the copy.
    let again = session(shift: 0.2)
    #expect(try store(library, again, from: "/copy/face.csv", by: "face").outcome == .replaced)
    #expect(try library.videos.all().map(\.sessions) == [1])
  }

  @Test func replacingAFileRemovesAllItsSessions() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let old = [session("a", viewer: "a"), session("b", viewer: "b", shift: 0.1)]
    for new in old { _ = try store(library, new, from: "/old.csv") }
    let label = try #require(try library.sessions.all(of: "bbb").first?.file)
    _ = try store(library, session("c", viewer: "c", shift: 0.2), from: "/other.csv")
    _ = try store(
      library, session("a2", viewer: "a", shift: 0.3), from: "/new.csv", replacing: label)
    #expect(try library.videos.all().map(\.sessions) == [2])
    #expect(throws: StoreRejection.noSuchFile) {
      _ = try store(library, session("d", viewer: "d"), from: "/d.csv", replacing: "/old.csv")
    }
    let byPath = FileReference(path: "/new.csv", label: "new.csv")
    #expect(try library.sessions.remove(file: byPath, of: "bbb").sessions == 1)
    #expect(throws: StoreRejection.noSuchFile) {
      _ = try library.sessions.remove(file: byPath, of: "bbb")
    }
  }

  @Test func filesOfTheSameNameHaveDifferentLabels() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    for (index, path) in ["/1/e.csv", "/2/e.csv"].enumerated() {
      let new = session("s\(index)", viewer: "anna", shift: Double(index) / 10)
      _ = try store(library, new, from: path)
    }
    let name = FileReference(path: "/nowhere/e.csv", label: "e.csv")
    #expect(throws: StoreRejection.noSuchFile) {
      _ = try library.sessions.remove(file: name, of: "bbb")
    }
    let labels = try library.sessions.viewersWithSeveralSessions(of: "bbb").flatMap {
      $0.map(\.file)
    }
    #expect(Set(labels).count == 2)
    let one = FileReference(path: labels[0], label: labels[0])
    #expect(try library.sessions.remove(file: one, of: "bbb").sessions == 1)
    #expect(try library.sessions.viewersWithSeveralSessions(of: "bbb").isEmpty)
  }

  /// The viewer that a file names and repeated imports do not matter.
  @Test func pathsAreStoredOnlyAsLabels() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    for (viewer, shift) in [("u1", 0.0), ("u2", 0.1), ("u1", 0.2)] {
      _ = try store(library, session(viewer, viewer: viewer, shift: shift), from: "/annabel.csv")
      #expect(try !folder.contains("annabel"))
    }
    let labels = Set(try library.sessions.all(of: "bbb").map(\.file))
    #expect(labels.count == 1 && labels.first??.wholeMatch(of: /file-[0-9a-f]{8}/) != nil)
  }
}
