import Foundation
import Synchronization
import TestMaterial
import Testing

/// An import that is stopped in the middle of a file stores nothing of that file.
@Suite(.waitsForPrograms) struct ImportInterruptionTests {
  private static let header =
    #"{"gazecut":"timeline/1","video":"v","session":"s","picture":{"width":1,"height":1}}"# + "\n"

  /// Writes lines into a pipe until its reader closes it.
  private func feed(_ pipe: String, _ written: ByteCount) {
    let thread = Thread {
      let descriptor = open(pipe, O_WRONLY)
      var bytes = Array(Self.header.utf8)
      var time = 0
      while bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) > 0 {
        let lines = (0..<200).map { "{\"t\":\((time + $0) / 10),\"gaze\":{\"x\":0.5,\"y\":0.5}}\n" }
        bytes = Array(lines.joined().utf8)
        time += 200
        written.bytes.withLock { $0 += bytes.count }
        Thread.sleep(forTimeInterval: 0.01)
      }
      close(descriptor)
    }
    thread.start()
  }

  private final class ByteCount: Sendable {
    let bytes = Mutex(0)
  }

  @Test func signalStopsAnImportFromASilentPipe() throws {
    let library = try TestLibrary()
    let pipe = library.path("silent.jsonl")
    try #require(mkfifo(pipe, 0o600) == 0)
    let running = try Program.start(
      Program.path, ["import", "timeline", pipe], in: library.folder,
      environment: ["GAZECUT_LIBRARY": library.folder])
    // Opening for writing without blocking succeeds once the pipe has a reader.
    var writer: Int32 = -1
    for _ in 0..<600 where writer < 0 {
      writer = open(pipe, O_WRONLY | O_NONBLOCK)
      if writer < 0 { Thread.sleep(forTimeInterval: 0.05) }
    }
    #expect(writer >= 0)
    running.signal(SIGTERM)
    let outcome = try running.wait()
    close(writer)
    #expect(outcome.status == 143, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("error: stopped; nothing of file 1 was stored"))
  }

  @Test(arguments: [(Int32(SIGINT), Int32(130)), (Int32(SIGTERM), Int32(143))])
  func signalDuringAFileStoresNothingOfIt(number: Int32, status: Int32) throws {
    // The reader ends first, and the writer must survive that.
    signal(SIGPIPE, SIG_IGN)
    let library = try TestLibrary()
    try library.write("whole.jsonl", Self.header + #"{"t":1,"gaze":{"x":0.5,"y":0.5}}"#)
    let pipe = library.path("endless.jsonl")
    try #require(mkfifo(pipe, 0o600) == 0)
    let written = ByteCount()
    feed(pipe, written)
    let running = try Program.start(
      Program.path, ["import", "timeline", "whole.jsonl", pipe], in: library.folder,
      environment: ["GAZECUT_LIBRARY": library.folder])
    // More bytes than a pipe holds, so the import is in the middle of the file.
    for _ in 0..<600 where written.bytes.withLock({ $0 }) < 200_000 {
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(running.isRunning)
    running.signal(number)
    let outcome = try running.wait()
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains("nothing of file 2 was stored, the files before it were"))
    #expect(outcome.output.contains(": 1 session of v, 1 sample"), "\(outcome.output)")
    // Partial data is gone with the write-ahead log of the database.
    #expect(library.files("").allSatisfy { !$0.contains("import") && !$0.hasSuffix("-wal") })
    let sessions = try library.gazecut("status", "--sessions", "v", "--verbose").output
    #expect(sessions.contains("at 1 s, gaze usable in 100 %"), "\(sessions)")
    #expect(sessions.hasPrefix("v: 1 session, "), "\(sessions)")
  }
}
