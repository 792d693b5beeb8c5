import EditDecisions
import Library

/// The names that stay of a video's clips: each shape has its own, in its own folder.
struct ShapeNames {
  let video: String
  /// The video's folder.
  let files: ClipFiles

  /// Names the clips of some shapes; those that are no longer asked for lose their names.
  ///
  /// - Parameters:
  ///   - shapes: what is decided, the clips of each in its folder.
  ///   - clips: what the library knows of them, by id.
  ///   - isPinned: whether a person's decisions stand.
  ///   - notice: told of what is a person's, or cannot be there.
  /// - Throws: `CommandFailure`, `MediaError`.
  func write(
    _ shapes: [ClipShape], clips: [String: Clip], isPinned: Bool, notice: (String) -> Void
  ) throws {
    for folder in Self.folders {
      if let shape = shapes.first(where: { $0.folder == folder }) {
        try names(in: folder)
          .write(shape.document, clips: clips, isPinned: isPinned, notice: notice)
      } else {
        names(in: folder).remove()
      }
    }
  }

  /// Takes the names of every shape away.
  func remove() { for folder in Self.folders { names(in: folder).remove() } }

  /// Whether each of some shapes has its index.
  func areThere(_ shapes: [ClipShape]) -> Bool {
    shapes.allSatisfy { names(in: $0.folder).isThere }
  }

  /// What of them may stand in the video's folder, as `square/index.json`.
  var expected: Set<String> {
    Set(
      Self.folders.flatMap { folder in
        [folder + ClipNames.latest]
          + (names(in: folder).isIndexOurs ? [folder + ClipNames.index] : [])
      })
  }

  private func names(in folder: String) -> ClipNames {
    let path = folder.isEmpty ? files.folder : files.path(String(folder.dropLast()))
    return ClipNames(video: video, files: ClipFiles(folder: path))
  }

  private static var folders: [String] { [""] + ClipShape.folderNames.map { $0 + "/" } }
}
