import EditDecisions
import Audience
import Selection
package import Settings
import Support

/// The settings of many videos, of which most have none of their own.
package struct PerVideoSettings {
  package struct Entry {
    package let settings: Settings
    /// Their digest, with those of further shapes.
    let digest: String
    /// Whose sessions decide.
    var part: AudiencePart { settings.selection.viewers }

    init(_ settings: Settings) {
      self.settings = settings
      digest = settings.digestOfAllShapes
    }
  }

  private var own: [String: Entry] = [:]
  private let common: Entry
  /// The part of its audience that decides, by video.
  let parts: [String: AudiencePart]

  package init(_ videos: [String], _ loader: SettingsLoader) throws {
    let common = Entry(try loader.settings(for: nil))
    for video in videos where loader.hasSettings(video) {
      own[video] = Entry(try loader.settings(for: video))
    }
    self.common = common
    let own = own
    parts = videos.keyed(by: \.self) { (own[$0] ?? common).part }
  }

  package subscript(video: String) -> Entry { own[video] ?? common }
}
