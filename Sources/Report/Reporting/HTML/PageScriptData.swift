import Deciding
import EditDecisions
import Support

/// The data for the script of a video's page, as JSON with shares in whole per cent.
struct PageScriptData {
  var page: VideoPage

  /// The data on one line; `<` is not escaped yet.
  var json: String {
    JSONText.of { json in
      json.add("id", page.id)
      json.add("duration", page.duration, decimals: 3)
      json.add("clips", list: page.clips) { clip, json in
        json.add("rank", clip.rank)
        json.add("start", clip.start, decimals: 3)
        json.add("end", clip.end, decimals: 3)
        json.add("coreStart", clip.coreStart, decimals: 3)
        json.add("coreEnd", clip.coreEnd, decimals: 3)
        json.add("near", clip.near, decimals: 3)
        if clip.why.isChosenByPerson { json.add("fixed", true) }
        json.add("title", clip.framing.line)
        json.add("look", clip.moment.givenFraming?.description)
        if page.clipEditor != nil {
          json.add("shots", list: clip.framing.shots) { shot, json in
            json.add("start", shot.start, decimals: 3)
            json.add("layout", shot.part == nil ? shot.layout.name : "wide")
            let windows = shot.windows.map { keys in
              array(keys.map { numbers([$0.t, $0.x, $0.y, $0.width, $0.height], decimals: 2) })
            }
            json.add("windows", raw: array(windows))
          }
        }
        if let still = clip.heat?.still { json.add("still", HTMLText.address(still)) }
      }
      if let clipEditor = page.clipEditor {
        json.add("desk") { json in
          json.add("picture", raw: array(clipEditor.picture.map(String.init)))
          json.add("frame", clipEditor.frame, decimals: 6)
          json.add("window", raw: numbers(clipEditor.window, decimals: 1))
          json.add("title", page.title)
          json.add("snaps", raw: numbers(clipEditor.snaps, decimals: 3))
          json.add("cuts", raw: numbers(clipEditor.cuts, decimals: 3))
          json.add("pauses", raw: spans(clipEditor.pauses))
          json.add("speech", raw: spans(clipEditor.speech))
          json.add("wishes", raw: array(clipEditor.wishes.map(JSONText.quoted)))
        }
      }
      json.add("refusals", list: refusals) { refusal, json in
        json.add("start", refusal.refusal.start, decimals: 3)
        json.add("end", refusal.refusal.end, decimals: 3)
        json.add("letter", refusal.letter)
        json.add("reason", refusal.refusal.sentence)
      }
      if let curve = page.curve { add(curve, to: &json) }
    }
  }

  private var refusals: [(refusal: PageRejectedSegment, letter: String?)] {
    let listed = zip(page.listedRefusals, PageRejectedSegment.letters).map {
      ($0, String?.some($1))
    }
    return listed + page.refusals.filter { !$0.isListed }.map { ($0, nil) }
  }

  private func add(_ curve: PageCurve, to json: inout JSONText.Members) {
    json.add("binSeconds", curve.binSeconds, decimals: 3)
    json.add("viewers", curve.viewers)
    json.add("least", curve.minimumViewers)
    json.add("emotions", raw: array(curve.emotions.map(JSONText.quoted)))
    json.add("counter", curve.counter)
    json.add("bins") { json in
      json.add("watching", raw: list(curve.bins.map { $0.watching.map(Double.init) }, times: 1))
      json.add("reacting", raw: list(curve.bins.map(\.reacting)))
      json.add("lowest", raw: array(curve.bins.map { $0.isReactingLowest ? "1" : "0" }))
      json.add("held", raw: list(curve.bins.map(\.held)))
      if curve.counter != nil { json.add("counted", raw: list(curve.bins.map(\.counted))) }
      let shares = curve.emotions.indices.map { index in curve.bins.map { $0.shares?[index] } }
      json.add("shares", raw: array(shares.map { list($0) }))
    }
  }

  private func spans(_ spans: [Range<Double>]) -> String {
    array(spans.map { numbers([$0.lowerBound, $0.upperBound], decimals: 3) })
  }

  private func numbers(_ values: [Double], decimals: Int) -> String {
    array(values.map { Rounding.text($0, decimals: decimals) })
  }

  private func list(_ values: [Double?], times scale: Double = 100) -> String {
    array(values.map { $0.map { String(Int(($0 * scale).rounded())) } ?? "null" })
  }

  /// A JSON array without spaces, which make large pages longer.
  private func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}
