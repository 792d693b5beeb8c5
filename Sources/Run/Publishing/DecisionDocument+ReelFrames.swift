package import EditDecisions
package import Rendering

extension DecisionDocument {
  /// The entries of the highlight reel with the exact times of its frames.
  ///
  /// Frame times differ from the chosen seconds by up to half a frame.
  package func reel(showing stretches: [ReelSegment]) -> [ReelEntry] {
    zip(reel, stretches).map { entry, stretch in
      ReelEntry(moment: entry.moment, start: stretch.start, end: stretch.end, at: stretch.at)
    }
  }
}
