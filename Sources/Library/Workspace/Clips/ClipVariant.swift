package import EditDecisions
package import Library
import Rendering
package import Settings
import Support

/// One shape in which a video's moments are published.
package struct ClipVariant {
  package let settings: Settings
  /// The decisions as it shows them.
  package let document: DecisionDocument
  /// What the names of its files begin with, in the video's folder: nothing, or `square/`.
  package let folder: String

  /// The file of a moment's clip, without its ending.
  package func stem(of id: String) -> String { folder + id }

  /// Names that folders of further shapes have.
  package static let folderNames = PlatformProfile.allCases.map(\.rawValue)

  /// The folders that shapes may have, that of the first among them.
  package static let allFolders = [""] + folderNames.map { $0 + "/" }

  /// The folders of the shapes that settings ask for: the first shape has none.
  package static func folders(_ settings: Settings) -> [String] {
    [""] + settings.shapes.dropFirst().map { $0.render.profile.rawValue + "/" }
  }

  /// The shapes that settings ask for and a document shows, the first of them in no folder.
  package static func all(_ settings: Settings, _ document: DecisionDocument) -> [ClipVariant] {
    [ClipVariant(settings: settings, document: document, folder: "")]
      + settings.shapes.dropFirst().compactMap { settings in
        let name = settings.render.profile.rawValue
        return document.shapes.first { $0.profile == name }.map {
          ClipVariant(settings: settings, document: document.shown(in: $0), folder: name + "/")
        }
      }
  }

  /// Names the clips of every shape in its own folder; of shapes that are no more the names go.
  ///
  /// - Throws: as `StableClipNames.write`.
  package static func name(
    _ shapes: [ClipVariant], of video: String, _ files: ClipFolder, clips: some Sequence<Clip>,
    postings: [Posting], isPinned: Bool, notice: (String) -> Void
  ) throws {
    let clips = clips.filter { $0.state == .current }.keyed(by: \.id)
    for shape in shapes {
      try StableClipNames(video: video, files: files.inside(shape.folder))
        .write(
          shape.document, clips: clips, postings: postings, isPinned: isPinned, notice: notice)
    }
    for folder in allFolders where !shapes.contains(where: { $0.folder == folder }) {
      StableClipNames(video: video, files: files.inside(folder)).remove()
    }
  }
}
