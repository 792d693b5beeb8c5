import Audience
package import struct Foundation.Date

/// The options of an import; `ImportOption.help` explains each one.
package struct ImportOptions {
  var video: String? { didSet { given.insert(.video) } }
  /// Name of the viewer, if the file does not contain it.
  package var viewer: String? { didSet { given.insert(.viewer) } }
  /// Which part of the path names viewers: 0 for the file name, 1 for its folder, and so on.
  package var viewerFolder = 0
  /// Names and times from the file's path, if its watched folder defines a pattern.
  package var path = PathMetadata()
  var recordedAt: Date? { didSet { given.insert(.recordedAt) } }
  var startedAt: ClockDate?
  var offset = 0.0
  var player: SourceRectangle?
  var screen: SourceRectangle?
  var picture: SourceRectangle?
  var map: ColumnMap?
  package var preset: String?
  var presetFile: String?
  /// The SELECT for an SQLite file.
  package var query: String?
  var labels: [String] = []
  var anchors: [SourceRectangle] = []
  var framesPerSecond: Double?
  var image: SourceRectangle?
  /// Whether frames were letterboxed into the model's input, if known.
  var isLetterboxed: Bool?
  var stream: String?
  var stimulus: String?
  var seats: String?
  /// Width of the video in degrees of view; `nil` if head direction is not used as gaze.
  var head: Double?
  private(set) var viewerLabels: [ViewerLabel] = []
  /// Returns the size of a video; called only if a format needs it.
  var pictureSize: (_ video: String) -> FrameSize?

  /// Suffix of session IDs that are derived from the file's name, if any.
  package var sessionTag: String?
  /// Called with the progress of the import; if it returns `false`, the import stops.
  ///
  /// `done` and `total` are bytes of the stored file, or rows of a query. `total` is `nil` if
  /// unknown.
  package var progress: (_ done: Int, _ total: Int?) -> Bool = { _, _ in true }
  /// Folder for temporary files; `nil` for the system's default.
  package var scratchFolder: String?
  /// Whether the fast path reads simple table rows; the result does not depend on it.
  var usesFastPath = true

  /// The options that the user gave, to reject those that the format does not accept.
  private(set) var given: Set<ImportOption> = []

  package init(
    video: String? = nil, viewer: String? = nil, recordedAt: Date? = nil,
    pictureSize: @escaping (_ video: String) -> FrameSize? = { _ in nil }
  ) {
    self.video = video
    self.viewer = viewer
    self.recordedAt = recordedAt
    self.pictureSize = pictureSize
  }

  /// The default session ID of a file and its viewer; two files with the same ID count as one.
  package func name(from file: String) -> String {
    ImportContext(file: file, options: self).derivedSession()
  }

  package func viewer(from file: String) -> String {
    ImportContext(file: file, options: self).viewer(named: nil)
  }

  /// Whether file names are viewer names; files with one name are then of one viewer.
  package var isFileNameViewerName: Bool { viewerFolder == 0 && given.contains(.viewerFrom) }

  /// Sets an option from its text on the command line; throws `ImportOptionError` for invalid text.
  package mutating func set(_ option: ImportOption, to text: String) throws(ImportOptionError) {
    switch option {
    case .video: video = try option.value(text) { Identifier.isValid($0) ? $0 : nil }
    case .viewer: viewer = try option.value(text, ViewerName.plain)
    case .viewerFrom: viewerFolder = try option.value(text, OptionParser.viewerFolder)
    case .recordedAt: recordedAt = try option.value(text) { ClockDate($0)?.date }
    case .startedAt: startedAt = try option.value(text, ClockDate.init)
    case .offset: offset = try option.value(text, OptionParser.offset)
    case .player: player = try option.value(text, OptionParser.size)
    case .screen: screen = try option.value(text, OptionParser.size)
    case .picture: picture = try option.value(text, OptionParser.rectangle)
    case .map: map = try ColumnMap(option: text)
    case .preset: preset = try TablePreset.named(text).name
    case .presetFile: presetFile = text
    case .query: query = try option.value(text) { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    case .labels: labels = try option.value(text, OptionParser.words)
    case .anchors: anchors = try option.value(text, OptionParser.anchors)
    case .fps: framesPerSecond = try option.value(text, OptionParser.frameRate)
    case .image: image = try option.value(text, OptionParser.size)
    case .fit: isLetterboxed = try option.value(text) { ["stretch": false, "letterbox": true][$0] }
    case .label: try add(label: text)
    case .stream: stream = text
    case .stimulus: stimulus = text
    case .seats: seats = text
    case .head: head = try option.value(text, OptionParser.degrees)
    }
    given.insert(option)
  }

  /// Adds a label; errors do not repeat the text, because it may contain a person's name.
  private mutating func add(label text: String) throws(ImportOptionError) {
    guard let label = ViewerLabel(text: text) else {
      throw ImportOptionError("--label is not valid: \(ViewerLabel.rule)")
    }
    guard !viewerLabels.contains(where: { $0.name == label.name }) else {
      throw ImportOptionError(
        "--label '\(label.name)' is given twice; a viewer has one value per label")
    }
    guard viewerLabels.count < ViewerLabel.most else {
      throw ImportOptionError("--label: at most \(ViewerLabel.most) labels")
    }
    viewerLabels.append(label)
  }
}

/// Width and height of a video in pixels, after rotation and with square pixels.
package struct FrameSize: Hashable, Sendable {
  var width: Int
  var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension ImportOptions {
  /// The suffix that distinguishes sessions of different formats from files with the same name.
  ///
  /// It is the name of the preset, `gaze` or `emotion` for a column map, or the name of the format.
  /// For example, `avocet.csv` of an eye tracker and `avocet.csv` of a face reader are two sessions
  /// of one viewer. The same file imported with other options keeps its suffix, so the second
  /// import replaces the first.
  package func sessionTag(for format: ImportFormat) -> String {
    if let preset { return preset }
    if let presetFile { return ImportContext(file: presetFile, options: self).stem }
    guard let map, map.gaze.isEmpty != map.scores.isEmpty else { return format.name }
    return map.gaze.isEmpty ? "emotion" : "gaze"
  }
}
