import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct SampleBufferTests {
  private func sample(_ index: Int, of session: Int) -> Sample {
    Sample(
      time: Double(index) / 1000,
      gaze: .at(
        PicturePoint(x: Double(index % 97) / 97, y: Double(session) / 8), confidence: .full,
        movement: .unknown),
      face: index % 2 == session % 2
        ? .lost : .scores(FaceScores(known: [.happy: Double(index % 11) / 11])))
  }

  /// The sessions alternate row by row and together exceed the memory budget.
  @Test func samplesOnDiskAreReadBackInOrder() throws {
    let scratch = TemporarySampleFile(file: "f", folder: NSTemporaryDirectory())
    let count = TemporarySampleFile.budget / 3 + 1000
    let sessions = (0..<4).map { _ in SampleBuffer(scratch) }
    for index in 0..<count {
      for session in sessions.indices {
        // One session is short and stays in memory while the others grow.
        if session == 3, index > 100 { continue }
        try sessions[session].append(sample(index, of: session))
      }
      if index % 5000 == 0 { #expect(scratch.held <= TemporarySampleFile.budget + 1024) }
    }
    for session in sessions.indices {
      try sessions[session].close()
      var index = 0
      try sessions[session].forEach { part in
        let isLast = index + part.count == sessions[session].count
        #expect(isLast || part.count == SampleColumns.partLength)
        #expect(part[0] == SampleColumns([sample(index, of: session)])[0])
        #expect(part.milliseconds.elementsEqual((index..<index + part.count).map { Int32($0) }))
        index += part.count
      }
      #expect(index == (session == 3 ? 101 : count))
    }
  }

  /// The session that exceeds the budget stays in memory if another session is longer.
  @Test func longestSessionIsWrittenToDiskFirst() throws {
    let scratch = TemporarySampleFile(file: "f", folder: NSTemporaryDirectory(), budget: 4096)
    let sessions = (0..<3).map { _ in SampleBuffer(scratch) }
    for (session, count) in zip(sessions.indices, [1000, 3000, 1100]) {
      for index in 0..<count { try sessions[session].append(sample(index, of: session)) }
    }
    // The third session exceeded the budget at 768 + 2816 + 768 samples: the second was written.
    #expect(sessions.map(\.held) == [768, 0, 1024])
    #expect(scratch.held == 1792)
    #expect(try sessions[1].joined() == SampleColumns((0..<3000).map { sample($0, of: 1) }))
  }

  /// Parts depend only on the samples, and so does the hash of the stored data.
  @Test func partsAreTheSameFromDiskAndMemory() throws {
    let full = TemporarySampleFile(file: "f", folder: NSTemporaryDirectory())
    full.held = TemporarySampleFile.budget
    let count = SampleColumns.partLength + 777
    let onDisk = SampleBuffer(full)
    let inMemory = SampleBuffer(TemporarySampleFile(file: "f", folder: nil))
    for index in 0..<count {
      try onDisk.append(sample(index, of: 0))
      try inMemory.append(sample(index, of: 0))
    }
    func parts(_ samples: SampleBuffer) throws -> [SampleColumns] {
      var parts: [SampleColumns] = []
      try samples.forEach { parts.append($0) }
      return parts
    }
    #expect(try parts(onDisk) == parts(inMemory))
    #expect(try onDisk.joined() == inMemory.joined())
  }

  @Test func temporaryFileLeavesNothingInItsFolder() throws {
    let folder = NSTemporaryDirectory() + "gazecut-scratch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let scratch = TemporarySampleFile(file: "f", folder: folder)
    _ = try scratch.write(SampleColumns([sample(1, of: 0)]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func errorNamesTheMissingFolder() {
    let scratch = TemporarySampleFile(file: "f.csv", folder: "/none")
    let error = #expect(throws: ImportError.self) {
      try scratch.write(SampleColumns([sample(1, of: 0)]))
    }
    #expect(error?.kind == .scratchFailed)
    #expect(error?.remedy == "free some space in /none, and import the file again")
  }
}
