extension Setting {
  static let keepSamples = Setting(
    key: "library.keepSamples", unit: "days since the import, or off",
    summary: "How long samples of viewers are kept. Older ones are erased by every night and by "
      + "`gazecut prune`; what was folded of them stays, names nobody, and still decides.",
    matters: false,
    read: { $0.library.keepSamples.map(Self.text) ?? "off" },
    write: { settings, text in
      if text == "off" || text == "false" { return settings.library.keepSamples = nil }
      guard let days = Double(text), (0...36_500).contains(days) else {
        throw ValueError(
          message: "library.keepSamples must be a number from 0 to 36500 (days), or off, not "
            + "'\(text)'")
      }
      settings.library.keepSamples = days
    })
}
