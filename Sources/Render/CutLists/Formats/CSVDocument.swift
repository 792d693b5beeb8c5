import EditDecisions
import Support

/// The moments as CSV, one row per shot.
struct CSVDocument {
  let document: DecisionDocument
  let source: TimelineSource

  private static let header = [
    "video", "moment", "rank", "start", "end", "score", "emotion", "reactingShare",
    "reactingViewers", "held", "viewers", "gazeKept", "shot", "shotStart", "shotEnd", "firstFrame",
    "frames", "layout", "x", "y", "width", "height", "title",
  ]

  var text: String {
    let rows = document.moments.flatMap { moment in
      moment.framing.shots.enumerated().map { row(moment, $0 + 1, $1) }
    }
    return ([Self.header] + rows).map { row in
      row.map(CSVText.cell).joined(separator: ",") + "\r\n"
    }.joined()
  }

  private func row(_ moment: Moment, _ number: Int, _ shot: ClipShot) -> [String] {
    let rate = source.frameRate.counted
    let (first, end) = (rate.frame(nearest: shot.start), rate.frame(nearest: shot.end))
    let why = moment.why
    let windows = shot.windows
    let window = windows.count == 1 ? windows[0].first : nil
    return [
      document.video.id, moment.id, "\(moment.rank)", seconds(moment.start), seconds(moment.end),
      // Without viewers and without an engagement curve, a moment has no score.
      why.viewers > 0 || why.curve != nil ? share(moment.score) : "", why.emotion ?? "",
      share(why.reactingShare),
      tenths(why.reactingViewers), share(why.held), why.viewers > 0 ? "\(why.viewers)" : "",
      share(moment.framing.gazeKept), "\(number)",
      seconds(shot.start), seconds(shot.end), "\(first)", "\(max(1, end - first))",
      shot.layout.name, tenths(window?.x), tenths(window?.y), tenths(window?.width),
      tenths(window?.height), moment.framing.line ?? document.title ?? "",
    ]
  }

  private func seconds(_ value: Double) -> String { Rounding.text(value, decimals: 3) }
  private func share(_ value: Double?) -> String {
    value.map { Rounding.text($0, decimals: 2) } ?? ""
  }
  private func tenths(_ value: Double?) -> String {
    value.map { Rounding.text($0, decimals: 1) } ?? ""
  }
}
