import Hashing

extension Settings {
  /// `sha256:` and the digest of every setting that changes what is cut.
  package var digest: String {
    let text = Setting.all.filter(\.matters).map { "\($0.key)=\($0.read(self))\n" }.joined()
    return "sha256:" + SHA256.hex(text)
  }

  /// What a run is made of: the digest, and those of further shapes.
  ///
  /// Each shape has its own, so that another shape changes nothing for those that are there.
  package var digestOfAllShapes: String { shapes.map(\.digest).joined(separator: "+") }
}
