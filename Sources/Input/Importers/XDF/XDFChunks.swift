/// One chunk of an XDF file, or as much of it as was asked for.
struct XDFChunk {
  enum Kind: UInt16 {
    case fileHeader = 1
    case streamHeader, samples, clockOffset, boundary, streamFooter
  }

  /// `nil` for kinds that no version of the format has yet.
  let kind: Kind?
  /// The stream's number; 0 where the chunk is of none.
  let stream: UInt32
  /// The bytes behind the stream's number.
  let body: [UInt8]
  /// Where the body begins in the file.
  let place: Int
  let file: String

  /// A refusal of what stands so many bytes behind the beginning of the body.
  func failure(_ problem: String, at position: Int = 0) -> ImportError {
    Self.failure(problem, at: place + position, of: file)
  }

  static func failure(_ problem: String, at place: Int, of file: String) -> ImportError {
    ImportError(of: file, "at byte \(place): \(problem)", "copy the file again, whole")
  }

  /// A whole number of little-endian bytes.
  static func integer(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Reads the chunks of an XDF file one after another, in flat memory.
///
/// A chunk is the number of bytes of its length (1, 4 or 8), the length, its kind in two bytes, for
/// most kinds the stream's number in four, and its body; all numbers are little-endian.
struct XDFChunks {
  /// What such a file begins with.
  static let magic = Array("XDF:".utf8)
  /// Recorders write a chunk each half second: more is no chunk, and is not held in memory.
  private static let longest = 256 << 20

  private let file: String
  private var stream: ByteStream
  /// What could not be read so far.
  private(set) var damage = XDFDamage()

  /// Bytes that were read.
  var place: Int { stream.place }

  init(_ source: ByteSource) throws(ImportError) {
    file = source.file
    stream = ByteStream(source)
    guard source.peek().starts(with: Self.magic) else {
      throw ImportError(
        of: file, "no XDF file",
        "give a recording of the Lab Streaming Layer, which begins with XDF:")
    }
    try stream.skip(Self.magic.count)
  }

  /// What a chunk of the kind `boundary` holds; recorders write one every few seconds, so that a
  /// reader can go on after damage.
  private static let boundary: [UInt8] = [
    0x43, 0xA5, 0x46, 0xDC, 0xCB, 0xF5, 0x41, 0x0F, 0xB3, 0x0E, 0xD5, 0x46, 0x73, 0x83, 0xCB, 0xE4,
  ]

  /// Goes to the next chunk.
  ///
  /// If there is damage, it goes on after the next boundary, as pyxdf does, and notes the bytes in
  /// between. A recorder that crashed leaves its last chunk unfinished.
  ///
  /// - Parameter wanted: how many bytes of a chunk's body are wanted; 0 passes over it.
  /// - Returns: the chunk; `nil` at the end.
  /// - Throws: `ImportError` where the file cannot be read.
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
    guard width == 1 || width == 4 || width == 8 else { throw failure("no chunk begins here") }
    let length = XDFChunk.integer(try stream.take(width))
    guard length >= 2, length <= Int.max >> 1 else { throw failure("a chunk without a kind") }
    let kind = XDFChunk.Kind(rawValue: UInt16(XDFChunk.integer(try stream.take(2))))
    var rest = Int(length) - 2
    var number: UInt32 = 0
    switch kind {
    case .streamHeader, .samples, .clockOffset, .streamFooter:
      guard rest >= 4 else { throw failure("a chunk that is too short for its kind") }
      number = UInt32(XDFChunk.integer(try stream.take(4)))
      rest -= 4
    case .fileHeader, .boundary, nil: break
    }
    let place = stream.place
    let kept = min(rest, wanted(kind, number))
    guard kept <= Self.longest else { throw failure("a chunk of \(rest >> 20) MB") }
    let body = try stream.take(kept)
    try stream.skip(rest - kept)
    return XDFChunk(kind: kind, stream: number, body: body, place: place, file: file)
  }
}

/// What of a recording could not be read.
struct XDFDamage {
  /// What was wrong first.
  private(set) var first: ImportError?
  private var places = 0
  private var lost = 0
  private var size = 0

  mutating func add(_ error: ImportError, _ bytes: Int) {
    first = first ?? error
    places += 1
    lost += bytes
  }

  /// The same with what was wrong inside of chunks, of a file of so many bytes.
  func with(_ other: XDFDamage, of size: Int) -> XDFDamage {
    var sum = self
    sum.first = first ?? other.first
    sum.places += other.places
    sum.lost += other.lost
    sum.size = size
    return sum
  }

  /// A sentence; `nil` where all was read.
  ///
  /// - Parameter broken: chunks of samples that hold something else than they say.
  /// - Returns: what was wrong, and how many bytes were read.
  func words(_ broken: Int) -> String? {
    guard places + broken > 0 else { return nil }
    let parts = [
      first.map { "\($0.problem)" },
      broken > 0 ? "\(broken) \(broken == 1 ? "chunk" : "chunks") of samples cannot be read" : nil,
    ].compactMap(\.self)
    return
      "the recording is damaged (\(parts.joined(separator: "; "))): \(size - lost) of \(size) bytes"
      + " were read, and their samples are taken"
  }
}
