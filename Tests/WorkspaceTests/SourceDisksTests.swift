import Foundation
import Testing

@testable import Workspace

@Suite struct SourceDisksTests {
  let folder: TemporaryFolder
  let disks: TimedDiskAccess

  init() throws {
    folder = try TemporaryFolder()
    disks = TimedDiskAccess(home: folder.path, patience: 0.2)
  }

  /// A named pipe without a writer blocks like a mount that does not answer.
  private func pipe(_ name: String) -> String {
    let path = folder.path + "/" + name
    #expect(mkfifo(path, 0o600) == 0)
    return path
  }

  /// Unblocks all readers of the pipe, so that no thread outlives its test.
  private func release(_ pipe: String) { close(open(pipe, O_RDWR)) }

  @Test func answersAreReturned() throws {
    for number in 0..<3 { #expect(try disks.ask(about: folder.path) { number } == number) }
    #expect(try disks.ask(about: folder.path) { String?.none } == nil)
  }

  @Test func unresponsivePathIsReportedAndNotTriedAgain() throws {
    let silent = pipe("silent.mp4")
    defer { release(silent) }
    let error = #expect(throws: TimedDiskAccess.NoResponse.self) {
      _ = try disks.ask(about: silent) { open(silent, O_RDONLY | O_CLOEXEC) }
    }
    #expect(error?.path == silent)
    // The path is not tried again, although this query would be answered at once.
    #expect(throws: TimedDiskAccess.NoResponse.self) { _ = try disks.ask(about: silent) { true } }
    // A link to the path is not tried either.
    let link = folder.path + "/link.mp4"
    symlink("./silent.mp4", link)
    #expect(throws: TimedDiskAccess.NoResponse.self) { _ = try disks.ask(about: link) { true } }
    // One unresponsive file does not make the whole disk unavailable.
    #expect(try disks.ask(about: folder.path + "/other.mp4") { true })
  }

  @Test func manyThreadsMayAskAtOnce() {
    let (disks, path) = (disks, folder.path)
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      #expect((try? disks.ask(about: path) { number }) == number)
    }
  }

  @Test func symbolicLinksAreResolvedLikeInTheKernel() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/a/b", withIntermediateDirectories: true)
    symlink("../a/b", folder.path + "/a/c")
    symlink(folder.path + "/a", folder.path + "/d")
    symlink("round", folder.path + "/round")
    let root = try #require(SymlinkResolver.end(of: folder.path))
    #expect(SymlinkResolver.end(of: folder.path + "/d/./c/film.mp4") == root + "/a/b/film.mp4")
    #expect(SymlinkResolver.end(of: folder.path + "/d/c/..") == root + "/a")
    #expect(SymlinkResolver.end(of: folder.path + "/d/c/x", outside: [root + "/a/b"]) == nil)
    #expect(SymlinkResolver.end(of: folder.path + "/round") == root + "/round")
    #expect(SymlinkResolver.end(of: "/..") == "/")
  }

  /// Lines as in proc(5), with spaces written as \040.
  @Test func mountOfAPathIsTheLongestMountPointAboveIt() {
    let list = #"""
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      40 22 0:35 / /nas rw,relatime shared:9 - nfs4 host:/films rw
      41 22 0:36 / /nas/old\040films rw - nfs4 host:/old rw
      42 22 0:37 / /nas/old\040films rw shared:3 master:1 - fuse.rclone far: rw
      """#
    let mounts = MountPoints(list)
    #expect(mounts.mount(of: "/nas/a.mp4") == ("/nas", "nfs4"))
    // A later mount hides an earlier one.
    #expect(mounts.mount(of: "/nas/old films/a.mp4") == ("/nas/old films", "fuse.rclone"))
    #expect(mounts.mount(of: "/nasal/a.mp4") == ("/", "ext4"))
    #expect(MountPoints().mount(of: "/proc").type == "proc")
  }
}
