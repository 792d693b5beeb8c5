import Audience
package import EditDecisions
import Support

/// The framing of a moment, and how it was found.
package struct FramedMoment: Hashable, Sendable {
  package var framing: EditDecisions.Framing
  /// The object with most of the clustered gaze, `label#track`; `nil` without one.
  package var sceneStealer: String?
  /// Seconds framed without enough gaze, by the name of what was used instead.
  var standIns: [String: Double]

  /// The substitute for gaze, and its duration; `nil` if there was always enough gaze.
  package var framedBy: String? {
    let texts = standIns.sorted { $0.key < $1.key }.map { word, seconds in
      "\(word) for \(Rounding.text(seconds, decimals: 1)) s"
    }
    return texts.isEmpty ? nil : "too few looks: " + texts.joined(separator: ", ")
  }
}

extension FramedMoment {
  /// Joins ranges of a moment that were framed separately, in order of time.
  package init(joining parts: [(request: FramingRequest, framed: FramedMoment)]) {
    func mean(_ share: KeyPath<EditDecisions.Framing, Double?>) -> Double? {
      var (sum, weight) = (0.0, 0.0)
      for (request, framed) in parts {
        guard let share = framed.framing[keyPath: share] else { continue }
        let bins = request.timeline.bins(from: request.start, to: request.end)
        let own = bins.flatMap { request.timeline.points(inBin: $0) }.weight
        sum += own * share
        weight += own
      }
      return weight > 0 ? Rounding.share(sum / weight) : nil
    }
    let longest = parts.filter { $0.framed.sceneStealer != nil }
      .max { $0.request.end - $0.request.start < $1.request.end - $1.request.start }
    self.init(
      framing: EditDecisions.Framing(
        gazeKept: mean(\.gazeKept), gazeKeptSpread: mean(\.gazeKeptSpread),
        shots: parts.flatMap(\.framed.framing.shots)),
      sceneStealer: longest?.framed.sceneStealer,
      standIns: parts.reduce(into: [:]) { $0.merge($1.framed.standIns, uniquingKeysWith: +) })
  }
}
