extension Setting {
  /// Programs that a run starts before its import and after each video.
  static let programs: [Setting] = [
    program(
      "run.before",
      "A program that runs before the import, for example one that fetches files: [rclone, "
        + "copy, 'bucket:', timelines]. It runs in the library's folder. If it fails, gazecut "
        + "prints a warning and imports what is there.", \.run.before),
    .number(
      "run.beforeLimit", "seconds", "Timeout of run.before.", in: 1...86_400,
      matters: false, \.run.beforeLimit),
    program(
      "run.notify",
      "A program that runs after each video that is finished or failed. It receives an "
        + "event as JSON on standard input, with the video and the paths of its clips. If it "
        + "fails, gazecut prints a warning.", \.run.notify),
    .number(
      "run.notifyLimit", "seconds", "Timeout of run.notify.", in: 1...3600,
      matters: false, \.run.notifyLimit),
  ]

  /// The end mark of each word of a program: U+001F, which no word contains.
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
        // On the command line and in the environment, spaces separate words.
        let parts =
          text.hasSuffix(wordEnd)
          ? text.dropLast().split(separator: wordEnd, omittingEmptySubsequences: false)
          : text.split(separator: " ")
        guard let program = parts.first, !program.isEmpty else {
          throw ValueError(
            message: "\(key) must be a program, for example [/usr/bin/rclone, version]")
        }
        settings[keyPath: path] = parts.map(String.init)
      })
  }
}
