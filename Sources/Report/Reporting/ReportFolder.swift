import Foundation
import Media
package import Settings
import Support
package import Workspace

/// The folder of the report; pages are replaced as a whole, and only if they changed.
package struct ReportFolder {
  let path: String
  package var folders: [String] { [path, file(Self.stills)] }

  package init(of library: LibraryFolder, _ settings: Settings) {
    path = library.outputPath(settings) + "/report"
  }

  package static let indexName = "index.html"
  /// The file name of a video's page; IDs contain no `@`.
  package static func page(of video: String) -> String {
    video == "index" ? "index@.html" : video + ".html"
  }
  /// The folder of the still images under heat maps, relative to the report.
  static let stills = "stills"
  /// The path of a clip's still image at a play time in seconds, relative to the report.
  static func still(of clip: String, at time: Double) -> String {
    "\(stills)/\(clip).\(Int((time * 1000).rounded())).jpg"
  }

  private static let mark = "<meta name=\"gazecut-stamp\" content=\""

  package func file(_ name: String) -> String { path + "/" + name }

  /// Creates the folder of still images; throws if it cannot, or if the path is a symbolic link.
  func makeStills() throws {
    try OutputFolders.makeOwn(path)
    try OutputFolders.makeOwn(file(Self.stills))
  }

  /// The stamp in an existing page of gazecut.
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

  /// Writes a page, unless it exists with the same bytes.
  func write(_ html: String, as name: String) throws {
    let bytes = Array(html.utf8)
    if let there = try? RegularFile.bytes(of: file(name)), there == bytes { return }
    try OutputFolders.makeOwn(path)
    try AtomicFile.write(bytes, to: file(name))
  }

  /// Deletes pages of removed videos, and still images of removed clips.
  func sweep(videos: Set<String>, clips: Set<String>) {
    let known = Set(videos.map(Self.page)).union([Self.indexName])
    for name in OutputFolders.names(in: path)
    where name.hasSuffix(".html") && !known.contains(name) {
      if stamp(of: name) != nil { AtomicFile.deleteIfExists(file(name)) }
    }
    for name in OutputFolders.names(in: file(Self.stills)) where name.hasSuffix(".jpg") {
      // The name is the clip's ID, which may contain dots, then milliseconds.
      let id = name.split(separator: ".", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: ".")
      guard !clips.contains(id) else { continue }
      AtomicFile.deleteIfExists(file(Self.stills + "/" + name))
    }
  }
}
