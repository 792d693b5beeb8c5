/// An order of viewers by what they did, so that the order they were added in changes nothing.
///
/// Who is shifted by how much, which of many are looked at, and the last bits of sums all depend on
/// some order; names must not decide it, and the library's order is by chance.
enum ViewerOrder {
  /// The same viewers in an order of their own.
  static func sorted(_ viewers: [[AudienceRow?]]) -> [[AudienceRow?]] {
    viewers.sorted { $0.lexicographicallyPrecedes($1, by: precedes) }
  }

  /// The same viewers by a digest of what they did: of any number from the front, an even draw.
  static func shuffled(_ viewers: [FoldedViewer]) -> [FoldedViewer] {
    let keyed = viewers.map { (key: digest(of: $0), viewer: $0) }
    return keyed.sorted { $0.key < $1.key }.map(\.viewer)
  }

  private static func digest(of viewer: FoldedViewer) -> UInt64 {
    guard case .rows(let rows) = viewer else { return 0 }
    var digest = ContentDigest()
    for row in rows { digest.add(row) }
    return digest.value
  }

  /// No row comes before any row.
  private static func precedes(_ a: AudienceRow?, _ b: AudienceRow?) -> Bool {
    guard let b else { return false }
    guard let a else { return true }
    return a < b
  }
}
