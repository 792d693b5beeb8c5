import Support

package struct DecisionTable {
  var document: DecisionDocument

  package init(_ document: DecisionDocument) { self.document = document }

  /// The table, at most 80 columns wide unless a figure is very long, ending with a line feed.
  ///
  /// Text from files is escaped, so it cannot contain terminal control sequences.
  package var text: String {
    var lines = Self.wrapped(title, indent: 0)
    lines += document.audience.excluded.flatMap {
      Self.wrapped(
        "left out: \($0.viewers > 0 ? "\($0.viewers)" : "a few"), \($0.reason)", indent: 2)
    }
    lines += moments
    lines += rejectionLines
    if !document.reel.isEmpty {
      let seconds = document.reel.reduce(0) { $0 + $1.end - $1.start }
      lines += ["", "  reel: \(document.reel.count) in order of time, \(Self.length(seconds))"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ text: String, indent: Int) -> [String] {
    TerminalText.wrapped(text, indent: String(repeating: " ", count: indent))
  }

  private var title: String {
    let video = document.video
    let picture = "\(video.width)x\(video.height), \(Self.rate(video.frameRate)) frames/s"
    return "\(video.id): \(PlayTime.clock(video.duration)), \(picture), "
      + Self.viewers(document.audience.viewers)
  }

  /// One line of figures per moment, followed by one labelled line per fact.
  private var moments: [String] {
    guard !document.moments.isEmpty else {
      return [""] + Self.wrapped("no moment" + (document.reason.map { ": \($0)" } ?? ""), indent: 2)
    }
    // Leave out the column for confidence if no moment has one: the user chose them, or an older
    // version wrote them.
    let isSure = document.moments.contains { $0.why.sure != nil }
    let rows = document.moments.map { moment in
      let why = moment.why
      return [
        String(moment.rank), PlayTime.clock(moment.start), PlayTime.clock(moment.end),
        Self.length(moment.end - moment.start),
        moment.score.map { Rounding.text($0, decimals: 2) } ?? "-",
      ] + (isSure ? [why.sure.map(Rounding.percent) ?? "-"] : []) + [
        Self.reactionText(why), (moment.framing.gazeKept ?? why.held).map(Rounding.percent) ?? "-",
        why.viewers > 0 ? String(why.viewers) : "-",
      ]
    }
    let header =
      ["#", "from", "to", "length", "score"] + (isSure ? ["conf."] : [])
      + ["reacting", "gaze", "viewers"]
    let figures = TextColumns.lines([header] + rows, rightAligned: Set(header.indices))
    return ["", legend(isSure), figures[0]]
      + zip(figures.dropFirst(), document.moments).flatMap { line, moment in
        [line]
          + (facts(of: moment) + shapes(of: moment)).flatMap {
            TerminalText.labelled($0, $1, indent: 5, column: 16)
          }
      }
  }

  private func legend(_ isSure: Bool) -> String {
    "  Columns: ranked by evidence; "
      + (isSure ? "conf. = repeatable; " : "") + "gaze = share inside the crop"
  }

  private func shapes(of moment: Moment) -> [(String, String)] {
    document.shapes.compactMap { shape in
      guard let shaped = shape.moments.first(where: { $0.moment == moment.id }) else { return nil }
      return (
        shape.profile,
        Self.shown(shaped.framing) + (shaped.since.map { "; unchanged since \($0)" } ?? "")
          + (shaped.replaces.map { "; replaces \($0)" } ?? "")
      )
    }
  }

  private var rejectionLines: [String] {
    guard !document.rejected.isEmpty else { return [] }
    let rows = document.rejected.map {
      [
        PlayTime.clock($0.start), PlayTime.clock($0.end), Self.length($0.end - $0.start),
        $0.score.map { "score " + Rounding.text($0, decimals: 2) } ?? "",
      ]
    }
    let figures = TextColumns.lines(rows, rightAligned: [0, 1, 2])
    return ["", "  rejected:"]
      + zip(figures, document.rejected).flatMap { line, rejection in
        ["  " + line] + Self.wrapped(rejection.reason, indent: 7)
      }
  }
}

extension DecisionTable {
  private static func length(_ seconds: Double) -> String {
    Rounding.text(seconds, decimals: 1) + " s"
  }

  /// Formats the number of viewers; 0 means that it is withheld or unknown.
  private static func viewers(_ count: Int) -> String {
    count == 0 ? "number of viewers not reported" : count.counted("viewer")
  }

  private static func rate(_ rate: FrameRate) -> String {
    rate.denominator == 1 ? String(rate.numerator) : Rounding.text(rate.value, decimals: 2)
  }

  /// Formats the reaction rate with the number of reacting viewers, for example `71 % (27.0)`.
  private static func reactionText(_ why: MomentReasons) -> String {
    guard let share = why.reactingShare else { return "-" }
    let count = why.reactingViewers.map { " (\(Rounding.text($0, decimals: 1)))" }
    return Rounding.percent(share) + (count ?? "")
  }

  /// Describes the framing of a moment, for example `crop, pans, 2 shots`.
  package static func layout(_ framing: Framing) -> String {
    var names: [String] = []
    for shot in framing.shots where !names.contains(shot.layout.name) {
      names.append(shot.layout.name)
    }
    let crops = framing.shots.compactMap { shot -> [CropKeyframe]? in
      if case .crop(let keyframes) = shot.layout { keyframes } else { nil }
    }
    let isZooming = crops.contains(where: Self.isZooming)
    let isPanning = crops.contains(where: Self.isPanning)
    let moves = (isPanning ? ", pans" : "") + (isZooming ? ", zooms" : "")
    return names.joined(separator: "+") + moves + ", " + framing.shots.count.counted("shot")
  }

  private static func shown(_ framing: Framing) -> String {
    layout(framing)
      + (framing.gazeKept.map { "; \(Rounding.percent($0)) of the gaze inside it" } ?? "")
      + (framing.line.map { "; titled \"\($0)\"" } ?? "")
  }

  private static func isZooming(_ keyframes: [CropKeyframe]) -> Bool {
    keyframes.contains { $0.height != keyframes[0].height }
  }

  /// Whether a crop moves without a change of size; a zoom also moves its edges.
  private static func isPanning(_ keyframes: [CropKeyframe]) -> Bool {
    zip(keyframes, keyframes.dropFirst()).contains { one, next in
      one.height == next.height && (one.x != next.x || one.y != next.y)
    }
  }

  private func facts(of moment: Moment) -> [(String, String)] {
    let why = moment.why
    let reaction = [why.emotion, why.sustainedSeconds.map { "sustained for \(Self.length($0))" }]
      .compactMap(\.self).joined(separator: ", ")
    let facts: [(String, String?)] = [
      ("framing", Self.shown(moment.framing)), ("chosen", why.choosing),
      ("reaction", reaction.isEmpty ? nil : reaction), ("curve", why.resting),
      ("watching", why.sceneStealer), ("framed by", moment.framedByText),
      ("text", moment.framing.coveredText), ("unchanged", why.since.map { "since \($0)" }),
      ("replaces", why.replaces), ("begins", why.startReason), ("ends", why.endReason),
      ("shortened", why.shortened), ("layout", why.savedBy),
    ]
    return facts.compactMap { name, fact in fact.map { (name, $0) } }
  }
}
