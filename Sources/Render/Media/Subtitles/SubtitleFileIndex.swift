import Foundation

/// An index of the subtitle files in one folder, read once for all its videos.
package struct SubtitleFileIndex: Sendable {
  private let path: String
  /// File names, indexed by each part that ends before a dot: `a.de.srt` is found under `a` and
  /// `a.de`.
  private let names: [String: [String]]

  package init(reading path: String) {
    self.path = path
    var names: [String: [String]] = [:]
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // Cameras and Windows programs write the extension in capitals: .SRT.
    for name in files where [".srt", ".vtt"].contains(name.suffix(4).lowercased()) {
      for dot in name.indices where name[dot] == "." {
        names[String(name[..<dot]), default: []].append(name)
      }
    }
    self.names = names
  }

  /// Finds the path of the best subtitle file for a video in this folder.
  package func file(beside source: String, language: String?) -> String? {
    let name = AtomicFile.split(source).name
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let found = (names[stem] ?? []).filter { Self.languageOfFile($0, stem) != nil }
    let wanted = language.map(LanguageCode.init)
    func rank(_ file: String) -> Int {
      guard let found = Self.languageOfFile(file, stem) else { return 3 }
      guard let code = found else { return wanted == nil ? 0 : 1 }
      return wanted == code ? 0 : 2
    }
    return found.min { (rank($0), $0) < (rank($1), $1) }.map { path + "/" + $0 }
  }

  /// Words in a file name that describe the kind of subtitles, for example `forced`.
  private static let kinds: Set<Substring> = ["forced", "sdh", "cc", "hi", "default", "full"]

  /// The language in a subtitle file's name, or `.some(nil)`; `nil` if the file belongs to another
  /// video: `lect.part2.srt` does not belong to `lect.mp4`.
  private static func languageOfFile(_ file: String, _ stem: String) -> LanguageCode?? {
    let middle = file.dropFirst(stem.count).dropLast(4)
    let words = middle.split(separator: ".")
    guard let first = words.first else { return .some(nil) }
    guard let code = LanguageCode(known: String(first)) else { return nil }
    let isPlain = words.dropFirst().allSatisfy { kinds.contains($0.lowercased()[...]) }
    return isPlain ? .some(code) : nil
  }
}
