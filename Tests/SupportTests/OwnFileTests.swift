import Foundation
import Testing
@testable import Support

/// A temporary folder that is deleted at the end of the test.
final class TemporaryFolder {
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

  /// Kinds of directory entries that gazecut does not use as its own files.
  enum SpecialFile: String, CaseIterable {
    case folder, pipe, socket, link, danglingLink, hardLink, device
  }

  /// Creates a special file and returns whether the system allowed it; links point to `target`.
  func create(_ special: SpecialFile, at name: String, target: String) -> Bool {
    let path = file(name)
    switch special {
    case .folder: return mkdir(path, 0o755) == 0
    case .pipe: return mkfifo(path, 0o600) == 0
    case .socket: return mknod(path, S_IFSOCK | 0o600, 0) == 0
    case .link: return symlink(file(target), path) == 0
    case .danglingLink: return symlink(file("nowhere"), path) == 0
    case .hardLink: return link(file(target), path) == 0
    // The same device as /dev/null; only root may create it.
    case .device: return mknod(path, S_IFCHR | 0o600, dev_t(1 << 8 | 3)) == 0
    }
  }
}

/// gazecut opens its own files only if no other user can have replaced them.
@Suite struct OwnFileTests {
  @Test(.timeLimit(.minutes(1)), arguments: TemporaryFolder.SpecialFile.allCases)
  func specialFilesAreNotOpenedAsOwnFiles(special: TemporaryFolder.SpecialFile) throws {
    let folder = try TemporaryFolder()
    try folder.write("precious", to: "other")
    guard folder.create(special, at: "own", target: "other") else { return }
    for flags in [O_RDONLY, O_RDWR | O_CREAT, O_WRONLY | O_CREAT] {
      // Reading a hard link does not change the file under its other name.
      if special == .hardLink, flags == O_RDONLY { continue }
      #expect(throws: FileRejection.self) { try SafeOwnFile.open(folder.file("own"), flags) }
    }
    #expect(try folder.text(of: "other") == "precious")
    #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere")))
  }

  @Test func ownFileIsCreatedAndReopened() throws {
    let folder = try TemporaryFolder()
    let file = try SafeOwnFile.open(folder.file("own"), O_RDWR | O_CREAT)
    try RegularFile.write(Array("kept".utf8), to: file)
    close(file)
    close(try SafeOwnFile.open(folder.file("own"), O_RDWR | O_CREAT))
    #expect(try folder.text(of: "own") == "kept")
  }

  /// Root may run gazecut in a folder where other users can create files.
  @Test(.enabled(if: geteuid() == 0)) func fileOfAnotherUserIsRejected() throws {
    let folder = try TemporaryFolder()
    try folder.write("theirs", to: "own")
    chown(folder.file("own"), 4711, 4711)
    #expect(throws: FileRejection.self) { try SafeOwnFile.open(folder.file("own"), O_RDWR) }
    // Files that belong to the owner of the folder are accepted.
    chown(folder.path, 4711, 4711)
    close(try SafeOwnFile.open(folder.file("own"), O_RDWR))
  }

  @Test(.timeLimit(.minutes(1)), arguments: TemporaryFolder.SpecialFile.allCases)
  func onlyRegularFilesAreRead(special: TemporaryFolder.SpecialFile) throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "other")
    guard folder.create(special, at: "one", target: "other") else { return }
    let bytes = try? RegularFile.bytes(of: folder.file("one"))
    // Input files may be links.
    #expect(bytes == ([.link, .hardLink].contains(special) ? Array("text".utf8) : nil))
    #expect(throws: FileRejection.self) {
      try RegularFile.bytes(of: folder.file("other"), atMost: 3)
    }
  }
}
