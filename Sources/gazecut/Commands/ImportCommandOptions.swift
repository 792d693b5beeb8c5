import ArgumentParser
import Importers

/// What the user may say about files; each format listens to some of it.
struct ImportCommandOptions: ParsableArguments {
  @Option(help: Self.help(.video))
  var video: String?

  @Option(help: Self.help(.viewer))
  var viewer: String?

  @Option(help: Self.help(.viewerFrom))
  var viewerFrom: String?

  @Option(name: .customLong("label"), help: Self.help(.label))
  var viewerLabels: [String] = []

  @Option(help: Self.help(.recordedAt))
  var recordedAt: String?

  @Option(help: Self.help(.startedAt))
  var startedAt: String?

  @Option(parsing: .unconditional, help: Self.help(.offset))
  var offset: String?

  @Option(help: Self.help(.player))
  var player: String?

  @Option(help: Self.help(.screen))
  var screen: String?

  @Option(parsing: .unconditional, help: Self.help(.picture))
  var picture: String?

  @Option(help: Self.help(.map))
  var map: [String] = []

  @Option(help: Self.help(.preset))
  var preset: String?

  @Option(help: Self.help(.presetFile), completion: .file(extensions: ["json"]))
  var presetFile: String?

  @Option(help: Self.help(.query))
  var query: String?

  @Option(help: Self.help(.labels))
  var labels: String?

  @Option(help: Self.help(.anchors))
  var anchors: String?

  @Option(help: Self.help(.fps))
  var fps: String?

  @Option(help: Self.help(.image))
  var image: String?

  @Option(help: Self.help(.fit))
  var fit: String?

  @Option(help: Self.help(.stream))
  var stream: String?

  @Option(help: Self.help(.stimulus))
  var stimulus: String?

  @Option(help: Self.help(.seats), completion: .file())
  var seats: String?

  @Option(help: Self.help(.head))
  var head: String?

  /// What was given.
  var values: [ImportOption: String] {
    let all: [ImportOption: String?] = [
      .video: video,
      .viewer: viewer,
      .viewerFrom: viewerFrom,
      .recordedAt: recordedAt,
      .startedAt: startedAt,
      .offset: offset,
      .player: player,
      .screen: screen,
      .picture: picture,
      .map: map.isEmpty ? nil : map.joined(separator: ","),
      .preset: preset,
      .presetFile: presetFile,
      .query: query,
      .labels: labels,
      .anchors: anchors,
      .fps: fps,
      .image: image,
      .fit: fit,
      .stream: stream,
      .stimulus: stimulus,
      .seats: seats,
      .head: head,
    ]
    return all.compactMapValues { $0 }
  }

  private static func help(_ option: ImportOption) -> ArgumentHelp {
    ArgumentHelp(
      "\(option.help.prefix(1).uppercased())\(option.help.dropFirst()).",
      valueName: option.placeholder)
  }
}
