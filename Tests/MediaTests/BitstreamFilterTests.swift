import Foundation
import MediaFixture
import Testing

@testable import Media

@Suite struct BitstreamFilterTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// Decoders pass over what they do not know in a stream's headers; the filter refuses it, and is
  /// freed once.
  @Test func headersThatTheFilterRefusesAreARefusal() throws {
    let path = try fixture.make(
      "a.mp4", duration: 1,
      options: [
        .init("preset", "ultrafast"), .init("crf", "20"), .init("x264-params", "repeat-headers=1"),
      ])
    try Self.breakHeaders(of: path)
    let info = try MediaInfo.probe(path)
    let crop = CodedCrop(x: 64, y: 0, width: 100, height: 180, picture: (320, 180))
    for _ in 0..<3 {
      let error = #expect(throws: MediaError.self) {
        try StreamCopy(info).write(
          from: 0, to: 0.5, crop: crop, to: fixture.folder + "/copy.mp4")
      }
      #expect(error?.kind == .unsupported, "\(String(describing: error))")
      #expect(error?.operation.contains("h264_metadata") == true, "\(String(describing: error))")
    }
  }

  /// A packet that the filter takes and cannot read: no copy is made of what lies around it.
  @Test func aPacketThatTheFilterCannotReadIsAFailure() throws {
    let path = try fixture.make("a.mp4", duration: 1)
    try Self.breakPicture(6, of: path)
    let info = try MediaInfo.probe(path)
    let crop = CodedCrop(x: 64, y: 0, width: 100, height: 180, picture: (320, 180))
    let error = #expect(throws: MediaError.self) {
      try StreamCopy(info).write(from: 0, to: 0.8, crop: crop, to: fixture.folder + "/copy.mp4")
    }
    #expect(
      error?.operation == "rewrite a packet with h264_metadata", "\(String(describing: error))")
  }

  /// Lets a picture's slice claim to be longer than its packet.
  private static func breakPicture(_ number: Int, of path: String) throws {
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let name = Array("mdat".utf8)
    var unit = 4 + (try #require(bytes.indices.first { bytes[$0...].starts(with: name) }))
    var pictures = 0
    // Length in four bytes, then the unit; types 1 and 5 are slices.
    while true {
      if [1, 5].contains(bytes[unit + 4] & 31) { pictures += 1 }
      guard pictures <= number else { break }
      unit += 4 + bytes[unit..<unit + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    bytes[unit] = 0x7F
    try AtomicFile.write(bytes, to: path)
  }

  /// Calls the first picture parameter set in the `avcC` box an extension of sequence parameters.
  private static func breakHeaders(of path: String) throws {
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let name = Array("avcC".utf8)
    let box = try #require(bytes.indices.dropLast(64).first { bytes[$0..<$0 + 4] == name[...] })
    // Version, profile, compatibility, level, length size, count; then length and bytes.
    let length = box + 4 + 6
    let next = length + 2 + (Int(bytes[length]) << 8 | Int(bytes[length + 1]))
    #expect(bytes[next + 3] & 31 == 8)
    bytes[next + 3] = 0x6D
    try AtomicFile.write(bytes, to: path)
  }
}
