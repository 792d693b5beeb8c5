import Audience
package import struct Foundation.Date

/// What the user says about a file, beside the file itself: `ImportOption.help` tells of what an
/// option fills.
package struct ImportOptions {
  var video: String? { didSet { given.insert(.video) } }
  /// Who watched, where the file does not tell.
  package var viewer: String? { didSet { given.insert(.viewer) } }
  /// What names viewers and sessions where nothing else does: 0 is the file's own name, 1 its
  /// folder's before it, 2 that of the folder above.
  package var viewerFolder = 0
  /// What its path says, where it lies in a place whose paths say something.
  package var path = PathWords()
  var recordedAt: Date? { didSet { given.insert(.recordedAt) } }
  var startedAt: WallClock?
  var offset = 0.0
  var player: ImageArea?
  var screen: ImageArea?
  var picture: ImageArea?
  var map: ColumnMap?
  /// The name of a preset that comes with gazecut.
  package var preset: String?
  var presetFile: String?
  /// The SELECT of an SQLite file.
  package var query: String?
  var labels: [String] = []
  var anchors: [ImageArea] = []
  var framesPerSecond: Double?
  var image: ImageArea?
  /// Whether the picture was letterboxed into the model's input; `nil` where nobody says.
  var isLetterboxed: Bool?
  var stream: String?
  var stimulus: String?
  var seats: String?
  /// `nil` where heads' directions do not stand for gaze.
  var head: Double?
  /// What all viewers of the file are labelled with, one label a name.
  private(set) var viewerLabels: [ViewerLabel] = []
  /// Gives the size of a video's picture; asked only where a format needs it.
  var pictureSize: (_ video: String) -> PictureSize?

  /// What ids of sessions that follow from a file's name end with; `nil` is nothing.
  package var sessionTag: String?
  /// Is told how far the reading is, and says whether to go on.
  ///
  /// In bytes of the file as it is stored, and how many it has where that is known; for a query in
  /// rows. `false` stops the reading, which throws `ImportError.Kind.stopped`.
  package var progress: (_ done: Int, _ total: Int?) -> Bool = { _, _ in true }
  /// The folder for what does not fit in memory; `nil` is the system's own.
  package var scratchFolder: String?
  /// Whether plain rows of a table are taken the short way; without it all go the careful one, with
  /// the same result.
  var takesPlainRows = true

  /// What was given, for the refusal of what a format does not know.
  private(set) var given: Set<ImportOption> = []

  package init(
    video: String? = nil, viewer: String? = nil, recordedAt: Date? = nil,
    pictureSize: @escaping (_ video: String) -> PictureSize? = { _ in nil }
  ) {
    self.video = video
    self.viewer = viewer
    self.recordedAt = recordedAt
    self.pictureSize = pictureSize
  }

  /// What names a file's viewers and sessions where nothing else does; two files that give the same
  /// would be taken for one.
  ///
  /// - Parameter file: its path, as the user gave it.
  /// - Returns: an id.
  package func name(from file: String) -> String {
    FileContext(file: file, options: self).derivedSession()
  }

  /// Who watched, where nothing but the file's path says it.
  package func viewer(from file: String) -> String {
    FileContext(file: file, options: self).viewer(named: nil)
  }

  /// Whether somebody said that the file's own name is its viewer's: files of one name are theirs,
  /// each a viewing of its own.
  package var isFileNameTrusted: Bool { viewerFolder == 0 && given.contains(.viewerFrom) }

  /// Takes an option as the command line has it.
  ///
  /// - Throws: `ImportOptionError` when the text is no such value.
  package mutating func set(_ option: ImportOption, to text: String) throws(ImportOptionError) {
    switch option {
    case .video: video = try option.value(text) { Identifier.isValid($0) ? $0 : nil }
    case .viewer: viewer = try option.value(text, ViewerName.plain)
    case .viewerFrom: viewerFolder = try option.value(text, OptionText.viewerFolder)
    case .recordedAt: recordedAt = try option.value(text) { WallClock($0)?.date }
    case .startedAt: startedAt = try option.value(text, WallClock.init)
    case .offset: offset = try option.value(text, OptionText.offset)
    case .player: player = try option.value(text, OptionText.size)
    case .screen: screen = try option.value(text, OptionText.size)
    case .picture: picture = try option.value(text, OptionText.rectangle)
    case .map: map = try ColumnMap(text)
    case .preset: preset = try TablePreset.named(text).name
    case .presetFile: presetFile = text
    case .query: query = try option.value(text) { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    case .labels: labels = try option.value(text, OptionText.words)
    case .anchors: anchors = try option.value(text, OptionText.anchors)
    case .fps: framesPerSecond = try option.value(text, OptionText.frameRate)
    case .image: image = try option.value(text, OptionText.size)
    case .fit: isLetterboxed = try option.value(text) { ["stretch": false, "letterbox": true][$0] }
    case .label: try add(label: text)
    case .stream: stream = text
    case .stimulus: stimulus = text
    case .seats: seats = text
    case .head: head = try option.value(text, OptionText.degrees)
    }
    given.insert(option)
  }
}

extension ImportOptions {
  /// Adds a label; the message does not repeat what may be a person's name.
  private mutating func add(label text: String) throws(ImportOptionError) {
    guard let label = ViewerLabel(text: text) else {
      throw ImportOptionError("--label cannot be used: \(ViewerLabel.rule)")
    }
    guard !viewerLabels.contains(where: { $0.name == label.name }) else {
      throw ImportOptionError("--label gives '\(label.name)' twice; a viewer has one value of it")
    }
    guard viewerLabels.count < ViewerLabel.most else {
      throw ImportOptionError("--label: at most \(ViewerLabel.most) labels")
    }
    viewerLabels.append(label)
  }
}

/// The size of a video's picture in pixels, after rotation and sample aspect ratio.
package struct PictureSize: Hashable, Sendable {
  /// Pixels from left to right.
  var width: Int
  /// Pixels from top to bottom.
  var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension ImportOptions {
  /// What tells the session that a file of `format` makes from those of other files of the same
  /// name: `avocet.csv` of an eye tracker and `avocet.csv` of a face reader are two sessions of one
  /// viewer, and neither takes the other's place.
  ///
  /// The same file with other options keeps its tag, so that a second import replaces the first.
  ///
  /// - Returns: the preset's name, or which side a map of columns names, or the format's name.
  package func sessionTag(for format: ImportFormat) -> String {
    if let preset { return preset }
    if let presetFile {
      return FileContext(file: presetFile, options: self).stem
    }
    guard let map, map.gaze.isEmpty != map.scores.isEmpty else { return format.name }
    return map.gaze.isEmpty ? "emotion" : "gaze"
  }
}
