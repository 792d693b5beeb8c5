import Foundation
import Library
import LibraryFixture
import Testing
@testable import Failures

@testable import Nightly
@testable import Workspace

@Suite struct ForgettingTests {
  @Test func besideANightAnErasureWaitsForItsTurn() throws {
    let folder = try OwnedFolder()
    try folder.people("a.csv", ["anna", "ben"])
    _ = try folder.take("a.csv", options: OwnedFolder.named)
    var night: RunLock? = try RunLock(folder: folder.path, .exclusive)
    var told: [String] = []
    let text = try Housekeeping(library: folder.library).forget(NamedViewers("anna")) {
      told.append($0)
      // The night is done while it waits.
      night = nil
    }
    #expect(night == nil && text.hasPrefix("Forgotten, in walk."))
    #expect(told.count == 1 && told[0].contains("waiting until it is done"), "\(told)")
    #expect(told[0].contains("process \(getpid())"))
    // Who does not wait is told at once, as before.
    night = try RunLock(folder: folder.path, .exclusive)
    #expect { try RunLock(folder: folder.path, .exclusive) } throws: {
      ($0 as? CommandFailure)?.status == .tryAgain
    }
  }

  @Test func namesAreReadALineEach() throws {
    let folder = try OwnedFolder()
    try folder.write("names.txt", "\u{FEFF}anna\r\n\n  ben \nanna\rcleo")
    let names = try NamedViewers(from: folder.path + "/names.txt")
    #expect(names.entries.map(\.name) == ["anna", "ben", "cleo"])
    #expect(names.entries.map(\.line) == [1, 3, 5])
    for (text, status, words) in [
      ("\n \n", ExitStatus.badData, "names nobody"), ("anna\na\u{FFFD}b\n", .badData, "bad.txt:2:"),
    ] {
      try folder.write("bad.txt", text)
      #expect { try NamedViewers(from: folder.path + "/bad.txt") } throws: {
        let failure = $0 as? CommandFailure
        return failure?.status == status && failure?.message.contains(words) == true
      }
    }
    #expect { try NamedViewers(from: folder.path + "/none.txt") } throws: {
      ($0 as? CommandFailure)?.status == .notFound
    }
  }
}
