import CProcess
import Foundation
import Importers
import Synchronization
import Workspace

/// The names of a command's files in messages.
///
/// On a terminal, messages contain the paths that the user typed. Other output is stored and read
/// by others, and a path may identify a viewer. There, a file is named by its number in the command
/// and the SHA-256 of its content.
package struct LoggedFileNames: Sendable {
  private let files: [String]
  private let isKept: Bool
  private let digests = Digests()
  private var settled: [String: String] = [:]

  package static let asTyped = LoggedFileNames(files: [], isKept: false)

  /// `isKept` is true if output is stored and read by others.
  package init(files: [String], isKept: Bool) {
    self.files = files
    self.isKept = isKept
  }

  /// A copy with the given name for one file.
  func calling(_ file: String, _ name: String) -> LoggedFileNames {
    var names = self
    names.settled[file] = name
    return names
  }

  /// The name of a file: its path, or for example `file 2 (sha256 9f86d081884c)`.
  package func name(of file: String) -> String {
    settled[file] ?? (isKept ? anonymous(file) : file)
  }

  /// The name of a file that was given with an option, or `words` if output is stored.
  package func given(_ file: String, else words: String) -> String { isKept ? words : "'\(file)'" }

  private func anonymous(_ file: String) -> String {
    let number = files.firstIndex(of: file).map { " \($0 + 1)" } ?? ""
    return "file\(number)" + Self.words(forDigest: digests.digest(of: file))
  }

  /// The beginning of a content's SHA-256, to append to a name; empty if it is unknown.
  static func words(forDigest digest: String?) -> String {
    digest.map { " (sha256 \($0.prefix(12)))" } ?? ""
  }

  /// Caches the files' hashes, because hashing takes longer than reading the file.
  private final class Digests: Sendable {
    private let known = Mutex<[String: String]>([:])
    /// Maximum size in bytes of a file that is hashed for its name; a larger one takes seconds.
    private static let largest = 1 << 30

    /// The hash of a file; `nil` for a pipe, which can be read only once, and for a huge file.
    func digest(of file: String) -> String? {
      known.withLock { known in
        if let digest = known[file] { return digest }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
          status.st_size <= Self.largest
        else { return nil }
        known[file] = ContentDigest.hex(of: file)
        return known[file]
      }
    }
  }

  /// The error without a path that may identify a viewer.
  ///
  /// An error may concern another file, for example a sidecar or the file of `--seats`. Its path is
  /// replaced in the same way.
  func told(_ error: ImportError, of file: String, as name: String) -> ImportError {
    guard name != file else { return error }
    let shown = error.file == file ? name : settled[error.file] ?? anonymous(error.file)
    let last = (error.file as NSString).lastPathComponent
    // Replace whole words only: the name of a pipe called `p` would occur in most other words.
    func plain(_ text: String) -> String {
      [error.file, last].reduce(text) { text, name in
        let pattern =
          "(?<![\\p{L}\\p{N}])\(NSRegularExpression.escapedPattern(for: name))(?![\\p{L}\\p{N}])"
        return text.replacingOccurrences(
          of: pattern, with: NSRegularExpression.escapedTemplate(for: shown),
          options: .regularExpression)
      }
    }
    return ImportError(
      error.kind, of: shown, line: error.line, plain(error.problem),
      plain(error.remedy))
  }
}
