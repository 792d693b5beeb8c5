/// The decisions of one video as a table for a person to read.
package struct DecisionTable {
  var document: DecisionDocument

  package init(_ document: DecisionDocument) { self.document = document }

  /// The table, at most 120 columns wide, ending in a line end.
  ///
  /// Texts that come from files are escaped: they draw, they do not steer the terminal.
  package var text: String {
    var lines = TerminalText.wrapped(title, indent: "")
    lines += document.audience.excluded.flatMap {
      TerminalText.wrapped(
        "left out: \($0.viewers > 0 ? "\($0.viewers)" : "a few"), \($0.reason)", indent: "  ")
    }
    lines += moments
    lines += rejections
    if !document.reel.isEmpty {
      let seconds = document.reel.reduce(0) { $0 + $1.end - $1.start }
      lines += ["", "  reel: \(document.reel.count) in order of time, \(Self.length(seconds))"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var title: String {
    let video = document.video
    let picture = "\(video.width)x\(video.height), \(Self.rate(video.frameRate)) frames/s"
    return "\(video.id): \(Self.clock(video.duration)), \(picture), "
      + Self.viewers(document.audience.viewers)
  }

  /// A line of figures for each moment, and below it what is shown and why.
  private var moments: [String] {
    guard !document.moments.isEmpty else {
      return [""]
        + TerminalText.wrapped(
          "no moment" + (document.reason.map { ": \($0)" } ?? ""), indent: "  ")
    }
    // A column of dashes tells nothing: a person's windows have none, nor what was decided before.
    let isSure = document.moments.contains { $0.why.sure != nil }
    let rows = document.moments.map { moment in
      [
        String(moment.rank), Self.clock(moment.start), Self.clock(moment.end),
        Self.length(moment.end - moment.start),
        moment.score.map { Rounding.text($0, decimals: 2) } ?? "-",
      ] + (isSure ? [moment.why.sure.map { Rounding.text($0, decimals: 2) } ?? "-"] : []) + [
        Self.short(moment.why.emotion ?? "-"), Self.reacting(moment.why),
        moment.why.held.map(Rounding.percent) ?? "-",
        moment.why.viewers > 0 ? String(moment.why.viewers) : "-",
      ]
    }
    let header =
      ["#", "from", "to", "length", "score"] + (isSure ? ["sure"] : [])
      + ["emotion", "react at a time", "held", "viewers"]
    let right: Set<Int> = isSure ? [0, 1, 2, 3, 4, 5, 8, 9] : [0, 1, 2, 3, 4, 7, 8]
    let figures = TextColumns.lines([header] + rows, rightAligned: right)
    return ["", figures[0]]
      + zip(figures.dropFirst(), document.moments).flatMap { line, moment in
        [line]
          + ([Self.reasons(moment)] + shapes(of: moment)).flatMap {
            TerminalText.wrapped($0, indent: "       ")
          }
      }
  }

  /// How a moment is shown in each further shape.
  private func shapes(of moment: Moment) -> [String] {
    document.shapes.compactMap { shape in
      guard let shaped = shape.moments.first(where: { $0.moment == moment.id }) else { return nil }
      return "\(shape.profile): \(Self.shown(shaped.framing))"
        + (shaped.since.map { "; stands since \($0)" } ?? "")
        + (shaped.replaces.map { "; replaces \($0)" } ?? "")
    }
  }

  private var rejections: [String] {
    guard !document.rejected.isEmpty else { return [] }
    let rows = document.rejected.map {
      [
        Self.clock($0.start), Self.clock($0.end), Self.length($0.end - $0.start),
        $0.score.map { Rounding.text($0, decimals: 2) } ?? "-",
      ]
    }
    let figures = TextColumns.lines(rows, rightAligned: [0, 1, 2, 3])
    var lines = ["", "  not chosen:"]
    for (line, rejection) in zip(figures, document.rejected) {
      let indent = String(repeating: " ", count: line.count + 2)
      let reason = TerminalText.wrapped(rejection.reason, indent: indent)
      lines.append(line + "  " + (reason.first ?? "").dropFirst(indent.count))
      lines += reason.dropFirst()
    }
    return lines
  }

  /// A word of a column: an emotion's name, unless an edited document says more.
  private static func short(_ word: String) -> String {
    let escaped = TerminalText.escaped(word)
    return escaped.count <= 12 ? escaped : escaped.prefix(11) + "…"
  }
}

extension DecisionTable {
  /// Seconds as `m:ss.mmm` or `h:mm:ss.mmm`.
  package static func clock(_ seconds: Double) -> String {
    // No time is longer than what a document may say; what is none is shown as 0.
    let shown = seconds.isFinite ? min(max(0, seconds), DecisionLimits.seconds * 1000) : 0
    let milliseconds = Int((shown * 1000).rounded())
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let rest = Rounding.text(Double(milliseconds % 60_000) / 1000, decimals: 3)
    let tail = rest.count < 6 ? "0" + rest : rest
    guard hours > 0 else { return "\(minutes):\(tail)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)"
  }

  private static func length(_ seconds: Double) -> String {
    Rounding.text(seconds, decimals: 1) + " s"
  }

  /// How many watched; a document does not tell of none, nor of too few.
  private static func viewers(_ count: Int) -> String {
    count == 0 ? "viewers not told" : count.counted("viewer")
  }

  private static func rate(_ rate: FrameRate) -> String {
    rate.denominator == 1 ? String(rate.numerator) : Rounding.text(rate.value, decimals: 2)
  }

  /// Which share reacts, and how many that are.
  private static func reacting(_ why: Why) -> String {
    guard let share = why.reactingShare else { return "-" }
    let count = why.reactingViewers.map { " (\(Rounding.text($0, decimals: 1)))" }
    return Rounding.percent(share) + (count ?? "")
  }

  /// How a moment is shown, in words: `crop, pans, 2 shots`.
  package static func layout(_ framing: Framing) -> String {
    var names: [String] = []
    for shot in framing.shots where !names.contains(shot.layout.name) {
      names.append(shot.layout.name)
    }
    let crops = framing.shots.compactMap { shot -> [Keyframe]? in
      if case .crop(let keyframes) = shot.layout { keyframes } else { nil }
    }
    let isZooming = crops.contains(where: zooms)
    let isPanning = crops.contains(where: pans)
    let moves = (isPanning ? ", pans" : "") + (isZooming ? ", zooms" : "")
    return names.joined(separator: "+") + moves + ", " + framing.shots.count.counted("shot")
  }

  private static func shown(_ framing: Framing) -> String {
    layout(framing) + (framing.gazeKept.map { "; \(Rounding.percent($0)) of the looks kept" } ?? "")
      + (framing.line.map { "; titled \"\($0)\"" } ?? "")
  }

  /// Whether a window changes its size.
  private static func zooms(_ keyframes: [Keyframe]) -> Bool {
    keyframes.contains { $0.height != keyframes[0].height }
  }

  /// Whether a window moves while its size stays: one that grows slides as well.
  private static func pans(_ keyframes: [Keyframe]) -> Bool {
    zip(keyframes, keyframes.dropFirst()).contains { one, next in
      one.height == next.height && (one.x != next.x || one.y != next.y)
    }
  }

  private static func reasons(_ moment: Moment) -> String {
    let why = moment.why
    let parts = [
      shown(moment.framing), why.choosing, why.sustainedSeconds.map { "sustained \(length($0))" },
      why.resting, why.sceneStealer.map { "watching \($0)" }, why.framedBy,
      moment.framing.coveredText, why.since.map { "stands since \($0)" },
      why.replaces.map { "replaces \($0)" }, why.startReason.map { "in: \($0)" },
      why.endReason.map { "out: \($0)" }, why.shortened.map { "short: \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}

/// Rows of text in columns that line up.
package enum TextColumns {
  /// One line a row, indented by two spaces.
  package static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        if rightAligned.contains(column) { return space + cell }
        return column == row.count - 1 ? cell : cell + space
      }
      return "  " + cells.joined(separator: "  ")
    }
  }
}
