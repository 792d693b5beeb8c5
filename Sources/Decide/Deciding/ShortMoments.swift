package import EditDecisions
import Selection
package import Settings
import Support

extension DecisionDocument {
  /// Which of a person's moments are shorter than `selection.minimumLength`, one line each.
  package func remarksOnShortMoments(_ settings: Settings) -> [String] {
    let least = settings.selection.minimumLength(forDuration: video.duration)
    return moments.filter { $0.why.isChosenByPerson && $0.end - $0.start < least }.map {
      "\(PlayTime.text($0.start, $0.end)) lasts \(Rounding.text($0.end - $0.start, decimals: 1)) s, "
        + "less than the minimum of selection.minimumLength "
        + "(\(Rounding.text(least, decimals: 1)) s); your choice is kept"
    }
  }
}
