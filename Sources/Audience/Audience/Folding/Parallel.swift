import Dispatch

/// Work on all cores.
package enum Parallel {
  /// The results of some independent pieces of work, in their order.
  ///
  /// - Parameters:
  ///   - count: how many pieces.
  ///   - work: does one of them; it is called from several threads at once.
  /// - Returns: one result a piece.
  package static func map<Result>(
    _ count: Int, _ work: @Sendable (Int) -> Result
  ) -> [Result] where Result: Sendable {
    guard count > 1 else { return (0..<max(0, count)).map(work) }
    let results = [Result?](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Each piece writes its own place only.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: count) { index in
        places.initializeElement(at: index, to: work(index))
      }
      initialized = count
    }
    return results.compactMap(\.self)
  }
}
