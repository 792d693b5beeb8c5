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
  /// Room to be left around looks on either side, in windows, where a window holds nearly all.
  ///
  /// People who cut 120 of 640 pixels out of a picture want them whole: with this room and its
  /// deviation the best window of five holds more of the sixth's than their median does.
  package var roomMargin = 0.18
  /// How widely a look is spread there, in windows: a thing and the looks beside it.
  ///
  /// With .25 .8 points fewer human windows are whole; looks kept are the same.
  package var roomDeviation = 0.15
  /// Share of the looks that the best window holds from which on room counts, the more the more it
  /// holds.
  ///
  /// People's windows reach .92 and more, gaze on unedited footage .65 to .89.
  package var roomFrom = 0.86
  /// How far room counts in place of being held at all where it holds all, 0…1.
  ///
  /// At 1 one of two people whom a window holds at its edges is as good as both.
  package var roomMost = 0.85
  /// What a window loses if the middle of the main gaze cluster is half a window away and all look
  /// at it, share of the gaze points; near a cut it loses all.
  ///
  /// Higher keeps what is watched nearer to the middle. Measured from 0.05 to 0.2: coverage is the
  /// same within 0.2 points, and 0.2 points more human windows are whole.
  package var offsetPrice = 0.1
  /// Seconds from a cut until eyes arrive at the new picture.
  package var arrivalSeconds = 0.3
  /// Seconds for which eyes stay on a picture after its end.
  package var lingerSeconds = 0.4
  /// Seconds on either side that say what is watched at a time: whether nearly all look at one
  /// thing, how wide a line is that eyes come back to the beginning of, and what a cut is beside.
  package var nearSeconds = 2.0

  // MARK: Planning

  /// Length of a planning step, seconds.
  ///
  /// Shorter is finer and slower.
  package var stepSeconds = 0.2
  /// Number of window positions from edge to edge; a narrow window gets more.
  ///
  /// More is finer and slower (as its square).
  package var positions = 121
  /// What motion must gain over the best still window, share of the looks of a stretch.
  ///
  /// What a path gains on the very looks that it follows is partly luck: of six clips one gained
  /// 1.3 to 1.6 points on its own viewers' looks and lost 0.7 to 2.5 on others'; those that gained
  /// 2.6 and more gained on both. At .01 one clip of six keeps less than its best still window.
  package var leastGain = 0.02
  /// Price of a move or a deliberate cut, seconds of full coverage.
  package var movePrice = 0.08
  /// Price of a change of layout or size, seconds of all looks.
  package var changePrice = 0.5
  /// What a step of a move may keep less than the best path, share of the looks, so that the move
  /// is even; and a part than the best part, so that what is watched is in its middle.
  package var evenLoss = 0.01
  /// The shortest move, share of the picture's width.
  package var leastMove = 0.08
  /// Seconds of rest before the window turns back, and on either side of a deliberate cut; and for
  /// which one that begins to go has to be seen yet.
  package var restSeconds = 1.0

  // MARK: Limits

  /// Turns back a second at most, counted over the moment and rounded down.
  package var maximumReversalRate = 0.15
  /// The least share of a shot at rest.
  package var leastRest = 0.4

  // MARK: Layouts

  /// What size is worth, share of all looks, times the difference of a view's width and the largest
  /// window's by their sum.
  ///
  /// The whole of a 16:9 picture in 9:16 is worth .58 so, two panes at most .27 less than what they
  /// show, a window of .44 of the lines .31 more.
  package var sizeWorth = 0.8
  /// What letting go of looks for a closer view costs, times what they are worth; and of what is
  /// faster than the window.
  package var letGo = 2.0
  /// The shortest time between two changes of layout or size, seconds.
  package var leastLayoutSeconds = 3.0
  /// Share of the gaze points that a stack or a wide crop must hold to show what one window does
  /// not hold, 0…1.
  ///
  /// Higher than `selection.leastHeld`: both show things smaller.
  package var leastWide = 0.8
  /// A pane of a stack is empty if fewer than this share of the gaze points lie on its thing for
  /// more than `emptySeconds`.
  package var leastWatched = 0.03
  /// Seconds for which a pane of a stack may be empty.
  package var emptySeconds = 1.0
  /// Room around what a closer window, a part or a pane holds, picture heights on each side.
  package var margin = 0.1
  /// A crop closes in when its window becomes at most this much of the largest one's height.
  ///
  /// A little closer shows little more; 1080 lines allow .89 at twice their size, 2160 lines .44.
  package var zoomFrom = 0.8

  /// Seconds from rest to full speed, two steps: acceleration is at most the maximum speed divided
  /// by it.
  var easeSeconds: Double { 2 * stepSeconds }
  /// Seconds of rest before the window goes on in the same direction: sooner is stop-and-go.
  ///
  /// One speed for as long is steady following, which `leastRest` does not count.
  var againRestSeconds: Double { 2 * restSeconds }
  /// The shortest run of a layout or size, half seconds.
  var leastLayoutBins: Int { Int((leastLayoutSeconds / HalfSeconds.length).rounded(.up)) }
  /// How long a change of size takes, seconds: two never meet.
  var zoomSeconds: Double { leastLayoutSeconds / 2 }

  /// Makes the constants as measured.
  package init() {}
}
