package import Media
import Support

/// What is asked about a source; sent, as one line of JSON, to the process that opens it.
package enum MediaRequest: Codable, Sendable {
  case probe(path: String)
  /// The same of a source that clips are cut from: whole, and with its fields looked at.
  case examine(path: String)
  /// What tells it from another file, by its first and last bytes.
  case identity(path: String)
  /// What tells a text beside it from another.
  case mark(text: String)
  case captions(MediaInfo, language: String?)
  /// Which letters of a text cannot be drawn here; no source is opened.
  case letters(String)
  /// What a clip made so shows of a title; no source is opened.
  case title(String, RenderSettings)
  /// Cuts and black sides near some seconds.
  case picture(MediaInfo, ranges: [Range<Double>])
  /// Pauses in its sound near some seconds.
  case pauses(MediaInfo, ranges: [Range<Double>])
  /// Whether clips can be encoded as settings ask; no source is opened.
  case encoder(RenderSettings)
  /// A picture of it, written where the process may write; paths are absolute.
  case render(RenderJob)
  /// A preview of a moment, written where the process may write.
  case preview(PreviewJob)
  /// An overlay, written where the process may write; what is drawn of each half second is asked
  /// for meanwhile.
  case overlay(OverlayJob)
}

extension MediaRequest {
  /// That what was asked for is done, of which there is no more to say.
  struct Done: Codable {}

  /// Opens the source and answers.
  ///
  /// - Parameters:
  ///   - notice: told what an operator should know.
  ///   - bin: what is drawn of an audience in a half second, by its number.
  ///   - progress: told how far a film is.
  ///   - isCancelled: asked while reading.
  /// - Returns: what the kind of question asks for.
  /// - Throws: `MediaError`.
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
    case .letters(let text): return try CaptionLetters.missing(in: text).map { String($0) }.joined()
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
    case .render(let job): try RenderJob.render([job], in: "/", isCancelled: isCancelled)
    case .preview(let job): return try job.render(isCancelled: isCancelled)
    case .overlay(let job):
      return try job.render(detail: bin, progress: progress, isCancelled: isCancelled)
    }
    return Done()
  }
}

extension BlackBorders {
  /// All of it as numbers, for keeping.
  fileprivate var row: [Double] {
    [time] + [top, bottom, left, right].flatMap { [$0.depth, $0.litShare] }
  }

  /// Reads what `row` gave; `nil` for any other row.
  package init?(row: [Double]) {
    guard row.count == 9 else { return nil }
    func side(_ index: Int) -> Side { Side(depth: row[index], litShare: row[index + 1]) }
    self.init(time: row[0], top: side(1), bottom: side(3), left: side(5), right: side(7))
  }
}
