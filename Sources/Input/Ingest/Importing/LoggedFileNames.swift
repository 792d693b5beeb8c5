import CProcess
import Foundation
import Importers
import Synchronization
import Workspace

/// What messages call the files of a command.
///
/// A person at a terminal reads what they typed. All other output is kept, and read by others: a
/// path may identify a viewer, whatever the file itself contains. There, a file is called by its
/// number in the command and the SHA-256 of its content.
package struct LoggedFileNames: Sendable {
  private let files: [String]
  private let isKept: Bool
  private let digests = Digests()
  /// What single files are called, where that is settled already.
  private var settled: [String: String] = [:]

  /// Files by what the person typed.
  package static let asTyped = LoggedFileNames(files: [], isKept: false)

  /// Names for the files of a command.
  ///
  /// - Parameters:
  ///   - files: as they were given, in their order.
  ///   - isKept: whether what is told is kept, and read by others.
  package init(files: [String], isKept: Bool) {
    self.files = files
    self.isKept = isKept
  }

  /// The same names, and one that is settled for one file.
  func calling(_ file: String, _ name: String) -> LoggedFileNames {
    var names = self
    names.settled[file] = name
    return names
  }

  /// What a file is called.
  ///
  /// - Parameter file: its path, as it was given.
  /// - Returns: the path, or `file 2 (sha256 9f86d081884c)`.
  package func name(of file: String) -> String {
    settled[file] ?? (isKept ? anonymous(file) : file)
  }

  /// What a file is called that was given with an option: its name, or words for it.
  package func given(_ file: String, else words: String) -> String { isKept ? words : "'\(file)'" }

  private func anonymous(_ file: String) -> String {
    let number = files.firstIndex(of: file).map { " \($0 + 1)" } ?? ""
    return "file\(number)" + Self.words(forDigest: digests.digest(of: file))
  }

  /// A content's SHA-256 as far as it is shown, behind a name; empty where nobody knows it.
  static func words(forDigest digest: String?) -> String {
    digest.map { " (sha256 \($0.prefix(12)))" } ?? ""
  }

  /// The files' digests, each made when it is first asked for and once: that takes longer than
  /// reading the file.
  private final class Digests: Sendable {
    private let known = Mutex<[String: String]>([:])
    /// Bytes of a file that is hashed for its name: a larger one takes seconds and more.
    private static let largest = 1 << 30

    /// The digest of a file; `nil` for a pipe, which can be read once only, and for a huge file.
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
}

extension LoggedFileNames {
  /// The same error without a path in it that may identify a viewer.
  ///
  /// What lies beside a file, as its sidecar or its seats, is what the error is of: where the file
  /// is called by its content, so is that.
  ///
  /// - Parameters:
  ///   - error: of the file, or of one beside it.
  ///   - file: the file.
  ///   - name: what it is called.
  /// - Returns: the error.
  func told(_ error: ImportError, of file: String, as name: String) -> ImportError {
    guard name != file else { return error }
    let shown = error.file == file ? name : settled[error.file] ?? anonymous(error.file)
    let last = (error.file as NSString).lastPathComponent
    // As a word of its own: a pipe called p is in every other word, too.
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
