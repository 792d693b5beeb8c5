/// One chunk of an XDF file, with the requested part of its body.
struct XDFChunk {
  enum Kind: UInt16 {
    case fileHeader = 1
    case streamHeader, samples, clockOffset, boundary, streamFooter
  }

  let kind: Kind?
  /// ID of the stream; 0 if the chunk belongs to none.
  let stream: UInt32
  /// The bytes after the stream ID.
  let body: [UInt8]
  let place: Int
  let file: String

  func failure(_ problem: String, at position: Int = 0) -> ImportError {
    Self.failure(problem, at: place + position, of: file)
  }

  static func failure(_ problem: String, at place: Int, of file: String) -> ImportError {
    ImportError(of: file, "at byte \(place): \(problem)", "copy the whole file again")
  }

  static func integer(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Reads the chunks of an XDF file one after another, in constant memory.
///
/// A chunk consists of the number of length bytes (1, 4 or 8), the length, the kind (2 bytes), for
/// most kinds the stream ID (4 bytes), and the body. All integers are little-endian.
struct XDFChunks {
  static let magic = Array("XDF:".utf8)
  /// Maximum chunk size in bytes; recorders write one chunk per half second.
  private static let longest = 256 << 20

  private let file: String
  private var stream: ByteStream
  private(set) var damage = XDFDamageReport()

  var place: Int { stream.place }

  init(_ source: ByteSource) throws(ImportError) {
    file = source.file
    stream = ByteStream(source)
    guard source.peek().starts(with: Self.magic) else {
      throw ImportError(
        of: file, "this is not an XDF file",
        "give a recording of the Lab Streaming Layer, which begins with XDF:")
    }
    try stream.skip(Self.magic.count)
  }

  /// The content of a boundary chunk; recorders write one every few seconds.
  private static let boundary: [UInt8] = [
    0x43, 0xA5, 0x46, 0xDC, 0xCB, 0xF5, 0x41, 0x0F, 0xB3, 0x0E, 0xD5, 0x46, 0x73, 0x83, 0xCB, 0xE4,
  ]

  /// Reads the next chunk; `nil` at the end.
  ///
  /// After damage, it resumes at the next boundary, as pyxdf does, and counts the bytes in between.
  /// A recorder that crashed leaves an incomplete last chunk. `wanted` returns how many bytes of a
  /// chunk's body to read; 0 skips it.
  mutating func next(_ wanted: (XDFChunk.Kind?, UInt32) -> Int) throws(ImportError) -> XDFChunk? {
    while true {
      let start = stream.place
      do throws(ImportError) {
        return try chunk(wanted)
      } catch {
        guard [.badData, .endsEarly].contains(error.kind) else { throw error }
        let isFound = (try? stream.skip(past: Self.boundary)) ?? false
        damage.add(error, stream.place - start)
        if !isFound { return nil }
      }
    }
  }

  private mutating func chunk(
    _ wanted: (XDFChunk.Kind?, UInt32) -> Int
  ) throws(ImportError) -> XDFChunk? {
    if try stream.isAtEnd() { return nil }
    let start = stream.place
    func failure(_ problem: String) -> ImportError {
      XDFChunk.failure(problem, at: start, of: file)
    }
    let width = Int(try stream.take(1)[0])
    guard width == 1 || width == 4 || width == 8 else {
      throw failure("no valid chunk begins here")
    }
    let length = XDFChunk.integer(try stream.take(width))
    guard length >= 2, length <= Int.max >> 1 else { throw failure("the chunk has no kind") }
    let kind = XDFChunk.Kind(rawValue: UInt16(XDFChunk.integer(try stream.take(2))))
    var rest = Int(length) - 2
    var number: UInt32 = 0
    switch kind {
    case .streamHeader, .samples, .clockOffset, .streamFooter:
      guard rest >= 4 else { throw failure("the chunk is too short for its kind") }
      number = UInt32(XDFChunk.integer(try stream.take(4)))
      rest -= 4
    case .fileHeader, .boundary, nil: break
    }
    let place = stream.place
    let kept = min(rest, wanted(kind, number))
    guard kept <= Self.longest else {
      throw failure("the chunk has \(rest >> 20) MB, which is too large")
    }
    let body = try stream.take(kept)
    try stream.skip(rest - kept)
    return XDFChunk(kind: kind, stream: number, body: body, place: place, file: file)
  }
}

/// The parts of a recording that could not be read.
struct XDFDamageReport {
  private(set) var first: ImportError?
  private var lost = 0
  private var size = 0

  mutating func add(_ error: ImportError, _ bytes: Int) {
    first = first ?? error
    lost += bytes
  }

  /// The sum with damage inside chunks, for a file of `size` bytes.
  func with(_ other: XDFDamageReport, of size: Int) -> XDFDamageReport {
    var sum = self
    sum.first = first ?? other.first
    sum.lost += other.lost
    sum.size = size
    return sum
  }

  /// A sentence for a warning; `nil` if everything was read.
  ///
  /// `broken` is the number of sample chunks with invalid content.
  func words(_ broken: Int) -> String? {
    guard first != nil || broken > 0 else { return nil }
    let parts = [
      first?.problem,
      broken > 0 ? "\(broken) \(broken == 1 ? "chunk" : "chunks") of samples cannot be read" : nil,
    ].compactMap(\.self)
    return
      "the recording is damaged (\(parts.joined(separator: "; "))): \(size - lost) of \(size) bytes"
      + " were read, and their samples are imported"
  }
}
