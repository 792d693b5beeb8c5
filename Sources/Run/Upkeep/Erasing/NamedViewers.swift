import Audience
import Failures
import Foundation

/// Viewers by the names that they were imported with, as `gazecut forget` is told them.
///
/// Messages say where a name stands, and never the name.
package struct NamedViewers: Sendable {
  /// Each once, with the line on which the name was read, from 1.
  let entries: [(name: String, line: Int)]
  /// What they were read from, for messages.
  let source: String
  /// Whether one was named by itself.
  let isOne: Bool

  /// Bytes of the longest list of names that is read.
  private static let largest = 1 << 26

  /// One viewer.
  ///
  /// - Throws: `CommandFailure` 64 for what can be no name.
  package init(_ name: String) throws {
    guard ViewerName.plain(name) != nil else {
      throw CommandFailure(.usage, "this cannot be a viewer's name: \(ViewerName.rule)")
    }
    entries = [(name, 1)]
    (source, isOne) = ("", true)
  }

  /// Many viewers, one a line; empty lines are passed over.
  ///
  /// - Parameter file: a text in UTF-8, or `-` for standard input.
  /// - Throws: `CommandFailure` 66, 74 or 77 where it cannot be read, 65 for a line that can be no
  ///   name, and where there is none.
  package init(from file: String) throws {
    source = file == "-" ? "standard input" : file
    isOne = false
    let handle: FileHandle
    do {
      handle =
        try file == "-" ? .standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    } catch {
      throw CommandFailure(describing: error)
    }
    guard let data = try? handle.read(upToCount: Self.largest + 1) ?? Data() else {
      throw CommandFailure(.inputOutputFailed, "'\(source)' cannot be read; is it a folder?")
    }
    guard data.count <= Self.largest else {
      throw CommandFailure(.badData, "\(source) has more than \(Self.largest) bytes")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw CommandFailure(.badData, "\(source) is no text in UTF-8; write one name a line")
    }
    var entries: [(name: String, line: Int)] = []
    var known: Set<String> = []
    let plain = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for (number, line) in plain.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let name = line.trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty else { continue }
      guard let plain = ViewerName.plain(name) else {
        throw CommandFailure(
          .badData,
          "\(source):\(number + 1): this cannot be a viewer's name: \(ViewerName.rule); "
            + "nobody was forgotten")
      }
      if known.insert(plain).inserted { entries.append((name, number + 1)) }
    }
    guard !entries.isEmpty else {
      throw CommandFailure(.badData, "\(source) names nobody; write one name a line")
    }
    self.entries = entries
  }
}
