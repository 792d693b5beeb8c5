import Dispatch

package enum Parallel {
  /// Calls `work` with 0 to `count` − 1, from several threads at once; the results are in order.
  package static func map<Result>(
    _ count: Int, _ work: @Sendable (Int) -> Result
  ) -> [Result] where Result: Sendable {
    guard count > 1 else { return (0..<max(0, count)).map(work) }
    let results = [Result?](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Each call initializes only its own element.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: count) { index in
        places.initializeElement(at: index, to: work(index))
      }
      initialized = count
    }
    return results.compactMap(\.self)
  }
}
