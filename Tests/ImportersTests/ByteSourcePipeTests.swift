import Foundation
import Synchronization
import Testing

@testable import Importers

/// Reading named pipes, and stopping an import that waits for one.
@Suite struct ByteSourcePipeTests {
  private func withPipe(_ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "gazecut-pipe-\(UUID().uuidString)"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    try body(path)
  }

  /// If a descriptor is closed twice, the second call may close a file of another thread.
  ///
  /// Another thread opens files during 20,000 rejections, and counts those that get closed.
  @Test func rejectedFolderDoesNotCloseFilesOfOtherThreads() async throws {
    let isOver = Mutex(false)
    async let stolen = Task.detached {
      var count = 0
      while !isOver.withLock({ $0 }) {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        sched_yield()
        if fcntl(descriptor, F_GETFD) < 0 { count += 1 } else { close(descriptor) }
      }
      return count
    }.value
    for _ in 0..<20_000 {
      #expect(throws: ImportError.self) { try ByteSource(path: "/") }
    }
    isOver.withLock { $0 = true }
    #expect(await stolen == 0)
  }

  @Test func waitingForTheWriterOfAPipeCanBeStopped() throws {
    try withPipe { path in
      var asked = 0
      let error = #expect(throws: ImportError.self) {
        try ByteSource(path: path) { _, _ in
          asked += 1
          return asked < 2
        }
      }
      #expect(error?.kind == .stopped && asked == 2)
    }
  }

  @Test func dataWrittenLaterIsReadToItsEnd() throws {
    try withPipe { path in
      let text = [UInt8](repeating: 0x61, count: 200_000)
      let thread = Thread {
        let descriptor = open(path, O_WRONLY)
        var left = text[...]
        while !left.isEmpty {
          let count = left.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
          guard count > 0 else { break }
          left = left.dropFirst(count)
        }
        close(descriptor)
      }
      thread.start()
      let source = try ByteSource(path: path)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var read = 0
      while true {
        let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
        guard count > 0 else { break }
        read += count
      }
      #expect(read == text.count)
    }
  }

  @Test func formatOfAPipeIsNotDetected() throws {
    try withPipe { path in
      let error = #expect(throws: ImportError.self) { try ImportFormat.detectFormat(path) }
      #expect(error?.kind == .missingOption)
      #expect(error?.remedy.contains("name the format") == true)
    }
  }
}
