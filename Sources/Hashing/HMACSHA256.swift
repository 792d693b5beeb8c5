internal import CDigest

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
