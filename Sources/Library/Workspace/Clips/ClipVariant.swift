package import EditDecisions
package import Library
import Rendering
package import Settings
import Support

/// One aspect ratio in which the moments of a video are published.
package struct ClipVariant {
  package let settings: Settings
  package let document: DecisionDocument
  /// The subfolder in the clip folder: empty, or for example `square/`.
  package let folder: String

  package func stem(of id: String) -> String { folder + id }

  /// The possible folder names of further aspect ratios.
  package static let folderNames = PlatformProfile.allCases.map(\.rawValue)

  /// All possible subfolders, including the empty one of the first aspect ratio.
  package static let allFolders = [""] + folderNames.map { $0 + "/" }

  /// The subfolders for these settings; empty for the first aspect ratio.
  package static func folders(_ settings: Settings) -> [String] {
    [""] + settings.shapes.dropFirst().map { $0.render.profile.rawValue + "/" }
  }

  /// The aspect ratios that the settings ask for and the document contains.
  package static func all(_ settings: Settings, _ document: DecisionDocument) -> [ClipVariant] {
    [ClipVariant(settings: settings, document: document, folder: "")]
      + settings.shapes.dropFirst().compactMap { settings in
        let name = settings.render.profile.rawValue
        return document.shapes.first { $0.profile == name }.map {
          ClipVariant(settings: settings, document: document.shown(in: $0), folder: name + "/")
        }
      }
  }

  /// Writes the clip index of each aspect ratio, and removes those of unused ones.
  package static func name(
    _ shapes: [ClipVariant], of video: String, _ files: ClipFolder, clips: some Sequence<Clip>,
    postings: [PublicationNote], isPinned: Bool, notice: (String) -> Void
  ) throws {
    let clips = clips.filter { $0.state == .current }.keyed(by: \.id)
    for shape in shapes {
      try StableClipNames(video: video, files: files.inside(shape.folder)).write(
        shape.document, clips: clips, postings: postings, isPinned: isPinned, notice: notice)
    }
    for folder in allFolders where !shapes.contains(where: { $0.folder == folder }) {
      StableClipNames(video: video, files: files.inside(folder)).remove()
    }
  }
}
