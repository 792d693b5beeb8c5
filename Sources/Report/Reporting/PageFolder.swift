import Foundation
import Media
package import Settings
import Support
package import Workspace

/// The folder of the report: pages of our own, written whole, and only when they changed.
package struct PageFolder {
  let path: String
  /// The folders that are written into.
  package var folders: [String] { [path, file(Self.stills)] }

  package init(of library: LibraryFolder, _ settings: Settings) {
    path = library.outputPath(settings) + "/report"
  }

  package static let indexName = "index.html"
  /// The name of a video's page; ids have no `@`.
  package static func page(of video: String) -> String {
    video == "index" ? "index@.html" : video + ".html"
  }
  /// Where the stills under heat maps lie, relative to the folder.
  static let stills = "stills"
  /// The still of a clip at a play time, relative to the folder.
  static func still(of clip: String, at time: Double) -> String {
    "\(stills)/\(clip).\(Int((time * 1000).rounded())).jpg"
  }

  private static let mark = "<meta name=\"gazecut-stamp\" content=\""

  package func file(_ name: String) -> String { path + "/" + name }

  /// Makes the folder of the stills.
  ///
  /// - Throws: `CommandFailure` where it cannot be made, or is a symbolic link.
  func makeStills() throws {
    try OutputFolder.makeOwn(path)
    try OutputFolder.makeOwn(file(Self.stills))
  }

  /// What a page there was made from; `nil` where there is none of ours.
  package func stamp(of name: String) -> String? {
    guard let descriptor = try? RegularFile.open(file(name)) else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let head = try? handle.read(upToCount: 2048) else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    guard let start = text.range(of: Self.mark)?.upperBound,
      let end = text[start...].firstIndex(of: "\"")
    else { return nil }
    return String(text[start..<end])
  }

  /// Writes a page, unless it is there to the byte.
  ///
  /// - Throws: `CommandFailure` and `MediaError` where it cannot be written.
  func write(_ html: String, as name: String) throws {
    let bytes = Array(html.utf8)
    if let there = try? RegularFile.bytes(of: file(name)), there == bytes { return }
    try OutputFolder.makeOwn(path)
    try AtomicFile.write(bytes, to: file(name))
  }

  /// Takes away our pages of videos that are no more, and stills of clips that are no more.
  func sweep(videos: Set<String>, clips: Set<String>) {
    let known = Set(videos.map(Self.page)).union([Self.indexName])
    for name in OutputFolder.names(in: path)
    where name.hasSuffix(".html") && !known.contains(name) {
      if stamp(of: name) != nil { AtomicFile.discard(file(name)) }
    }
    for name in OutputFolder.names(in: file(Self.stills)) where name.hasSuffix(".jpg") {
      // The clip's id, which may have dots of its own, then milliseconds.
      let id = name.split(separator: ".", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: ".")
      guard !clips.contains(id) else { continue }
      AtomicFile.discard(file(Self.stills + "/" + name))
    }
  }
}
