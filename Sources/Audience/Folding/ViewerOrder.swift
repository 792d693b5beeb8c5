/// An order of viewers by what they did, so that the order they were added in changes nothing.
///
/// Who is shifted by how much and the last bits of sums depend on some order; names must not decide
/// it, and the library's order is by chance.
enum ViewerOrder {
  /// The same viewers in an order of their own.
  static func sorted(_ viewers: [[AudienceRow?]]) -> [[AudienceRow?]] {
    viewers.sorted { $0.lexicographicallyPrecedes($1, by: precedes) }
  }

  /// A digest of what a viewer did, which neither a name nor an order decides.
  static func digest(of rows: [AudienceRow?]) -> UInt64 {
    var digest = RunningDigest()
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
