package import Support

/// An import option of the command line; each format accepts some of them.
package enum ImportOption: String, CaseIterable, Hashable, Sendable {
  case video, viewer, viewerFrom = "viewer-from", recordedAt = "recorded-at"
  case startedAt = "started-at", offset, player, screen, picture
  case map, preset, presetFile = "preset-file", query, labels, anchors, fps, image, fit
  case label, stream, stimulus, seats, head

  /// Placeholder for the value in the help, for example `WxH`.
  package var placeholder: String { texts.placeholder }

  package var help: String { texts.help }

  private var texts: (placeholder: String, help: String) {
    switch self {
    case .video: ("id", "ID of the video, if the file does not contain it")
    case .viewer:
      ("name", "name of the viewer, if the file does not contain it; stored as a pseudonym")
    case .viewerFrom:
      (
        "file|folder",
        "how to name viewers by default: file (files with the same name are one viewer), "
          + "folder, or folder:2 for the folder above"
      )
    case .recordedAt:
      ("time", "time of the recording, 2026-11-19T21:03:00Z, if the file does not contain it")
    case .startedAt: ("time", "time on the file's clock at play time 0, 2019-04-23T20:55:10")
    case .offset: ("seconds", "seconds to add to every time in the file")
    case .player:
      ("WxH", "size of the player, if points are relative to it; it letterboxes the video")
    case .screen: ("WxH", "size of the screen, if points are relative to it")
    case .picture: ("X,Y,WxH", "position of the video, in the unit of the points")
    case .map:
      (
        "role=column,…",
        "roles of the columns, in one option or several; see gazecut import table --help"
      )
    case .preset: ("name", "the tool that wrote the table; see gazecut formats")
    case .presetFile: ("file", "your own preset; start with gazecut formats show NAME")
    case .query: ("sql", "the SELECT whose result is the table")
    case .labels: ("a,b,…", "names of the classes, in the order of the model")
    case .anchors: ("w,h,w,h,…", "the model's anchor boxes in cells, one pair per box")
    case .fps: ("number", "sampled frames per second, if the file has frame numbers")
    case .image: ("WxH", "size of the images with the boxes, if it differs from the video")
    case .fit: ("stretch|letterbox", "how frames were fitted into the model's input")
    case .label:
      (
        "name=value",
        "part of the audience these viewers belong to, for example age=child; repeatable, see "
          + "selection.viewers"
      )
    case .stream: ("name", "the stream to read: its name, type or number")
    case .stimulus:
      (
        "name",
        "name of the video in the recording, if the recording shows several things or uses "
          + "another name"
      )
    case .seats: ("file", "seats in the camera image: name,x,y,width,height, one per line")
    case .head:
      (
        "degrees",
        "use head direction as coarse gaze; the value is the width of the video in degrees, "
          + "as seen from the seats"
      )
    }
  }
}

extension [ImportOption] {
  static let ofSessions: [ImportOption] = [.video, .viewer, .viewerFrom, .label, .recordedAt]
}

/// An error in an import option, which is a usage error and not an error in the data.
package struct ImportOptionError: UserFacingError, Hashable, Sendable {
  package let description: String

  package init(_ description: String) { self.description = description }

  package var status: ExitStatus { .usage }
}
