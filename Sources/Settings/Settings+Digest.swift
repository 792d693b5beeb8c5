import Crypto

extension Settings {
  /// `sha256:` and the digest of every setting that changes what is cut.
  public var digest: String {
    let text = Setting.all.filter(\.matters).map { "\($0.key)=\($0.read(self))\n" }.joined()
    let hash = SHA256.hash(data: Array(text.utf8))
    return "sha256:"
      + hash.map { byte in
        let hex = String(byte, radix: 16)
        return byte < 16 ? "0" + hex : hex
      }.joined()
  }
}
