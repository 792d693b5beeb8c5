import Foundation
import TestMaterial
import Testing

@testable import Media

/// Distinguishes files that are being written from those of processes that have ended.
@Suite struct TemporaryNameTests {
  private let day = 86_400.0

  /// A temporary name of another host, boot, PID namespace or process.
  private func name(
    host: String? = nil, boot: String? = nil, space: String? = nil, process: String? = nil
  ) -> String {
    let own = TemporaryName.of("clip.mp4").dropFirst(TemporaryName.prefix.count)
    var parts = own.split(separator: "-", maxSplits: 4).map(String.init)
    for (index, part) in [host, boot, space, process].enumerated() {
      if let part { parts[index] = part }
    }
    return TemporaryName.prefix + parts.joined(separator: "-")
  }

  @Test func fileOfThisProcessIsNotStale() {
    #expect(!TemporaryName.isStale(TemporaryName.of("clip.mp4"), age: 30 * day))
  }

  @Test func fileOfADeadProcessIsStale() {
    // The kernel's largest process ID is 4,194,304.
    #expect(TemporaryName.isStale(name(process: "4194999"), age: 0))
    #expect(!TemporaryName.isStale(name(process: "1"), age: 0))
  }

  /// A process that has ended keeps its ID until its parent waits for it.
  @Test func fileOfAZombieProcessIsStale() throws {
    let file = FileManager.default.temporaryDirectory.path + "/gazecut-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    // `sleep` replaces the shell and never waits for the shell's child.
    let parent = try ChildProcess(
      .init("/bin/sh", ["-c", "true & echo $! >\"$0\"; exec sleep 60", file]))
    defer { parent.signal(SIGKILL) }
    var (process, state): (String?, Character?) = (nil, nil)
    while parent.isRunning, state != "Z" {
      let text = try? String(contentsOfFile: file, encoding: .utf8)
      process = text?.split(separator: "\n").first.map(String.init)
      let stat = process.flatMap {
        try? String(contentsOfFile: "/proc/\($0)/stat", encoding: .utf8)
      }
      state = stat?.split(separator: ")").last?.dropFirst().first
      usleep(1000)
    }
    #expect(TemporaryName.isStale(name(process: process ?? ""), age: 0))
  }

  @Test func fileFromBeforeTheLastBootIsStale() {
    #expect(TemporaryName.isStale(name(boot: "12345678", process: "1"), age: 0))
  }

  /// In a systemd unit with ProcSubset=pid, a process cannot read the boot ID.
  @Test func fileWithoutABootIDIsStaleIfItsProcessIsDead() {
    #expect(!TemporaryName.isStale(name(boot: "00000000", process: "1"), age: 0))
    #expect(TemporaryName.isStale(name(boot: "00000000", process: "4194999"), age: 0))
    // After two days the machine may have rebooted, and the ID may be that of another process.
    #expect(TemporaryName.isStale(name(boot: "00000000", process: "1"), age: 2.1 * day))
  }

  @Test func fileOfAnotherMachineOrContainerIsStaleAfterTwoDays() {
    for other in [name(host: "node7"), name(space: "1")] {
      #expect(!TemporaryName.isStale(other, age: 1.9 * day))
      #expect(TemporaryName.isStale(other, age: 2.1 * day))
    }
  }

  @Test func temporaryNamesOfOlderVersionsAreStale() {
    #expect(TemporaryName.isStale(".tmp-1-walk-0123456789.mp4", age: 0))
    #expect(!TemporaryName.isStale("clip.mp4", age: 30 * day))
  }

  /// Other users of a shared folder can predict the temporary name.
  @Test func symbolicLinkAtTheTemporaryNameIsNotFollowed() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/gazecut-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("precious".utf8).write(to: URL(fileURLWithPath: folder + "/other"))
    let waiting = folder + "/" + TemporaryName.of("file")
    try FileManager.default.createSymbolicLink(
      atPath: waiting, withDestinationPath: folder + "/other")
    try AtomicFile.write([1, 2, 3], to: folder + "/file")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/file")) == Data([1, 2, 3]))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder + "/other")) == Data("precious".utf8))
  }
}
