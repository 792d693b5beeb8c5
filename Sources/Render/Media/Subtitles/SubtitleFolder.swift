internal import Glibc

/// The subtitle files of one folder, which is read once for all the videos in it.
package struct SubtitleFolder: Sendable {
  private let path: String
  /// The names of files by each beginning that ends before a dot: `a.de.srt` by `a` and `a.de`.
  private let names: [String: [String]]

  /// Reads a folder; one that cannot be read holds none.
  package init(reading path: String) {
    self.path = path
    var names: [String: [String]] = [:]
    for name in Self.textFiles(in: path) {
      for dot in name.indices where name[dot] == "." {
        names[String(name[..<dot]), default: []].append(name)
      }
    }
    self.names = names
  }

  private static func textFiles(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var found: [String] = []
    while let entry = unsafe readdir(directory) {
      let file = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // Cameras and Windows write .SRT.
      if [".srt", ".vtt"].contains(file.suffix(4).lowercased()) { found.append(file) }
    }
    return found
  }

  /// The file that fits a source of this folder best, if there is one.
  ///
  /// - Parameters:
  ///   - source: the source's path.
  ///   - language: an ISO 639 code that a file's name may bear.
  /// - Returns: its path.
  package func file(beside source: String, language: String?) -> String? {
    let name = AtomicFile.split(source).name
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let found = (names[stem] ?? []).filter { Self.spokenLanguage($0, stem) != nil }
    let wanted = language.map(LanguageCode.init)
    func rank(_ file: String) -> Int {
      guard let found = Self.spokenLanguage(file, stem) else { return 3 }
      guard let code = found else { return wanted == nil ? 0 : 1 }
      return wanted == code ? 0 : 2
    }
    return found.min { (rank($0), $0) < (rank($1), $1) }.map { path + "/" + $0 }
  }

  /// Words that say what sort of subtitles a file of a language holds.
  private static let sorts: Set<Substring> = ["forced", "sdh", "cc", "hi", "default", "full"]

  /// The language that a subtitle file's name says, inside: `nil` where it bears the bare name.
  ///
  /// - Returns: `nil` for another video's file: `lect.part2.srt` is none of `lect.mp4`.
  private static func spokenLanguage(_ file: String, _ stem: String) -> LanguageCode?? {
    let middle = file.dropFirst(stem.count).dropLast(4)
    let words = middle.split(separator: ".")
    guard let first = words.first else { return .some(nil) }
    guard let code = LanguageCode(known: String(first)) else { return nil }
    let isPlain = words.dropFirst().allSatisfy { sorts.contains($0.lowercased()[...]) }
    return isPlain ? .some(code) : nil
  }
}
