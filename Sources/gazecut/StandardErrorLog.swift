import Foundation
import Logging
import Support

/// Writes log lines to standard error: plain for people, JSON for programs.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  let isJSON: Bool

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    write(level: event.level, message: "\(event.message)", details: all)
  }

  func write(level: Logger.Level, message: String, details: Logger.Metadata) {
    let sorted = details.sorted { $0.key < $1.key }
    let line = isJSON ? json(level, message, sorted) : plain(level, message, sorted)
    StandardStreams.log(line + "\n", mark: isJSON ? nil : style(of: level))
  }

  private func style(of level: Logger.Level) -> TextStyle? {
    level >= .error ? .error : level >= .warning ? .warning : nil
  }

  private func json(
    _ level: Logger.Level, _ message: String, _ details: [Logger.Metadata.Element]
  ) -> String {
    JSONText.of { members in
      members.add("time", Date.now.formatted(.iso8601))
      members.add("level", level.rawValue)
      members.add("message", message)
      for (key, value) in details {
        // Write numbers as JSON numbers, everything else as text.
        if case .stringConvertible = value {
          members.add(key, raw: "\(value)")
        } else {
          members.add(key, "\(value)")
        }
      }
    }
  }

  private func plain(
    _ level: Logger.Level, _ message: String, _ details: [Logger.Metadata.Element]
  ) -> String {
    // At the usual level print only the sentence; the details are for `--verbose`.
    let rest = logLevel <= .debug ? details.map { " \($0.key)=\($0.value)" }.joined() : ""
    let mark = level >= .warning ? "\(level.rawValue): " : ""
    return TerminalText.entry(mark + message + rest)
  }
}
