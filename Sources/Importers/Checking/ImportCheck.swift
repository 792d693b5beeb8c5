public import Audience

/// What one session holds, in figures, and what is odd about it; it names nobody.
public struct ImportCheck: Hashable, Sendable {
  /// How many samples.
  public private(set) var samples = 0
  /// Play time of the first and the last sample, in seconds.
  public private(set) var span: ClosedRange<Double> = 0...0
  /// Samples a second, by the median interval; 0 with fewer than two.
  public private(set) var rate = 0.0
  /// The share of the samples that report gaze whose gaze can be used; `nil` without gaze.
  public private(set) var usableGaze: Double?
  /// The share of usable gaze that lies on the picture; `nil` without any.
  public private(set) var gazeOnPicture: Double?
  /// The share of the samples that report a face in which one was read; `nil` without faces.
  public private(set) var usableFaces: Double?
  /// Stretches in which a face was held happy or surprised at half its full score for a second.
  public private(set) var reactions = 0
  /// What is odd, each a sentence that says what to do.
  public private(set) var oddities: [String] = []

  /// Looks through the samples of a session.
  ///
  /// - Parameters:
  ///   - columns: the samples, in picture coordinates.
  ///   - videoDuration: seconds; `nil` where the video is not at hand.
  public init(_ columns: SampleColumns, videoDuration: Double?) {
    samples = columns.count
    guard samples > 0 else { return }
    let times = columns.milliseconds.sorted()
    let first = Double(times.first ?? 0) / 1000
    span = first...Double(times.last ?? 0) / 1000
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    if !steps.isEmpty { rate = 1000 / Double(steps[steps.count / 2]) }
    countSides(columns)
    countReactions(columns)
    findOddTimes(steps: steps.isEmpty ? 0 : Double(steps[steps.count / 2]) / 1000, videoDuration)
    if let onPicture = gazeOnPicture, onPicture < 0.5 {
      oddities.append(
        "only \(Self.percent(onPicture)) of the gaze falls on the picture: the size of the player, "
          + "screen or picture cannot be right")
    }
    if let usable = usableGaze, usable < 0.2 {
      oddities.append(
        "only \(Self.percent(usable)) of the gaze can be used: check the column of confidence or "
          + "validity")
    }
  }

  /// The report in one line, the oddities left out.
  public var summary: String {
    var parts = ["\(samples) samples"]
    parts.append("\(Self.seconds(span.lowerBound)) to \(Self.seconds(span.upperBound)) s")
    if rate > 0 { parts.append("\(Self.seconds(rate)) a second") }
    if let usableGaze { parts.append("gaze usable in \(Self.percent(usableGaze))") }
    if let gazeOnPicture { parts.append("\(Self.percent(gazeOnPicture)) of it on the picture") }
    if let usableFaces {
      parts.append("a face in \(Self.percent(usableFaces))")
      parts.append(reactions == 1 ? "1 reaction" : "\(reactions) reactions")
    }
    return parts.joined(separator: ", ")
  }

  private mutating func countSides(_ columns: SampleColumns) {
    var gaze = (told: 0, usable: 0, inside: 0)
    var face = (told: 0, usable: 0)
    for sample in columns {
      switch sample.gaze {
      case .notReported: break
      // Closed eyes are known to be closed: not a failure of the tracker.
      case .blink: break
      case .lost: gaze.told += 1
      case .at(let point, _, _):
        gaze.told += 1
        gaze.usable += 1
        if (0...1).contains(point.x), (0...1).contains(point.y) { gaze.inside += 1 }
      }
      switch sample.face {
      case .notReported: break
      case .lost: face.told += 1
      case .scores:
        face.told += 1
        face.usable += 1
      }
    }
    if gaze.told > 0 { usableGaze = Double(gaze.usable) / Double(gaze.told) }
    if gaze.usable > 0 { gazeOnPicture = Double(gaze.inside) / Double(gaze.usable) }
    if face.told > 0 { usableFaces = Double(face.usable) / Double(face.told) }
  }

  private mutating func countReactions(_ columns: SampleColumns) {
    var begin: Double?
    var isCounted = false
    for index in columns.indices.sorted(by: { columns.milliseconds[$0] < columns.milliseconds[$1] })
    {
      let sample = columns[index]
      guard case .scores(let scores) = sample.face else { continue }
      guard max(scores[.happy], scores[.surprise]) >= 0.5 else {
        begin = nil
        isCounted = false
        continue
      }
      begin = begin ?? sample.time
      if !isCounted, let begin, sample.time - begin >= 1 {
        reactions += 1
        isCounted = true
      }
    }
  }

  private mutating func findOddTimes(steps: Double, _ duration: Double?) {
    // Trackers and cameras run from 0.5 to 2000 samples a second.
    if samples > 10, steps > 4 {
      oddities.append(
        "samples lie \(Self.seconds(steps)) s apart: were milliseconds declared as seconds?")
    }
    if samples > 1000, span.upperBound - span.lowerBound < Double(samples) / 5000 {
      oddities.append(
        "\(samples) samples in \(Self.seconds(span.upperBound - span.lowerBound)) s: were seconds "
          + "declared as milliseconds?")
    }
    guard let duration, duration > 0 else { return }
    let over = span.upperBound / duration
    if over > 1.2 {
      oddities.append(
        "the times go on to \(Self.seconds(span.upperBound)) s and the video lasts "
          + "\(Self.seconds(duration)) s: check the video, the unit and the start")
    } else if over > 1.01, span.upperBound > duration + 0.5 {
      oddities.append(
        "the times end \(Self.percent(over - 1)) after the video does: a clock that runs "
          + "\(Self.percent(over - 1)) fast, or a late start; try --offset")
    }
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  private static func seconds(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
