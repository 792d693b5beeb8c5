import Audience
import Foundation
import Support

/// The viewers that `gazecut forget` erases, by the names they were imported with.
///
/// Messages give the line of a name, never the name itself.
package struct ViewerNameList: Sendable {
  /// The names without duplicates, with their line numbers from 1.
  let entries: [(name: String, line: Int)]
  /// The file that the names were read from, for messages.
  let source: String
  /// Whether a single name was given as an argument.
  let isOne: Bool

  /// Largest size in bytes of a file of names.
  private static let largest = 1 << 26

  /// - Throws: `CommandFailure` 64 if the text cannot be a name.
  package init(_ name: String) throws {
    guard ViewerName.plain(name) != nil else {
      throw CommandFailure(.usage, "this cannot be a viewer's name: \(ViewerName.rule)")
    }
    entries = [(name, 1)]
    (source, isOne) = ("", true)
  }

  /// Reads names from a file, one per line; empty lines are skipped.
  ///
  /// - Parameter file: a text file in UTF-8, or `-` for standard input.
  /// - Throws: `CommandFailure`: 66, 74 or 77 if it cannot be read, 65 if a line cannot be a name
  ///   or there is no name.
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
      throw CommandFailure(.badData, "\(source) is not UTF-8 text; write one name per line")
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
      throw CommandFailure(.badData, "\(source) contains no names; write one name per line")
    }
    self.entries = entries
  }
}
