/// One person who watches, before anything is shown.
struct GenreViewer: Sendable {
  /// How this person's face behaves.
  var face: FaceHabit
  /// How the looks go.
  var gaze: GazeHabit
  /// How this person was recorded.
  var circumstances: Circumstances

  /// The person of an index, who is the same in an audience of any size.
  init(index: Int, genre: Genre, seed: UInt64) {
    var random = GenreRandom(.person, genre: genre.name, seed: seed, index: index)
    face = FaceHabit(isAtShow: genre.isShow, random: &random)
    gaze = GazeHabit(random: &random)
    circumstances = Circumstances(duration: genre.duration, random: &random)
  }
}
