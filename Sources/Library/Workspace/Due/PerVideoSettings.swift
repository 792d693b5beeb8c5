import EditDecisions
import Audience
import Selection
package import Settings
import Support

/// The settings of many videos; videos without settings of their own share one entry.
package struct PerVideoSettings {
  package struct Entry {
    package let settings: Settings
    let digest: String
    var part: AudienceSubset { settings.selection.viewers }

    init(_ settings: Settings) {
      self.settings = settings
      digest = settings.hashOfAllAspectRatios
    }
  }

  private var own: [String: Entry] = [:]
  private let common: Entry
  let parts: [String: AudienceSubset]

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
