/// What the user may say about a file on the command line; a format listens to some of them.
package enum ImportOption: String, CaseIterable, Hashable, Sendable {
  case video, viewer, viewerFrom = "viewer-from", recordedAt = "recorded-at"
  case startedAt = "started-at", offset, player, screen, picture
  case map, preset, presetFile = "preset-file", query, labels, anchors, fps, image, fit
  case label, stream, stimulus, seats, head

  /// What stands for the value in help, such as `WxH`.
  package var placeholder: String {
    switch self {
    case .video: "id"
    case .viewer, .preset: "name"
    case .viewerFrom: "file|folder"
    case .recordedAt, .startedAt: "time"
    case .offset: "seconds"
    case .player, .screen, .image: "WxH"
    case .picture: "X,Y,WxH"
    case .map: "role=column,…"
    case .presetFile: "file"
    case .query: "sql"
    case .labels: "a,b,…"
    case .anchors: "w,h,w,h,…"
    case .fps: "number"
    case .fit: "stretch|letterbox"
    case .label: "name=value"
    case .stream, .stimulus: "name"
    case .seats: "file"
    case .head: "degrees"
    }
  }

  /// What it says, in a line of help.
  package var help: String {
    switch self {
    case .video: "the video's id, where the file does not name it"
    case .viewer: "who watched, where the file does not say; stored as a pseudonym"
    case .viewerFrom:
      "what names viewers whom neither the file nor --viewer names: file (files of one name are one "
        + "viewer's), folder, or folder:2 for the folder above that"
    case .recordedAt: "when it was recorded, 2026-11-19T21:03:00Z, where the file does not say"
    case .startedAt: "what the file's clock showed at play time 0, 2019-04-23T20:55:10"
    case .offset: "seconds to add to every time of the file"
    case .player: "size of the player that the points lie in; it letterboxes the video"
    case .screen: "size of the screen that the points lie on"
    case .picture: "where the picture was shown, in the unit of the points"
    case .map: "which column is what, all in one or one each; see gazecut import table --help"
    case .preset: "the tool that wrote the table; see gazecut formats"
    case .presetFile: "a preset of your own; begin with gazecut formats show NAME"
    case .query: "the SELECT whose result is the table"
    case .labels: "the names of the classes, in the order of the model"
    case .anchors: "the model's anchor boxes in cells, one pair a box"
    case .fps: "sampled frames a second, where the file counts frames"
    case .image: "size of the images that the boxes lie in, where it is not the picture's"
    case .fit: "how the picture was fitted into the model's input"
    case .label:
      "which part of the audience these viewers are, as age=child; repeatable, see selection.viewers"
    case .stream: "the stream that is meant, by its name, its type or its number"
    case .stimulus:
      "what the recording calls the video, where it shows several things or names it otherwise"
    case .seats: "who sits where before the camera: name,x,y,width,height, a seat a line"
    case .head:
      "takes where heads are turned for coarse gaze: how many degrees wide the picture is, as seen "
        + "from the seats"
    }
  }
}

/// Why what the user said about a file cannot be used: usage, not data.
package struct ImportOptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was wrong, and what would be right.
  package let description: String

  package init(_ description: String) { self.description = description }
}
