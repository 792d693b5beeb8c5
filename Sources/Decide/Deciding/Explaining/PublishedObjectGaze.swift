import Audience
import Selection
import Support

/// The figures of a detected object that may be published; `nil` if too few viewers are behind
/// them.
package struct PublishedObjectGaze: Hashable, Sendable {
  package var name: String
  /// Play time at which it appears, in seconds.
  package var appears: Double
  /// Seconds for which it is in the frame.
  package var visible: Double
  /// Lower limit of the number of viewers with gaze while it is visible.
  package var viewers: Int?
  /// Share of these viewers who looked at it, 0…1.
  package var viewersWhoLooked: Double?
  /// Share of the gaze points on it while it is visible, 0…1.
  package var gazeShare: Double?
  /// Median time in seconds from its appearance to a viewer's first gaze point on it.
  package var firstLook: Double?
  /// Mean seconds that a viewer looked at it, without viewers who never did.
  package var dwell: Double?
  /// Share of the viewers who looked at it and reacted meanwhile, 0…1.
  package var reacting: Double?

}

extension PublishedObjectGaze {
  init(_ thing: ObjectGazeSummary, _ disclosure: MinimumGroupRule) {
    (name, appears, visible) = (thing.name, thing.appears, thing.visible)
    viewers = disclosure.atLeast(thing.viewers)
    viewersWhoLooked = disclosure.roundedToSteps(
      Double(thing.viewersWhoLooked) / Double(max(1, thing.viewers)), of: thing.viewers)
    gazeShare = disclosure.share(thing.gazeShare, of: thing.viewersWhoLooked)
    firstLook = disclosure.figure(thing.firstLook, of: thing.viewersWhoLooked)
    dwell = disclosure.figure(thing.dwell, of: thing.viewersWhoLooked)
    reacting = disclosure.roundedToSteps(
      Double(thing.reacting) / Double(max(1, thing.lookersWithFace)), of: thing.lookersWithFace)
  }
}

extension Explanation {
  /// The gaze on each detected object, most first; empty without detections.
  package func objects() throws -> [PublishedObjectGaze] {
    try details(in: []).map { objects(of: $0) } ?? []
  }

  package func objects(of details: AudienceDetails) -> [PublishedObjectGaze] {
    details.objects.map { PublishedObjectGaze($0, disclosure) }.sorted { one, other in
      func seconds(_ thing: PublishedObjectGaze) -> Double {
        (thing.gazeShare ?? -1) * thing.visible
      }
      let (first, second) = (seconds(one), seconds(other))
      return first == second ? one.name < other.name : first > second
    }
  }

  package func objectsTable(as format: SeriesFormat) throws -> String {
    let rows = try objects().map { thing -> [(String, String?)] in
      [
        ("thing", thing.name), ("appears", Rounding.text(thing.appears, decimals: 1)),
        ("visible", Rounding.text(thing.visible, decimals: 1)),
        ("viewers", thing.viewers.map(String.init)),
        ("lookers", thing.viewersWhoLooked.map { Rounding.text($0, decimals: 2) }),
        ("gazeShare", thing.gazeShare.map { Rounding.text($0, decimals: 2) }),
        ("firstLook", thing.firstLook.map { Rounding.text($0, decimals: 1) }),
        ("dwell", thing.dwell.map { Rounding.text($0, decimals: 1) }),
        ("reacting", thing.reacting.map { Rounding.text($0, decimals: 2) }),
      ]
    }
    switch format {
    case .csv:
      let head = "thing,appears,visible,viewers,lookers,gazeShare,firstLook,dwell,reacting"
      return ([head] + rows.map { $0.map { CSVText.cell($0.1 ?? "") }.joined(separator: ",") })
        .map { $0 + "\n" }.joined()
    case .json:
      return rows.map { row in
        JSONText.of { json in
          for (name, value) in row {
            guard let value else { continue }
            if name == "thing" { json.add(name, value) } else { json.add(name, raw: value) }
          }
        } + "\n"
      }.joined()
    }
  }
}
