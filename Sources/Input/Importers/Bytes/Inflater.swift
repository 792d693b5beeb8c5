import CZlib

/// Unpacks gzip: several members in a row, and a refusal of early ends, damage and bombs.
@safe
final class Inflater {
  /// Text of samples shrinks to a tenth or a thirtieth; past this ratio it is no audience's.
  private static let largestRatio = 200
  private let freeBytes: Int

  private let file: String
  /// At one place for its life: zlib keeps the address, and refuses a stream that has moved.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var offset = 0
  private var consumed = 0
  private var produced = 0
  private var betweenMembers = false

  /// Begins a file; the ratio counts once `freeBytes` were unpacked.
  init(file: String, freeBytes: Int = 256 << 20) {
    self.file = file
    self.freeBytes = freeBytes
    // 16 + 15: gzip only, the largest window (zlib.h).
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe inflateInit2_(stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Unpacks into the beginning of `buffer`; `next` gives the next packed bytes, none at the end.
  ///
  /// - Returns: how many bytes there are; 0 at the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, from next: () throws(ImportError) -> [UInt8]
  ) throws(ImportError) -> Int {
    while true {
      if offset == input.count { (input, offset) = (try next(), 0) }
      guard let first = input[offset...].first else {
        guard betweenMembers else {
          throw ImportError(
            .endsEarly, of: file, "the gzip data ends too early", "copy the file again, whole")
        }
        return 0
      }
      if betweenMembers {
        // Padding of zeros after the last member is common on tapes and harmless.
        guard first != 0 else {
          offset += 1
          continue
        }
        unsafe inflateReset(stream)
        betweenMembers = false
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
      throw ImportError(of: file, "the gzip data is damaged", "copy the file again, whole")
    }
    betweenMembers = code == Z_STREAM_END
    guard produced < freeBytes || produced / max(1, consumed) < Self.largestRatio else {
      throw ImportError(
        of: file, "the gzip data unpacks to more than \(Self.largestRatio) times its size",
        "unpack it first if it is to be trusted")
    }
    return count
  }
}
