import EditDecisions

/// The commented gazecut.yaml that `gazecut init` writes: every setting, its unit and its default.
package enum SettingsTemplate {
  /// The file, ending in a line end.
  ///
  /// Every setting is commented out: the defaults are in force.
  package static var text: String {
    var lines = opening
    var section = ""
    for setting in Setting.all {
      let itsSection = String(setting.key.prefix { $0 != "." })
      if itsSection != section {
        section = itsSection
        lines.append("")
      }
      lines += TerminalText.wrapped(
        "\(setting.summary) (\(setting.unit))", width: 96, indent: "# ")
      lines.append("#\(setting.key): \(setting.yamlDefault)")
    }
    return (lines + closing).joined(separator: "\n") + "\n"
  }

  private static let opening = [
    "# gazecut: the settings of this library.",
    "#",
    "# Every setting stands here with its default, commented out. Take the # away to change one.",
    "# Several of a section may be written as one: `selection: {count: 3, maximumLength: 40}`.",
    "# The same names serve on the command line (--set selection.count=3) and in the environment",
    "# (GAZECUT_SELECTION_COUNT=3); the command line stands over the environment, that over this",
    "# file. A setting that changes what is cut makes the videos due again.",
  ]

  private static let closing = [
    "",
    "# Where timelines, detections and labels lie that every night takes in (`gazecut intake` alone",
    "# does no more). The pattern says what a path says, by {video}, {viewer}, {session}, {date} and *;",
    "# beside folder, pattern and format there are the options of `gazecut import`: preset, map, label,",
    "# player, ... Without `timelines:` this place is looked at:",
    "#timelines:",
    "#  - folder: timelines",
    "#    pattern: \"{video}/{viewer}\"",
    "#    format: auto",
    "",
    "# Single videos: where the source is, when it is not in library.videos, settings that hold for",
    "# that video only, and a person's wishes (`gazecut wish` makes some without this file).",
    "#videos:",
    "#  holiday:",
    "#    source: /srv/media/holiday.mp4",
    "#    selection.emotions: {fear: 1, surprise: 1}",
    "#    selection.count: 3",
    "#    never: [3:10-3:30]",
    "#    always: [1:27-1:45]",
    "#    moved: [{near: 2:05, start: -2, end: +1.5}]",
    "#    framing: [{in: 1:27-1:45, layout: fit}, {in: 4:00-4:20, window: {x: 410}}]",
  ]
}

extension Setting {
  fileprivate var yamlDefault: String {
    let text = read(Settings())
    if isProgram { return text }
    if text.contains("=") {
      return "{" + text.replacing("=", with: ": ").replacing(",", with: ", ") + "}"
    }
    return isList ? "[" + text.replacing(",", with: ", ") + "]" : text
  }
}
