import EditDecisions
import Support

/// The commented gazecut.yaml that `gazecut init` writes, with units and defaults.
package enum SettingsTemplate {
  /// The text of the file; all settings are commented out, so the defaults apply.
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
    "# Every setting is listed with its default, commented out. Remove the # to change one.",
    "# Several settings of a section can be combined: `selection: {count: 3, maximumLength: 40}`.",
    "# The same names work on the command line (--set selection.count=3) and in the environment",
    "# (GAZECUT_SELECTION_COUNT=3). The command line overrides the environment, which overrides this",
    "# file. If you change a setting that influences the clips, the videos become out of date.",
  ]

  private static let closing = [
    "",
    "# Watched folders with timelines, detections and labels, which each run imports (`gazecut intake`",
    "# only imports). The pattern describes paths with {video}, {viewer}, {session}, {date} and *.",
    "# Apart from folder, pattern and format, the options of `gazecut import` can be used: preset, map,",
    "# label, player, ... Without `timelines:`, this folder is watched:",
    "#timelines:",
    "#  - folder: timelines",
    "#    pattern: \"{video}/{viewer}\"",
    "#    format: auto",
    "",
    "# Single videos: the source, if it is not in library.videos, settings for this video only, and",
    "# your overrides (`gazecut wish` adds some without this file).",
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
