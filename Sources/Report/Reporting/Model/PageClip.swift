import Deciding
import EditDecisions

/// A clip on a video's page: its moment with published figures, and its files.
@dynamicMemberLookup
struct PageClip: Sendable {
  /// The moment; without figures if too few viewers are behind it.
  var moment: Moment
  /// Path of the file, relative to the page, if there is one.
  var file: String?
  /// Path of the poster, relative to the page, if there is one.
  var poster: String?
  /// The same moment in further aspect ratios: render profile, and path relative to the page.
  var shapes: [(name: String, file: String)] = []
  var remarks: [String] = []
  /// A comparison with the moments of the library; `nil` if there are too few.
  var compared: String?
  var captionText = ""
  /// Earlier publications of its seconds, oldest first.
  var published: [Publication] = []
  /// The user's changes, each with the way to take it back.
  var changes: [(words: String, removal: OverrideRemoval)] = []
  var leastViewers = 1
  /// The gaze as heat maps; `nil` for too few viewers.
  var heat: HeatMap?

  subscript<Value>(dynamicMember path: WritableKeyPath<Moment, Value>) -> Value {
    get { moment[keyPath: path] }
    set { moment[keyPath: path] = newValue }
  }

  /// Viewers with usable gaze and face, if the number may be published.
  var viewers: Int? { moment.why.viewers > 0 ? moment.why.viewers : nil }
  /// The play time in seconds by which wishes refer to the moment.
  var near: Double {
    // The clip of a moved moment may show nothing of the core.
    moment.coreStart < moment.coreEnd
      ? (moment.coreStart + moment.coreEnd) / 2 : (moment.start + moment.end) / 2
  }
  /// A publication of this clip, or of another one with most of its seconds.
  struct Publication: Sendable, Hashable {
    /// The day, for example `2026-11-19`.
    var day: String
    /// The place of publication; empty if unknown.
    var place: String
    /// ID of the other clip; `nil` for this one.
    var clip: String?
  }
}
