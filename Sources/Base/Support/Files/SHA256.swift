import CDigest

/// A SHA-256 hash (FIPS 180-4) that is computed incrementally by libavutil.
package struct SHA256: ~Copyable {
  private let state: OpaquePointer

  package init() {
    guard let state = av_sha_alloc() else { preconditionFailure("no memory for a digest") }
    av_sha_init(state, 256)
    self.state = state
  }

  /// Copies the state of another hash, so that both can continue independently.
  package init(_ other: borrowing SHA256) {
    guard let state = av_sha_alloc() else { preconditionFailure("no memory for a digest") }
    UnsafeMutableRawPointer(state).copyMemory(
      from: UnsafeRawPointer(other.state), byteCount: Int(av_sha_size))
    self.state = state
  }

  deinit { av_free(UnsafeMutableRawPointer(state)) }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let inPlace: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      av_sha_update(state, buffer.baseAddress, buffer.count)
    }
    if inPlace == nil { update(Array(bytes)) }
  }

  package mutating func update(_ text: String) { update(Array(text.utf8)) }

  /// Returns the hash of the whole message: 32 bytes.
  package consuming func finalize() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(state, &digest)
    return digest
  }

  package static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finalize().hex
  }

  package static func hex(_ text: String) -> String { hex(Array(text.utf8)) }
}

/// HMAC with SHA-256 (RFC 2104): a keyed hash, which cannot be computed without the key.
package enum HMACSHA256 {
  /// Returns the authentication code of a message, 32 bytes; the key may have any length.
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    guard let state = av_hmac_alloc(AV_HMAC_SHA256) else {
      preconditionFailure("no memory for a digest")
    }
    defer { av_hmac_free(state) }
    var code = [UInt8](repeating: 0, count: 32)
    av_hmac_init(state, key, UInt32(key.count))
    av_hmac_update(state, message, UInt32(message.count))
    av_hmac_final(state, &code, UInt32(code.count))
    return code
  }
}

extension Sequence<UInt8> {
  /// The bytes as lowercase hexadecimal digits, two per byte.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Array<UInt8> {
  /// Decodes hexadecimal digits in ASCII, two per byte; `nil` if they are not valid.
  package init?(hexDigits digits: some Collection<UInt8>) {
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    var high: UInt8?
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      if let first = high {
        append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
  }
}
