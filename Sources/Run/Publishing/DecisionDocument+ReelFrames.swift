package import EditDecisions
package import Rendering

extension DecisionDocument {
  /// The reel's entries with the seconds of the frames that it shows, which lie up to half a frame
  /// beside those that were decided.
  ///
  /// - Parameter stretches: where the frames of each entry lie, in the entries' order.
  /// - Returns: an entry a stretch.
  package func reel(showing stretches: [ReelStretch]) -> [ReelEntry] {
    zip(reel, stretches).map { entry, stretch in
      ReelEntry(moment: entry.moment, start: stretch.start, end: stretch.end, at: stretch.at)
    }
  }
}
