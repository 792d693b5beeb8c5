import Foundation
import TestMaterial
import Testing

@testable import Rendering
@testable import Support

/// A process that reads a source badly is told as what it is, and holds nobody up.
@Suite struct SourceReaderFailureTests {
  private func failure(
    _ script: String, isCancelled: @escaping @Sendable () -> Bool = { false },
    asking question: (SourceReader) throws -> Void = { _ = try $0.probe() }
  ) throws -> CommandFailure? {
    StandardStreams.prepare()
    let path = FileManager.default.temporaryDirectory.path + "/gazecut-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ExternalProgram.writeScript("#!/bin/sh\n\(script)\n", to: path)
    return #expect(throws: CommandFailure.self) {
      try question(SourceReader("/films/walk.mp4", program: path, isCancelled: isCancelled))
    }
  }

  @Test func deathIsToldWithItsLastWords() throws {
    let failure = try failure("echo out of luck >&2; exit 9")
    #expect(failure?.status == .bug && failure?.scope == .video)
    let wanted = "'/films/walk.mp4' died (exit status 9: out of luck)"
    #expect(failure?.message.contains(wanted) == true, "\(String(describing: failure))")
  }

  @Test func killedItWantsForTheMachine() throws {
    let failure = try failure("kill -KILL $$")
    #expect(failure?.scope == .machine, "\(String(describing: failure))")
  }

  @Test func whoIsStoppedStopsAHangingOne() throws {
    #expect(try failure("kill -STOP $$", isCancelled: { true })?.status == .interrupted)
  }

  /// A pipe holds 64 kB, and these letters are more.
  @Test func whatItDoesNotTakeHoldsNobodyUp() throws {
    let letters = (0x4E00...0xB000).compactMap { UnicodeScalar($0).map { String($0) } }.joined()
    #expect(letters.utf8.count > 1 << 16)
    let failure = try failure("kill -STOP $$", isCancelled: { true }) {
      _ = try $0.missingLetters(in: [letters])
    }
    #expect(failure?.status == .interrupted)
  }
}
