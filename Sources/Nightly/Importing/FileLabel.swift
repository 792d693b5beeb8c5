import Foundation
import Importers
import Library

/// What a file that was imported may be called afterwards.
enum FileLabel {
  /// The absolute path of what a person typed.
  static func path(_ file: String) -> String {
    URL(fileURLWithPath: file).standardizedFileURL.path
  }

  /// The file's own name, unless it may tell who watched.
  ///
  /// - Returns: `nil` where a viewer was named by it, or a word of a viewer's name is in it: the
  ///   library then makes up a label.
  static func of(_ file: String, _ sessions: [StagedSession]) -> String? {
    let name = (file as NSString).lastPathComponent
    return tells(name, of: sessions) ? nil : name
  }

  /// Whether a name or a path may tell who watched: a viewer was named by it, or a word of a
  /// viewer's name is in it.
  static func tells(_ name: String, of sessions: [StagedSession]) -> Bool {
    let words = Set(words(of: name))
    let whole = name.lowercased()
    return sessions.contains { $0.naming.isViewer || tells(words, whole, of: $0.viewer) }
  }

  /// Whether a name or a path may tell of a viewer whom the user named.
  static func tells(_ name: String, of viewer: String) -> Bool {
    tells(Set(words(of: name)), name.lowercased(), of: viewer)
  }

  private static func tells(_ words: Set<String>, _ whole: String, of viewer: String) -> Bool {
    self.words(of: viewer).contains(where: words.contains)
      || (viewer.count > 2 && whole.contains(viewer.lowercased()))
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

extension ImportError {
  /// Why the library did not take a file, in the words of an import.
  init(_ refusal: StoreRefusal, file: String, replacing: String?) {
    switch refusal {
    case .forgottenViewers(let count):
      let who = count == 1 ? "a viewer who was" : "\(count) viewers who were"
      self.init(
        .badData, file: file, problem: "it holds \(who) erased with `gazecut forget`",
        remedy: "take them out of the file, or let them in again with --readmit")
    case .namedLikeAnother(let other):
      self.init(
        .badData, file: file,
        problem: "its sessions are named by the file's name, and another file of that name, with "
          + "other content, was imported before ('\(other)')",
        remedy: "give --viewer-from folder, which names viewers by the file's folder; or, where it "
          + "corrects that file, --replace and its path, or that label")
    case .noSuchFile:
      self.init(
        .notFound, file: file, problem: "nothing was imported from '\(replacing ?? "")'",
        remedy: "give --replace the earlier file's path, or its name in `gazecut status --sessions`"
      )
    case .ambiguousFile(let count):
      self.init(
        .badData, file: file,
        problem: "\(count) earlier files are called '\(replacing ?? "")'",
        remedy: "give --replace the path of the one that is meant, as it was imported")
    }
  }
}
