import EditDecisions
import Foundation
import Logging

/// Log lines on standard error: plain for people, JSON for machines.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  private let isJSON: Bool
  private let before: @Sendable () -> Void

  init(level: Logger.Level, isJSON: Bool, before: @escaping @Sendable () -> Void) {
    logLevel = level
    self.isJSON = isJSON
    self.before = before
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let line =
      isJSON ? json(event, all) : plain(event, all)
    before()
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  private func json(_ event: LogEvent, _ all: [(key: String, value: Logger.MetadataValue)])
    -> String
  {
    JSONText.of { members in
      members.add("time", Date.now.formatted(.iso8601))
      members.add("level", event.level.rawValue)
      members.add("message", "\(event.message)")
      for (key, value) in all { members.add(key, "\(value)") }
    }
  }

  private func plain(_ event: LogEvent, _ all: [(key: String, value: Logger.MetadataValue)])
    -> String
  {
    // At the usual level the sentence alone is for people; the details are for --verbose.
    let details = logLevel <= .debug ? all.map { " \($0.key)=\($0.value)" }.joined() : ""
    let mark = event.level >= .warning ? "\(event.level.rawValue): " : ""
    return "\(mark)\(event.message)\(details)"
  }
}
