import Audience

/// Every constant of framing in one place: its unit, where it comes from, what moving it does.
package struct FramingConstants: Hashable, Sendable {
  // MARK: Seeing

  /// How widely one of 20 looks is spread, share of the picture along the window's axis.
  ///
  /// It grows as 1/√n with fewer viewers: the fewer, the less sure it is where the rest of the
  /// audience would look. Higher favours windows that hold their looks well
  /// inside; lower counts looks at the edge. Measured: .02 best at 23 viewers, flat from .03 to
  /// .10 at 8; 1/n loses .4 points with 5 and 8 clean viewers.
  package var lookDeviation = 0.02
  /// With n looks, this much of m / (n + m) of each is spread by `wideDeviation`: the heavy tail
  /// of what few viewers tell of the others.
  ///
  /// It centres the window on a gathering that it holds wholly anyway. Looks kept are the same up
  /// to half of each look at 5 and 8 viewers, and up to .3 at 23.
  package var wideWeight = 5.0
  /// The deviation of that part, share of the picture along the window's axis.
  package var wideDeviation = 0.12
  /// Room to be left around looks on either side, in windows, where a window holds nearly all.
  ///
  /// People who cut 120 of 640 pixels out of a picture want them whole: with this room and its
  /// deviation the best window of five holds more of the sixth's than their median does.
  package var roomMargin = 0.18
  /// How widely a look is spread there, in windows: a thing and the looks beside it.
  ///
  /// With .25 .8 points fewer human windows are whole; looks kept are the same.
  package var roomDeviation = 0.15
  /// Shares of the looks that the best window holds between which room begins to count, and counts
  /// in full.
  ///
  /// People's windows reach .92 and more, gaze on unedited footage .65 to .89.
  package var roomFrom = 0.86...0.95
  /// Share of the looks, beyond one viewer, that the roomiest window may let go of before room
  /// counts no more.
  package var roomLoss = 0.45
  /// Half-width in seconds of the triangle that weighs neighbouring bins of the timeline.
  ///
  /// Half a second is plain interpolation between bins; higher forgets short glances.
  package var lookSeconds = 0.5
  /// The most that the seconds around weigh beside the instant, in looks: shrinkage n / (n + m).
  ///
  /// Less where people agree or what they watch moves (`Shrinkage`). Higher steadies the window
  /// with few viewers and lets go of quick things; flat from 3 to 6.
  package var nearWeight = 3.0
  /// How far the seconds around reach, half-width of a triangle; flat from 3 to 6 s.
  package var nearSeconds = 5.0
  /// Seconds after a cut whose gaze is not yet about the new shot; later gaze stands in.
  package var settleSeconds = 0.5
  /// Reward of a window that holds the densest place with room beside a cut, in shares of all
  /// looks times the share that is there.
  ///
  /// Many looks are elsewhere there, and a face that they leave at the window's edge is cut off.
  /// All through, or at the ends of uncut clips, it would cost .5 points of the looks (two halves).
  package var placeReward = 1.5
  /// Seconds on either side of a cut that it counts for.
  package var placeSeconds = 1.5
  /// How far looks at one place lie from its middle, share of the picture along the window's axis.
  package var placeReach = 0.06
  /// Room around that place on either side, in windows.
  ///
  /// Half the width of a face three tenths as high as the picture is .27; the rest is for what is
  /// not known of the place, as where it was before eyes came to it. With .36 a face is cut off in
  /// one sample short of three.
  package var placeRoom = 0.45
  /// Reward of a window that holds the scene stealer's box, in shares of all looks; half of it
  /// for a box that is only partly inside, by its part.
  package var stealerReward = 0.3

  // MARK: Planning

  /// Length of a planning step, seconds.
  ///
  /// Shorter is finer and slower.
  package var stepSeconds = 0.2
  /// Number of window positions from edge to edge; a narrow window gets more.
  ///
  /// More is finer and slower (as its square).
  package var positions = 161
  /// Each speed that is tried is about this many times the one before it.
  ///
  /// Lower follows more exactly and is slower; the slowest is one position a step.
  package var speedRatio = 1.4
  /// What motion must gain over the best still window, share of the looks of a stretch.
  ///
  /// What a path gains on the very looks that it follows is partly luck: of six clips one gained
  /// 1.3 to 1.6 points on its own viewers' looks and lost 0.7 to 2.5 on others'; those that gained
  /// 2.6 and more gained on both.
  package var leastGain = 0.01
  /// Price of a move, seconds of full coverage.
  package var movePrice = 0.08
  /// Price of another speed within a move, seconds of full coverage.
  package var pacePrice = 0.02
  /// What a step of a move may keep less than the best path, share of the looks, so that the move
  /// is even.
  package var evenLoss = 0.015
  /// Cost of a change of speed by a width a second, beside being a width from where a move would
  /// keep most for a second: widths · seconds².
  ///
  /// Higher is more even and lets what is followed go to and fro in the window.
  package var evenness = 0.15
  /// Price of a deliberate cut inside a shot, seconds of full coverage.
  package var cutPrice = 0.1
  /// The shortest move, share of the picture's width.
  package var leastMove = 0.08
  /// Seconds from rest to full speed: acceleration is at most the maximum speed divided by it.
  package var easeSeconds = 0.4
  /// Seconds of rest before the window turns back, and on either side of a deliberate cut.
  package var turnRestSeconds = 1.0
  /// Seconds of rest before it goes on in the same direction: sooner is stop-and-go.
  ///
  /// One speed for as long is steady following, which `leastRest` does not count.
  package var againRestSeconds = 2.0
  /// What is longer than this is planned in parts, seconds.
  package var partSeconds = 60.0

  // MARK: Limits

  /// Turns back a second at most, counted over the moment and rounded down.
  package var maximumReversalRate = 0.15
  /// The least share of a shot at rest.
  package var leastRest = 0.4
  /// Deliberate cuts a second at most (4 a minute).
  package var maximumCutRate = 4.0 / 60
  /// Least distance of the two positions at a deliberate cut, in windows.
  package var leastCutDistance = 0.5

  // MARK: Layouts

  /// What two windows must hold of the looks beyond what the best single one holds, for `stack`.
  ///
  /// Lower stacks more often; a stacked picture is half as large.
  package var stackGain = 0.15
  /// The shortest time that two gatherings persist side by side before they are stacked, seconds.
  package var leastStackSeconds = 3.0
  /// The longest time that one of them may be missing meanwhile, seconds.
  package var stackGapSeconds = 1.0
  /// The most of the looks that both panes may show.
  ///
  /// Where gatherings come together a viewer sees one thing twice, one above the other. Panes of
  /// the full height may overlap beside what is looked at.
  package var stackTwice = 0.2
  /// Room around a gathering in a pane, picture heights on each side.
  package var gatheringMargin = 0.05
  /// Room around a gathering in a closer crop, picture heights on each side.
  package var zoomMargin = 0.1
  /// A crop closes in when its window becomes at most this much of the largest one's height.
  ///
  /// A little closer shows little more; 1080 lines allow .89 at twice their size, 2160 lines .44.
  package var zoomFrom = 0.8
  /// The shortest time between two changes of size, seconds.
  package var leastZoomSeconds = 3.0
  /// How long a change of size takes, seconds.
  package var zoomSeconds = 1.2
  /// Under this share of the looks in the best window the whole picture is shown.
  package var fitBelow = 0.45
  /// The crop comes back above this share: hysteresis, so layouts do not flicker.
  package var cropAbove = 0.5
  /// The shortest stretch of a layout inside a shot, seconds.
  package var leastLayoutSeconds = 2.0

  /// Makes the constants as measured.
  package init() {}
}
