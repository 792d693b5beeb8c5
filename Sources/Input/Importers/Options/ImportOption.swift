/// What the user may say about a file on the command line; a format listens to some of them.
package enum ImportOption: String, CaseIterable, Hashable, Sendable {
  case video, viewer, viewerFrom = "viewer-from", recordedAt = "recorded-at"
  case startedAt = "started-at", offset, player, screen, picture
  case map, preset, presetFile = "preset-file", query, labels, anchors, fps, image, fit
  case label, stream, stimulus, seats, head

  /// What stands for the value in help, such as `WxH`.
  package var placeholder: String { told.placeholder }

  /// What it says, in a line of help.
  package var help: String { told.help }

  private var told: (placeholder: String, help: String) {
    switch self {
    case .video: ("id", "the video's id, where the file does not name it")
    case .viewer: ("name", "who watched, where the file does not say; stored as a pseudonym")
    case .viewerFrom:
      (
        "file|folder",
        "what names viewers whom neither the file nor --viewer names: file (files of one name "
          + "are one viewer's), folder, or folder:2 for the folder above that"
      )
    case .recordedAt:
      ("time", "when it was recorded, 2026-11-19T21:03:00Z, where the file does not say")
    case .startedAt: ("time", "what the file's clock showed at play time 0, 2019-04-23T20:55:10")
    case .offset: ("seconds", "seconds to add to every time of the file")
    case .player: ("WxH", "size of the player that the points lie in; it letterboxes the video")
    case .screen: ("WxH", "size of the screen that the points lie on")
    case .picture: ("X,Y,WxH", "where the picture was shown, in the unit of the points")
    case .map:
      (
        "role=column,…",
        "which column is what, all in one or one each; see gazecut import table --help"
      )
    case .preset: ("name", "the tool that wrote the table; see gazecut formats")
    case .presetFile: ("file", "a preset of your own; begin with gazecut formats show NAME")
    case .query: ("sql", "the SELECT whose result is the table")
    case .labels: ("a,b,…", "the names of the classes, in the order of the model")
    case .anchors: ("w,h,w,h,…", "the model's anchor boxes in cells, one pair a box")
    case .fps: ("number", "sampled frames a second, where the file counts frames")
    case .image: ("WxH", "size of the images that the boxes lie in, where it is not the picture's")
    case .fit: ("stretch|letterbox", "how the picture was fitted into the model's input")
    case .label:
      (
        "name=value",
        "which part of the audience these viewers are, as age=child; repeatable, see "
          + "selection.viewers"
      )
    case .stream: ("name", "the stream that is meant, by its name, its type or its number")
    case .stimulus:
      (
        "name",
        "what the recording calls the video, where it shows several things or names it "
          + "otherwise"
      )
    case .seats: ("file", "who sits where before the camera: name,x,y,width,height, a seat a line")
    case .head:
      (
        "degrees",
        "takes where heads are turned for coarse gaze: how many degrees wide the picture is, "
          + "as seen from the seats"
      )
    }
  }
}

extension [ImportOption] {
  /// What every format of sessions listens to.
  static let ofSessions: [ImportOption] = [.video, .viewer, .viewerFrom, .label, .recordedAt]
}

/// Why what the user said about a file cannot be used: usage, not data.
package struct ImportOptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was wrong, and what would be right.
  package let description: String

  package init(_ description: String) { self.description = description }
}
