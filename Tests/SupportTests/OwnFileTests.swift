import Foundation
import Testing
@testable import Support

/// A folder of one test, which is gone when it is.
final class Scratch {
  let path = FileManager.default.temporaryDirectory.path + "/gazecut-files-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }
  func text(of name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// What may lie under a name in place of a regular file.
  enum Special: String, CaseIterable {
    case folder, pipe, socket, link, danglingLink, hardLink, device
  }

  /// Lays one, which leads to `target` where it leads anywhere; whether that could be done here.
  func lay(_ special: Special, at name: String, target: String) -> Bool {
    let path = file(name)
    switch special {
    case .folder: return mkdir(path, 0o755) == 0
    case .pipe: return mkfifo(path, 0o600) == 0
    case .socket: return mknod(path, S_IFSOCK | 0o600, 0) == 0
    case .link: return symlink(file(target), path) == 0
    case .danglingLink: return symlink(file("nowhere"), path) == 0
    case .hardLink: return link(file(target), path) == 0
    // /dev/null, of which only root may make another.
    case .device: return mknod(path, S_IFCHR | 0o600, dev_t(1 << 8 | 3)) == 0
    }
  }
}

/// What lies under a name of gazecut's own is opened only if gazecut can have put it there.
@Suite struct OwnFileTests {
  @Test(.timeLimit(.minutes(1)), arguments: Scratch.Special.allCases)
  func whatIsNoFileOfItsOwnIsNotOpened(special: Scratch.Special) throws {
    let scratch = try Scratch()
    try scratch.write("precious", to: "other")
    guard scratch.lay(special, at: "own", target: "other") else { return }
    for flags in [O_RDONLY, O_RDWR | O_CREAT, O_WRONLY | O_CREAT] {
      // What is read alone does no harm to whoever has its other name.
      if special == .hardLink, flags == O_RDONLY { continue }
      #expect(throws: FileRejection.self) { try SafeOwnFile.open(scratch.file("own"), flags) }
    }
    #expect(try scratch.text(of: "other") == "precious")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("nowhere")))
  }

  @Test func aFileOfItsOwnIsMadeAndOpenedAgain() throws {
    let scratch = try Scratch()
    let file = try SafeOwnFile.open(scratch.file("own"), O_RDWR | O_CREAT)
    try RegularFile.write(Array("kept".utf8), to: file)
    close(file)
    close(try SafeOwnFile.open(scratch.file("own"), O_RDWR | O_CREAT))
    #expect(try scratch.text(of: "own") == "kept")
  }

  /// Root runs gazecut in a folder where others may lay files.
  @Test(.enabled(if: geteuid() == 0)) func aFileOfAnotherUserIsRefused() throws {
    let scratch = try Scratch()
    try scratch.write("theirs", to: "own")
    chown(scratch.file("own"), 4711, 4711)
    #expect(throws: FileRejection.self) { try SafeOwnFile.open(scratch.file("own"), O_RDWR) }
    // The owner of the folder is whom root works for.
    chown(scratch.path, 4711, 4711)
    close(try SafeOwnFile.open(scratch.file("own"), O_RDWR))
  }

  @Test(.timeLimit(.minutes(1)), arguments: Scratch.Special.allCases)
  func onlyRegularFilesAreRead(special: Scratch.Special) throws {
    let scratch = try Scratch()
    try scratch.write("text", to: "other")
    guard scratch.lay(special, at: "one", target: "other") else { return }
    let bytes = try? RegularFile.bytes(of: scratch.file("one"))
    // Where a file lies is its owner's matter: links are followed.
    #expect(bytes == ([.link, .hardLink].contains(special) ? Array("text".utf8) : nil))
    #expect(throws: FileRejection.self) {
      try RegularFile.bytes(of: scratch.file("other"), atMost: 3)
    }
  }
}
