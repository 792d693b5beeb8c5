import ArgumentParser
import Importers

/// The import options on the command line; each format accepts some of them.
struct ImportCommandOptions: ParsableArguments {
  /// An option with its text.
  typealias Given = (option: ImportOption, text: String)

  @Option(help: help(.video), transform: given(.video)) var video: Given?
  @Option(help: help(.viewer), transform: given(.viewer)) var viewer: Given?
  @Option(help: help(.viewerFrom), transform: given(.viewerFrom)) var viewerFrom: Given?
  @Option(name: .customLong("label"), help: help(.label)) var viewerLabels: [String] = []
  @Option(help: help(.recordedAt), transform: given(.recordedAt)) var recordedAt: Given?
  @Option(help: help(.startedAt), transform: given(.startedAt)) var startedAt: Given?
  @Option(parsing: .unconditional, help: help(.offset), transform: given(.offset))
  var offset: Given?
  @Option(help: help(.player), transform: given(.player)) var player: Given?
  @Option(help: help(.screen), transform: given(.screen)) var screen: Given?
  @Option(parsing: .unconditional, help: help(.picture), transform: given(.picture))
  var picture: Given?
  @Option(help: help(.map)) var map: [String] = []
  @Option(help: help(.preset), transform: given(.preset)) var preset: Given?
  @Option(
    help: help(.presetFile), completion: .file(extensions: ["json"]), transform: given(.presetFile))
  var presetFile: Given?
  @Option(help: help(.query), transform: given(.query)) var query: Given?
  @Option(help: help(.labels), transform: given(.labels)) var labels: Given?
  @Option(help: help(.anchors), transform: given(.anchors)) var anchors: Given?
  @Option(help: help(.fps), transform: given(.fps)) var fps: Given?
  @Option(help: help(.image), transform: given(.image)) var image: Given?
  @Option(help: help(.fit), transform: given(.fit)) var fit: Given?
  @Option(help: help(.stream), transform: given(.stream)) var stream: Given?
  @Option(help: help(.stimulus), transform: given(.stimulus)) var stimulus: Given?
  @Option(help: help(.seats), completion: .file(), transform: given(.seats)) var seats: Given?
  @Option(help: help(.head), transform: given(.head)) var head: Given?

  var values: [ImportOption: String] {
    let columns: Given? = map.isEmpty ? nil : (.map, map.joined(separator: ","))
    let all = [
      video, viewer, viewerFrom, recordedAt, startedAt, offset, player, screen, picture, preset,
      presetFile, query, labels, anchors, fps, image, fit, stream, stimulus, seats, head, columns,
    ]
    return Dictionary(uniqueKeysWithValues: all.compactMap { $0 })
  }
}

private func given(_ option: ImportOption) -> @Sendable (String) -> ImportCommandOptions.Given {
  { (option, $0) }
}

private func help(_ option: ImportOption) -> ArgumentHelp {
  ArgumentHelp(
    "\(option.help.prefix(1).uppercased())\(option.help.dropFirst()).",
    valueName: option.placeholder)
}
