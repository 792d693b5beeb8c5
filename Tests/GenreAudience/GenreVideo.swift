package import Audience

/// A planted audience of one video of a genre, and what is true of it.
///
/// All follows from genre and seed: the same again gives the same samples, and a viewer is the same
/// in an audience of any size.
package struct GenreVideo: Sendable {
  /// Width over height of every picture here.
  static let wide = 16.0 / 9

  /// The genre.
  package let genre: Genre
  /// How many viewers there are.
  package let viewers: Int
  /// What tells this video from others of its genre.
  package let seed: UInt64

  private let script: Script
  private let people: [GenreViewer]
  private let shown: [[ShownReaction]]

  /// Plans a video and its audience; samples are made when asked for.
  package init(_ genre: Genre, viewers: Int = 24, seed: UInt64) {
    self.genre = genre
    self.viewers = viewers
    self.seed = seed
    var random = GenreRandom(.script, genre: genre.name, seed: seed)
    let script = genre.script(genre.duration, &random)
    self.script = script
    // Whole parties are cast, also where a part of one watches.
    let parties = (viewers + Cast.party - 1) / Cast.party
    let people = (0..<parties * Cast.party).map {
      GenreViewer(index: $0, genre: genre, seed: seed)
    }
    self.people = people
    shown = (0..<parties).flatMap { party in
      let members = people[party * Cast.party..<(party + 1) * Cast.party]
      return Cast(script, party: party, viewers: Array(members), genre: genre, seed: seed).reactions
    }
  }

  /// How long the video is, in seconds.
  package var duration: Double { genre.duration }

  /// Width over height of the picture.
  package var aspect: Double { Self.wide }

  /// The planted moments in order, in seconds of play time: when their causes are seen.
  ///
  /// Faces show them .3 to 1.2 s later, some later still.
  package var moments: [Range<Double>] { spans { $0.isMoment } }

  /// When many react though no clip would be right, in seconds of play time: scattered laughs, and
  /// laughs of a tenth to a fifth.
  package var otherReactions: [Range<Double>] { spans { !$0.isMoment } }

  /// The session of a viewer, 0..<`viewers`.
  package func samples(ofViewer viewer: Int) -> SampleColumns {
    Recording(
      script, viewer: people[viewer], reactions: shown[viewer], genre: genre, seed: seed,
      index: viewer
    ).samples()
  }

  /// Whether a viewer's face reacts at a play time, by itself or with others.
  ///
  /// The time is the face's, after the cause by the viewer's lag. It is also told where the face is
  /// not found; a smile without a laugh and a misfire are no reaction.
  package func reacts(viewer: Int, at time: Double) -> Bool {
    shown[viewer].contains { $0.span.contains(time) }
  }

  /// From when to when a viewer watches, in play time.
  package func stay(ofViewer viewer: Int) -> Range<Double> {
    people[viewer].circumstances.stay
  }

  private func spans(where isWanted: (SharedReaction) -> Bool) -> [Range<Double>] {
    script.shared.filter(isWanted).map(\.span).sorted { $0.lowerBound < $1.lowerBound }
  }
}
