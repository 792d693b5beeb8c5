internal import CDigest

/// SHA-256 (FIPS 180-4), fed in parts; libavutil computes it.
package struct SHA256: ~Copyable {
  private let state: OpaquePointer

  /// An empty message.
  package init() {
    guard let state = av_sha_alloc() else { preconditionFailure("no memory for a digest") }
    av_sha_init(state, 256)
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
