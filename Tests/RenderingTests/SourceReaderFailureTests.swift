import Foundation
import TestMaterial
import Testing

@testable import Rendering
@testable import Support

/// Failures of the process that reads a source.
@Suite struct SourceReaderFailureTests {
  private func failure(
    _ script: String, isCancelled: @escaping @Sendable () -> Bool = { false },
    request: (SourceReader) throws -> Void = { _ = try $0.probe() }
  ) throws -> CommandFailure? {
    StandardStreams.prepare()
    let path = FileManager.default.temporaryDirectory.path + "/gazecut-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ExternalProgram.writeScript("#!/bin/sh\n\(script)\n", to: path)
    return #expect(throws: CommandFailure.self) {
      try request(SourceReader("/films/walk.mp4", program: path, isCancelled: isCancelled))
    }
  }

  @Test func crashIsReportedWithStandardError() throws {
    let failure = try failure("echo out of luck >&2; exit 9")
    #expect(failure?.status == .bug && failure?.scope == .video)
    let wanted = "'/films/walk.mp4' died (exit status 9: out of luck)"
    #expect(failure?.message.contains(wanted) == true, "\(String(describing: failure))")
  }

  @Test func killedReaderIsAFailureOfTheMachine() throws {
    let failure = try failure("kill -KILL $$")
    #expect(failure?.scope == .machine, "\(String(describing: failure))")
  }

  @Test func cancellationEndsAHangingReader() throws {
    #expect(try failure("kill -STOP $$", isCancelled: { true })?.status == .interrupted)
  }

  /// The letters are longer than the buffer of a pipe, 64 KiB.
  @Test func cancellationEndsAWriteToAHangingReader() throws {
    let letters = (0x4E00...0xB000).compactMap { UnicodeScalar($0).map { String($0) } }.joined()
    #expect(letters.utf8.count > 1 << 16)
    let failure = try failure("kill -STOP $$", isCancelled: { true }) {
      _ = try $0.missingLetters(in: [letters])
    }
    #expect(failure?.status == .interrupted)
  }
}
