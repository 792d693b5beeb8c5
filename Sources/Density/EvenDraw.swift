/// An even draw of at most so many of some things that lie in order.
///
/// - Parameters:
///   - count: how many there are.
///   - most: the most that are drawn; fewer than one draws none.
/// - Returns: the indices drawn, in order: all of them where they are no more than `most`.
package func evenDraw(of count: Int, atMost most: Int) -> [Int] {
  guard count > most else { return Array(0..<max(0, count)) }
  return (0..<max(0, most)).map { $0 * count / most }
}
