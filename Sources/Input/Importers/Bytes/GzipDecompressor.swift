import CZlib

/// Decompresses gzip data with any number of members; rejects damaged data and bombs.
@safe
final class GzipDecompressor {
  /// Maximum compression ratio, against decompression bombs; sample data shrinks 10 to 30 times.
  private static let largestRatio = 200
  private let freeBytes: Int

  private let file: String
  /// Allocated on the heap, because zlib stores its address and rejects a stream that moved.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var offset = 0
  private var consumed = 0
  private var produced = 0
  private var isBetweenMembers = false

  /// `freeBytes` is the number of decompressed bytes before the ratio is checked.
  init(file: String, freeBytes: Int = 256 << 20) {
    self.file = file
    self.freeBytes = freeBytes
    // Window bits 16 + 15: gzip only, with the largest window (zlib.h).
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe inflateInit2_(stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Decompresses into the start of `buffer`, and returns the number of bytes; 0 at the end.
  ///
  /// `next` returns more compressed bytes, or none at the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, from next: () throws(ImportError) -> [UInt8]
  ) throws(ImportError) -> Int {
    while true {
      if offset == input.count { (input, offset) = (try next(), 0) }
      guard let first = input[offset...].first else {
        guard isBetweenMembers else {
          throw ImportError(
            .endsEarly, of: file, "the gzip data is incomplete", "copy the whole file again")
        }
        return 0
      }
      if isBetweenMembers {
        // Skip zero padding after the last member, which tapes add.
        guard first != 0 else {
          offset += 1
          continue
        }
        unsafe inflateReset(stream)
        isBetweenMembers = false
      }
      let count = try unsafe step(into: buffer)
      if count > 0 { return count }
    }
  }

  private func step(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let start = offset
    var code = Z_OK
    let available = input.count - start
    unsafe input.withUnsafeMutableBufferPointer { bytes in
      unsafe stream.pointee.next_in = unsafe bytes.baseAddress.map { unsafe $0 + start }
      unsafe stream.pointee.avail_in = UInt32(available)
      let output = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      unsafe stream.pointee.next_out = unsafe output
      unsafe stream.pointee.avail_out = UInt32(clamping: buffer.count)
      code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
    }
    let used = unsafe available - Int(stream.pointee.avail_in)
    let count = unsafe min(buffer.count, Int(UInt32.max)) - Int(stream.pointee.avail_out)
    offset += used
    consumed += used
    produced += count
    guard code == Z_OK || code == Z_STREAM_END || (code == Z_BUF_ERROR && used + count == 0) else {
      throw ImportError(of: file, "the gzip data is damaged", "copy the whole file again")
    }
    isBetweenMembers = code == Z_STREAM_END
    guard produced < freeBytes || produced / max(1, consumed) < Self.largestRatio else {
      throw ImportError(
        of: file, "the gzip data unpacks to more than \(Self.largestRatio) times its size",
        "if you trust the file, unpack it before the import")
    }
    return count
  }
}
