/// A kind of video and of audience, of which any number can be planted.
///
/// What real faces and looks are like is measured (`FaceHabit`, `FaceCourse`, `GazeHabit`); what a
/// genre adds is where its things are to be seen and when people feel something.
package struct Genre: Sendable {
  /// The genre's name, by which its random numbers are told apart as well.
  package let name: String
  /// How long its videos are, in seconds.
  package let duration: Double
  /// How many moments a video has.
  package let moments: Int
  /// How many of the looks the best window of .316 of the width holds, in the mean over the shared
  /// reactions; over the whole video where nothing is shared.
  package let held: ClosedRange<Double>
  /// Whether faces are those of a room at a show: they rest higher than at home.
  let isShow: Bool
  /// Whether people laugh often, and never together but by chance.
  package let isApart: Bool
  /// Plans what happens.
  let script: @Sendable (_ duration: Double, inout GenreRandom) -> Script

  init(
    _ name: String, duration: Double, moments: Int, held: ClosedRange<Double>,
    isShow: Bool = false, isApart: Bool = false,
    script: @escaping @Sendable (Double, inout GenreRandom) -> Script
  ) {
    self.name = name
    self.duration = duration
    self.moments = moments
    self.held = held
    self.isShow = isShow
    self.isApart = isApart
    self.script = script
  }

  /// All genres, those with moments first.
  package static let all =
    [talkingHead, talkingHeadOffCentre, interview, subtitles, streamer, match, montage, scares]
    + [comedyAtHome, short]
    + [lecture, decoys, splitScreen, quiet, laughsApart, shortApart]
}
