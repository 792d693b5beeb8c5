import CZlib

/// A small, valid gzip file that unpacks to gigabytes.
package enum HugeGzip {
  private static let blockLength = 16 << 20

  /// Packs a beginning, followed by some gigabytes of one byte.
  ///
  /// After a full flush, packed blocks are independent. So one block of 16 MB is packed and
  /// repeated, and checksums are combined.
  package static func bytes(
    after beginning: String, _ byte: UInt8, gigabytes: Int = 10
  ) -> [UInt8] {
    let blocks = gigabytes * 64
    let head = Array(beginning.utf8)
    let block = [UInt8](repeating: byte, count: blockLength)
    let packed = flushed(block)
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + flushed(head)
    var sum = crc32(0, head, UInt32(head.count))
    let blockSum = crc32(0, block, UInt32(block.count))
    for _ in 0..<blocks {
      bytes += packed
      sum = crc32_combine(sum, blockSum, blockLength)
    }
    // An empty last block with fixed codes (RFC 1951, 3.2.6), then checksum and length.
    bytes += [3, 0]
    let length = UInt32(truncatingIfNeeded: blocks * blockLength + head.count)
    for word in [UInt32(truncatingIfNeeded: sum), length] {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
    }
    return bytes
  }

  private static func flushed(_ plain: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // A raw stream, because header and trailer are written here.
    deflateInit2_(
      &stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = plain
    var output = [UInt8](repeating: 0, count: 1024 + plain.count / 8)
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FULL_FLUSH)
        return Int(stream.avail_out)
      }
    }
    return Array(output.dropLast(left))
  }
}
