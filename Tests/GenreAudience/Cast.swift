import Audience
import Foundation

/// What one person's face shows of something felt.
struct ShownReaction: Sendable {
  /// When the face shows it, in play time: after its cause by the person's lag.
  var span: Range<Double>
  /// What it shows.
  var emotion: Emotion
  /// How strongly, against the person's usual.
  var strength: Double
}

/// Who reacts to what.
///
/// Viewers are cast in parties of 24: of each party a shared reaction reaches the planted share to
/// the person, and one or two laugh alone. A viewer depends on no other party, so an audience of
/// 30 begins with the same 24 people as one of 24.
struct Cast: Sendable {
  /// How many viewers are cast together.
  static let party = 24
  /// Seats' laughs begin .6 s before to .5 s after the middle of a shared laugh (quartiles), and
  /// 3 s after at the 95th percentile: some see that the others laugh (ComedyLab 2014).
  static let followers = 0.08
  /// How much later these are.
  static let followersLag = 1.0...3.0
  /// They end .9 s before to 1.2 s after the middle (quartiles), a deviation of about 1.5 s.
  static let endSpread = 1.3
  /// Lone laughs of a party come this far apart.
  static let loneGaps = 9.0...26.0
  /// Where all laugh apart, a laugh lasts so long, and the next comes after so long in the mean.
  static let laughApart = 2.0...6.0
  /// See `laughApart`.
  static let gapApart = 16.0

  /// What each viewer of a party shows, in order of time.
  private(set) var reactions: [[ShownReaction]]

  init(
    _ script: Script, party: Int, viewers: [GenreViewer], genre: Genre, seed: UInt64
  ) {
    reactions = Array(repeating: [], count: viewers.count)
    var random = GenreRandom(.cast, genre: genre.name, seed: seed, index: party)
    for shared in script.shared {
      let wanted = Int((shared.share * Double(viewers.count)).rounded())
      let ready = Self.readiest(viewers, during: shared.span, random: &random)
      for index in ready.prefix(wanted) {
        let shown = Self.shown(
          shared.span, shared.emotion, by: viewers[index], followers: Self.followers, &random)
        reactions[index].append(shown)
      }
    }
    if script.hasLoneLaughs {
      random = GenreRandom(.loneLaughs, genre: genre.name, seed: seed, index: party)
      addLoneLaughs(viewers, beside: script.shared.map(\.span), until: genre.duration, &random)
    }
    if genre.isApart { addLaughsApart(viewers, party, genre, seed) }
    for index in reactions.indices {
      reactions[index].sort { $0.span.lowerBound < $1.span.lowerBound }
    }
  }

  /// One or two of the party laugh, again and again, clear of what is shared.
  private mutating func addLoneLaughs(
    _ viewers: [GenreViewer], beside shared: [Range<Double>], until duration: Double,
    _ random: inout GenreRandom
  ) {
    var time = random.within(Self.loneGaps)
    while time < duration - 20 {
      let length = random.lasting(median: FaceHabit.laughMedian, spread: FaceHabit.laughSpread)
      let span = time..<time + min(13, max(2.2, length))
      let count = random.whole(1...2)
      let ready = Self.readiest(viewers, during: span, random: &random)
      // A lone laugh and a shared one that touch would make an end that nobody planted.
      let isClear = !shared.contains {
        $0.lowerBound < span.upperBound + 6 && span.lowerBound < $0.upperBound + 6
      }
      for index in ready.prefix(isClear ? count : 0) {
        reactions[index].append(
          Self.shown(span, .happy, by: viewers[index], followers: 0, &random))
      }
      time = span.upperBound + random.within(Self.loneGaps)
    }
  }

  /// Everybody laughs a fifth of the time, each at times that no other's tell anything of: as much
  /// at the ends of the video as in its middle.
  private mutating func addLaughsApart(
    _ viewers: [GenreViewer], _ party: Int, _ genre: Genre, _ seed: UInt64
  ) {
    for (index, viewer) in viewers.enumerated() {
      var random = GenreRandom(
        .loneLaughs, genre: genre.name, seed: seed, index: party * Self.party + index)
      // By four gaps a laugh is as probable as ever.
      var time = random.wait(mean: Self.gapApart) - 4 * Self.gapApart
      while time < genre.duration {
        let span = time..<time + random.within(Self.laughApart)
        reactions[index].append(Self.shown(span, .happy, by: viewer, followers: 0, &random))
        time = span.upperBound + random.wait(mean: Self.gapApart)
      }
    }
  }

  /// Those who are there, the readiest first: drawn one by one, each as probable as they are eager.
  private static func readiest(
    _ viewers: [GenreViewer], during span: Range<Double>, random: inout GenreRandom
  ) -> [Int] {
    var order: [(wait: Double, index: Int)] = []
    for (index, viewer) in viewers.enumerated() {
      let wait = random.wait(mean: 1)
      let isThere =
        viewer.circumstances.stay.lowerBound <= span.lowerBound
        && viewer.circumstances.stay.upperBound >= span.upperBound
      guard isThere, viewer.face.eagerness > 0 else { continue }
      order.append((wait / viewer.face.eagerness, index))
    }
    return order.sorted { ($0.wait, $0.index) < ($1.wait, $1.index) }.map(\.index)
  }

  private static func shown(
    _ span: Range<Double>, _ emotion: Emotion, by viewer: GenreViewer, followers: Double,
    _ random: inout GenreRandom
  ) -> ShownReaction {
    let lag = min(1.2, max(0.3, viewer.face.lag + random.normal(0, 0.15)))
    let isFollower = random.chance(followers)
    let start = span.lowerBound + lag + (isFollower ? random.within(followersLag) : 0)
    let end = span.upperBound + lag + min(2.5, max(-2.5, random.normal(0, endSpread)))
    return ShownReaction(
      span: start..<max(start + 1.5, end), emotion: emotion,
      strength: min(1.4, max(0.6, random.normal(1, 0.15))))
  }
}
