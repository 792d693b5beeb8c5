internal import CDigest

/// SHA-256 (FIPS 180-4), fed in parts; libavutil computes it.
package struct SHA256: ~Copyable {
  private let state: OpaquePointer

  package init() {
    guard let state = av_sha_alloc() else { preconditionFailure("no memory for a digest") }
    av_sha_init(state, 256)
    self.state = state
  }

  /// What was added to another message so far, to go on with apart from it.
  package init(_ other: borrowing SHA256) {
    guard let state = av_sha_alloc() else { preconditionFailure("no memory for a digest") }
    UnsafeMutableRawPointer(state).copyMemory(
      from: UnsafeRawPointer(other.state), byteCount: Int(av_sha_size))
    self.state = state
  }

  deinit { av_free(UnsafeMutableRawPointer(state)) }

  /// Adds bytes to the message.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let inPlace: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      av_sha_update(state, buffer.baseAddress, buffer.count)
    }
    if inPlace == nil { update(Array(bytes)) }
  }

  /// Adds text, as UTF-8, to the message.
  package mutating func update(_ text: String) { update(Array(text.utf8)) }

  /// The digest of the whole message: 32 bytes.
  package consuming func finalize() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(state, &digest)
    return digest
  }

  /// The digest of a whole message: 64 lowercase hexadecimal digits.
  package static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finalize().hex
  }

  /// The digest of a text in UTF-8: 64 lowercase hexadecimal digits.
  package static func hex(_ text: String) -> String { hex(Array(text.utf8)) }
}

/// HMAC with SHA-256 (RFC 2104): a digest that nobody can make without the key.
package enum HMACSHA256 {
  /// The authentication code of a message under a key of any length: 32 bytes.
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

/// Bytes as hexadecimal text, and back.
extension Sequence<UInt8> {
  /// Lowercase hexadecimal digits, two a byte.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Array<UInt8> {
  /// The bytes that hexadecimal digits (ASCII, two a byte) stand for; `nil` where they do not.
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
