/// Formats the decisions of one video as a table for the terminal.
package struct DecisionTable {
  var document: DecisionDocument

  package init(_ document: DecisionDocument) { self.document = document }

  /// The table, at most 120 columns wide, ending with a line feed.
  ///
  /// Text from files is escaped, so that it cannot contain terminal control sequences.
  package var text: String {
    var lines = TerminalText.wrapped(title, indent: "")
    lines += document.audience.excluded.flatMap {
      TerminalText.wrapped(
        "left out: \($0.viewers > 0 ? "\($0.viewers)" : "a few"), \($0.reason)", indent: "  ")
    }
    lines += moments
    lines += rejectionLines
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

  /// One line of figures per moment, followed by lines with the framing and the reasons.
  private var moments: [String] {
    guard !document.moments.isEmpty else {
      return [""]
        + TerminalText.wrapped(
          "no moment" + (document.reason.map { ": \($0)" } ?? ""), indent: "  ")
    }
    // The column for confidence is left out if no moment has one: moments chosen by a person, or by
    // an older version.
    let isSure = document.moments.contains { $0.why.sure != nil }
    let rows = document.moments.map { moment in
      [
        String(moment.rank), Self.clock(moment.start), Self.clock(moment.end),
        Self.length(moment.end - moment.start),
        moment.score.map { Rounding.text($0, decimals: 2) } ?? "-",
      ] + (isSure ? [moment.why.sure.map { Rounding.text($0, decimals: 2) } ?? "-"] : []) + [
        Self.shortened(moment.why.emotion ?? "-"), Self.reactionText(moment.why),
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

  /// One line per further aspect ratio in which a moment is shown.
  private func shapes(of moment: Moment) -> [String] {
    document.shapes.compactMap { shape in
      guard let shaped = shape.moments.first(where: { $0.moment == moment.id }) else { return nil }
      return "\(shape.profile): \(Self.shown(shaped.framing))"
        + (shaped.since.map { "; unchanged since \($0)" } ?? "")
        + (shaped.replaces.map { "; replaces \($0)" } ?? "")
    }
  }

  private var rejectionLines: [String] {
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

  /// Shortens a word to 12 characters for a column.
  ///
  /// Only edited documents contain longer words.
  private static func shortened(_ word: String) -> String {
    let escaped = TerminalText.escaped(word)
    return escaped.count <= 12 ? escaped : escaped.prefix(11) + "…"
  }
}

extension DecisionTable {
  /// Formats seconds as `m:ss.mmm` or `h:mm:ss.mmm`.
  package static func clock(_ seconds: Double) -> String {
    // Limit to a range that fits an Int. NaN and infinity are shown as 0.
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

  /// Formats the number of viewers.
  ///
  /// 0 means that the number is withheld or unknown.
  private static func viewers(_ count: Int) -> String {
    count == 0 ? "number of viewers not reported" : count.counted("viewer")
  }

  private static func rate(_ rate: FrameRate) -> String {
    rate.denominator == 1 ? String(rate.numerator) : Rounding.text(rate.value, decimals: 2)
  }

  /// Formats the reaction rate with the number of reacting viewers, for example `71 % (27.0)`.
  private static func reactionText(_ why: Why) -> String {
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
    let crops = framing.shots.compactMap { shot -> [Keyframe]? in
      if case .crop(let keyframes) = shot.layout { keyframes } else { nil }
    }
    let isZooming = crops.contains(where: Self.isZooming)
    let isPanning = crops.contains(where: Self.isPanning)
    let moves = (isPanning ? ", pans" : "") + (isZooming ? ", zooms" : "")
    return names.joined(separator: "+") + moves + ", " + framing.shots.count.counted("shot")
  }

  private static func shown(_ framing: Framing) -> String {
    layout(framing)
      + (framing.gazeKept.map { "; \(Rounding.percent($0)) of gaze points in the clip" } ?? "")
      + (framing.line.map { "; titled \"\($0)\"" } ?? "")
  }

  /// Returns whether a crop changes its size.
  private static func isZooming(_ keyframes: [Keyframe]) -> Bool {
    keyframes.contains { $0.height != keyframes[0].height }
  }

  /// Returns whether a crop moves without a change of size.
  ///
  /// A zoom also moves its edges, which does not count.
  private static func isPanning(_ keyframes: [Keyframe]) -> Bool {
    zip(keyframes, keyframes.dropFirst()).contains { one, next in
      one.height == next.height && (one.x != next.x || one.y != next.y)
    }
  }

  private static func reasons(_ moment: Moment) -> String {
    let why = moment.why
    let parts = [
      shown(moment.framing), why.savedBy, why.choosing, why.sustainedSeconds.map { "sustained \(length($0))" },
      why.resting, why.sceneStealer.map { "watching \($0)" }, why.framedBy,
      moment.framing.coveredText, why.since.map { "unchanged since \($0)" },
      why.replaces.map { "replaces \($0)" }, why.startReason.map { "in: \($0)" },
      why.endReason.map { "out: \($0)" }, why.shortened.map { "short: \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}

/// Formats rows of text as aligned columns.
package enum TextColumns {
  /// Returns one line per row, indented by two spaces.
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
