extension Setting {
  /// What intake and a night start beside themselves.
  static let programs: [Setting] = [
    program(
      "run.before",
      "A program that is run before files are taken in, such as one that fetches them: "
        + "[rclone, copy, 'bucket:', timelines]. It runs in the library's folder; that it fails is "
        + "told, and what lies there is taken.", \.run.before),
    .number(
      "run.beforeLimit", "seconds", "After how long run.before is ended.", in: 1...86_400,
      matters: false, \.run.beforeLimit),
    program(
      "run.notify",
      "A program that is run after each video that is done or failed, with an event as JSON on its "
        + "standard input: the video, and where its clips are. That it fails is told.",
      \.run.notify),
    .number(
      "run.notifyLimit", "seconds", "After how long run.notify is ended.", in: 1...3600,
      matters: false, \.run.notifyLimit),
  ]

  /// How words of a program are kept apart: each ends with a mark that no word has.
  static let wordEnd = "\u{1F}"

  private static func program(
    _ key: String, _ summary: String, _ path: any WritableKeyPath<Settings, [String]> & Sendable
  ) -> Setting {
    Setting(
      key: key, unit: "[program, word, …], or off", summary: summary, matters: false,
      isProgram: true,
      read: { settings in
        let words = settings[keyPath: path]
        return words.isEmpty ? "off" : words.map { $0 + wordEnd }.joined()
      },
      write: { settings, text in
        if ["off", "false", ""].contains(text) { return settings[keyPath: path] = [] }
        // On the command line and in the environment words are what spaces part.
        let parts =
          text.hasSuffix(wordEnd)
          ? text.dropLast().split(separator: wordEnd, omittingEmptySubsequences: false)
          : text.split(separator: " ")
        guard let program = parts.first, !program.isEmpty else {
          throw ValueError(message: "\(key) must name a program, as [/usr/bin/rclone, version]")
        }
        settings[keyPath: path] = parts.map(String.init)
      })
  }
}
