import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct ByteSourceGzipTests {
  private let file = ImportFile(format: "timeline", options: ImportOptions(video: "v"))
  private let header = "{\"gazecut\":\"timeline/1\",\"picture\":{\"width\":1,\"height\":1}}\n"

  /// Enough lines to fill several chunks of the reader, which have 256 KiB each.
  private var text: String {
    (0..<6000).reduce(into: header) { text, index in
      text +=
        "{\"t\":\(Double(index) / 4),\"gaze\":{\"x\":0.5,\"y\":0.25,\"tracking\":\"SUCCESS\"},"
      text += "\"note\":\"a \\\"\\u00e9\\ud83d\\ude00\\\" b\"}\n"
    }
  }

  /// Compresses a text with the program `gzip`.
  private func gzip(_ text: String) throws -> [UInt8] {
    let path = NSTemporaryDirectory() + "gazecut-gzip-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path + ".gz") }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try ExternalProgram("gzip").run([path]).status == 0)
    return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".gz")))
  }

  private func times(_ bytes: [UInt8]) throws -> [Double] {
    guard case .sessions(let sessions) = try file.read(bytes) else { return [] }
    return sessions.flatMap { $0.samples.map(\.time) }
  }

  @Test func compressedAndPlainFilesReadTheSame() throws {
    let expected = (0..<6000).map { Double($0) / 4 }
    #expect(try times(Array(text.utf8)) == expected)
    #expect(try times(gzip(text)) == expected)
  }

  @Test func severalGzipMembersAreReadAsOneFile() throws {
    let more = "{\"t\":1,\"gaze\":{\"x\":0,\"y\":0}}\n"
    let bytes = try gzip(header + more) + gzip(more) + [0, 0, 0]
    #expect(try times(bytes) == [1, 1])
  }

  @Test func truncatedAndDamagedGzipDataIsRejected() throws {
    let bytes = try gzip(text)
    for cut in [3, 12, bytes.count / 2, bytes.count - 1] {
      #expect(file.rejection(bytes.prefix(cut)).contains("the gzip data is incomplete;"))
    }
    var damaged = bytes
    damaged[bytes.count - 6] ^= 1
    #expect(file.rejection(damaged).contains("the gzip data is damaged;"))
  }

  @Test func gzipBombIsRejected() throws {
    // 8 MB of line ends compress to 8 kB, a ratio of 1,000. Samples reach a ratio of 30.
    let inflater = GzipDecompressor(file: "bomb.gz", freeBytes: 1 << 20)
    let bomb = try gzip(String(repeating: "\n", count: 8 << 20))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let error = #expect(throws: ImportError.self) {
      while try buffer.withUnsafeMutableBytes({ try inflater.read(into: $0) { bomb } }) > 0 {}
    }
    #expect(error?.problem == "the gzip data unpacks to more than 200 times its size")
    // The same limit accepts ordinary text.
    #expect(try times(gzip(text)).count == 6000)
  }

  @Test func missingFilesAndFoldersAreRejected() throws {
    let format = try #require(ImportFormat.named("timeline"))
    let error = #expect(throws: ImportError.self) {
      try format.read("/none.jsonl", ImportOptions())
    }
    #expect(error?.kind == .notFound)
    let folder = #expect(throws: ImportError.self) { try format.read("/tmp", ImportOptions()) }
    #expect(folder?.kind == .badData)
  }
}
