import Audience
import Foundation
import GRDB
import Testing

@testable import Library

@Suite struct DetectionStoreTests {
  private struct DeliberateError: Error {}

  private func boxes(_ count: Int, label: String = "face") -> [Detection] {
    (0..<count).map {
      Detection(
        time: Double($0 % 1000), label: label, score: 1,
        box: PictureBox(x: 0, y: 0, width: 0.5, height: 0.5), track: $0)
    }
  }

  private func parts(_ library: LibraryDatabase) throws -> Int? {
    try library.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM boxPart") }
  }

  @Test func manyBoxesAreStoredInPartsAndReadInOrderOfTime() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let many = boxes(DetectionBlob.partLength * 2 + 5)
    let set = SeenDetections(video: "bbb", source: "coco", detections: many)
    #expect(try library.detections.store(set) == .added)
    #expect(try parts(library) == 2)
    let ordered = many.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    #expect(try library.detections.all(of: "bbb") == ordered)
    #expect(try library.detections.store(set) == .unchanged)
    #expect(try library.videos.all().map(\.detections) == [["coco": many.count]])
    // No part is left after a replacement or removal.
    let few = SeenDetections(video: "bbb", source: "coco", detections: boxes(2))
    #expect(try library.detections.store(few) == .replaced)
    #expect(try parts(library) == 0)
    #expect(try library.detections.all(of: "bbb") == boxes(2))
    _ = try library.detections.store(set)
    _ = try library.videos.remove("bbb")
    #expect(try parts(library) == 0)
  }

  /// A run reads only the boxes during its moments.
  @Test func boxesAreReadOnlyForTheMoments() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let many = boxes(DetectionBlob.partLength + 5)
    _ = try library.detections.store(SeenDetections(video: "bbb", source: "coco", detections: many))
    let all = try library.detections.all(of: "bbb")
    // Each second appears in both parts. The end of a range is excluded.
    let stretches = [10.0..<12.0, 11.0..<13.5, 900.0..<900.0]
    let read = try library.detections.all(of: "bbb", during: stretches)
    #expect(read == all.filter { (10..<13.5).contains($0.time) })
    #expect(Set(read.map(\.time)) == [10, 11, 12, 13])
    #expect(try library.detections.all(of: "bbb", during: []).isEmpty)
  }

  @Test func incompleteDetectionsAreNotStored() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let old = SeenDetections(video: "bbb", source: "coco", detections: boxes(3))
    _ = try library.detections.store(old)
    #expect(throws: DeliberateError.self) {
      try library.detections.store(of: "bbb", by: "coco") { take in
        try take(boxes(DetectionBlob.partLength, label: "dog"))
        throw DeliberateError()
      }
    }
    #expect(try library.detections.all(of: "bbb") == boxes(3))
    #expect(try parts(library) == 0)
  }

  @Test func damagedBoxCountDoesNotCrashOrAllocateMemory() throws {
    let one = DetectionBlob.encode(boxes(1))
    // All columns are constant, so only the count gives their length.
    let place = 1 + 4 + 4 + "face".utf8.count
    for count in [UInt32.max, 1 << 31, 1 << 24] {
      var bytes = one
      withUnsafeBytes(of: count.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
      #expect(bytes.withUnsafeBytes(DetectionBlob.decode) == nil)
    }
    for end in 0..<one.count {
      #expect(one[..<end].withUnsafeBytes(DetectionBlob.decode) == nil)
    }
    for at in one.indices {
      for byte: UInt8 in [0, 1, 0x7F, 0xFF] {
        var bytes = one
        bytes[at] = byte
        _ = bytes.withUnsafeBytes(DetectionBlob.decode)
      }
    }
  }
}
