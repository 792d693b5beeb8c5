import Testing
@testable import Support

/// Test vectors of NIST (FIPS 180-4 examples, CAVP) and RFC 4231.
struct DigestVectorTests {
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "a", 1_000_000,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `SHA-256 gives the digests of FIPS 180-4`(part: String, times: Int, digest: String) {
    #expect(SHA256.hex(String(repeating: part, count: times)) == digest)
  }

  @Test func `SHA-256 of parts equals SHA-256 of the whole message`() {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for split in [0, 1, 55, 56, 63, 64, 65, 999, 1000] {
      var digest = SHA256()
      digest.update(message[..<split])
      digest.update(AnySequence(message[split...]))
      #expect(digest.finalize().hex == SHA256.hex(message))
    }
  }

  /// RFC 4231, cases 1, 2, 3, 6 and 7: keys shorter and longer than a block.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      Array(
        """
        This is a test using a larger than block-size key and a larger than block-size data. \
        The key needs to be hashed before being used by the HMAC algorithm.
        """.utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func `HMAC gives the codes of RFC 4231`(key: [UInt8], message: [UInt8], code: String) {
    #expect(HMACSHA256.code(of: message, key: key).hex == code)
  }

  @Test func `hexadecimal digits are parsed, and invalid ones rejected`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect([UInt8](hexDigits: Array(bytes.hex.utf8)) == bytes)
    #expect([UInt8](hexDigits: Array("0g".utf8)) == nil)
    #expect([UInt8](hexDigits: Array("abc".utf8)) == nil)
  }
}
