package import Media
import Support

/// A request to the process that reads a source, sent as one line of JSON.
package enum MediaRequest: Codable, Sendable {
  case probe(path: String)
  /// As `probe`, but also checks that the file is complete, and whether it is interlaced.
  case examine(path: String)
  /// A hash of its first and last bytes.
  case identity(path: String)
  /// A hash of a text file, for example of subtitles.
  case mark(text: String)
  case captions(MediaInfo, language: String?)
  /// The characters of a text for which no font is installed; no source is opened.
  case letters(String)
  /// The part of a title that fits into a clip; no source is opened.
  case title(String, RenderSettings)
  /// Scene cuts and black borders near some ranges in seconds.
  case picture(MediaInfo, ranges: [Range<Double>])
  /// Pauses in the sound near some ranges in seconds.
  case pauses(MediaInfo, ranges: [Range<Double>])
  /// Whether the encoder works with these settings; no source is opened.
  case encoder(RenderSettings)
  // The next three write to a folder that the sandbox allows.
  /// Writes a still frame.
  case render(RenderJob)
  case preview(PreviewJob)
  /// Writes an overlay video; the process requests the data of each 0.5 s bin while it renders.
  case overlay(OverlayJob)

  /// The answer to a request that returns no data.
  struct Done: Codable {}

  /// Opens the source and returns the answer, whose type depends on the request.
  ///
  /// `bin` returns the overlay data of a 0.5 s bin by its number.
  func answer(
    notice: (String) -> Void, bin: @escaping @Sendable (Int) -> OverlayBin,
    progress: @escaping RenderProgress, isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> any Encodable {
    switch self {
    case .probe(let path): return try MediaInfo.probe(path, isCancelled: isCancelled)
    case .examine(let path):
      let info = try MediaInfo.probe(path, isCancelled: isCancelled)
      try info.requireComplete()
      return try info.detectingFieldOrder(isCancelled: isCancelled)
    case .identity(let path): return try SourceIdentity(reading: path)
    case .mark(let path): return try SubtitleCues.contents(of: path).map { SHA256.hex($0) }
    case .captions(let info, let language):
      return try SubtitleCues.read(
        info, language: language, notice: notice, isCancelled: isCancelled)
    case .letters(let text):
      return try UndrawableCharacters.missing(in: text).map { String($0) }.joined()
    case .title(let line, let settings): return try settings.shown(title: line) ?? ""
    case .picture(let info, let ranges):
      let scan = try FrameAnalysis(info, ranges: ranges, isCancelled: isCancelled)
      return scan.cuts.map { [$0.time] } + scan.dissolves.map { [$0.lowerBound, $0.upperBound] }
        + scan.borders.map(\.row)
    case .pauses(let info, let ranges):
      let pauses = try PauseFinder.find(
        in: info, ranges: ranges, minimumLength: 0.15, isCancelled: isCancelled)
      return pauses.map { [$0.lowerBound, $0.upperBound] }
    case .encoder(let settings): try settings.tryEncoder()
    case .render(let job): try JobRenderer.render([job], in: "/", isCancelled: isCancelled)
    case .preview(let job): return try job.render(isCancelled: isCancelled)
    case .overlay(let job):
      return try job.render(detail: bin, progress: progress, isCancelled: isCancelled)
    }
    return Done()
  }
}
