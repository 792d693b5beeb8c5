import Audience

/// All constants of framing: the unit of each, how it was determined, and its effect.
package struct FramingConstants: Hashable, Sendable {
  // MARK: Seeing

  /// Uncertainty of one of 20 gaze points, as a standard deviation in shares of the frame.
  ///
  /// It is measured along the window's axis and grows with 1/√n for fewer viewers, because they
  /// predict the gaze of other viewers less well. Higher values favour windows with their gaze
  /// points well inside; lower ones count gaze points at the edge. Measured: 0.02 is best with 23
  /// viewers; with 8 viewers, 0.03 to 0.10 are equal. With 1/n instead, 5 and 8 clean viewers lose
  /// 0.4 points.
  package var lookDeviation = 0.02
  /// Room around gaze points on either side, in window sizes, if a window covers nearly all of
  /// them.
  ///
  /// People who cut 120 of 640 pixels out of a frame want objects to be whole. In a test, the best
  /// window for five people was compared with a sixth person's window. With this room and its
  /// deviation, it covers more of that window than the median of the five does.
  package var roomMargin = 0.18
  /// Uncertainty of a gaze point for `roomMargin`, in window sizes: the extent of an object.
  ///
  /// With 0.25, 0.8 percentage points fewer human windows are whole; gaze coverage is the same.
  package var roomDeviation = 0.15
  /// Gaze coverage of the best window from which room counts, and counts more the higher it is.
  ///
  /// Windows chosen by people reach 0.92 and more, gaze on unedited footage 0.65 to 0.89.
  package var roomFrom = 0.86
  /// Weight of room, relative to coverage, if a window covers all gaze points, 0…1.
  ///
  /// With 1, showing one of two people is as good as showing both at the window's edges.
  package var roomMost = 0.85
  /// The value that a window loses if the main gaze cluster's middle is half a window away.
  ///
  /// It is a share of the gaze points, if all viewers look at the cluster. Near a cut the window
  /// loses all of its value. Higher values keep watched objects nearer to the middle. Measured from
  /// 0.05 to 0.2: coverage is the same within 0.2 points, and 0.2 points more human windows are
  /// whole.
  package var offsetPrice = 0.1
  /// Weight of the gaze in a time bin without a cluster, 0 to 1.
  ///
  /// If all viewers look at different places, the window with the most gaze points is chance.
  /// Higher values let windows follow it. Layouts follow it if it lasts for `leastLayoutSeconds`.
  package var scatteredWeight: Double { 0.01 }
  /// Seconds after a cut until eyes arrive at the new shot.
  package var arrivalSeconds = 0.3
  /// Seconds for which eyes stay on a shot after its end.
  package var lingerSeconds = 0.4
  /// Seconds on either side of a time that are used to find the watched objects.
  ///
  /// They decide whether nearly all viewers look at one object, how wide a line of text is, and
  /// which bins are near a cut.
  package var nearSeconds = 2.0

  // MARK: Planning

  /// Length of a planning step in seconds; shorter is finer and slower.
  package var stepSeconds = 0.2
  /// Number of window positions along the axis, more for a narrow window; time grows with the
  /// square.
  package var positions = 121
  /// Minimum gain of motion over the best static window, as a share of a segment's gaze points.
  ///
  /// A part of a path's gain on the gaze points that it follows is chance. In six clips, paths that
  /// gained 1.3 to 1.6 points on their own viewers lost 0.7 to 2.5 on other viewers. Paths that
  /// gained 2.6 or more gained on both. With 0.02 one clip of six has less coverage than its best
  /// static window; with 0.04 none has, and the others keep theirs.
  package var leastGain = 0.04
  /// Cost of a move or a deliberate cut, in seconds of full coverage.
  package var movePrice = 0.08
  /// Cost of a change of layout or size, in seconds of full coverage.
  package var changePrice = 0.5
  /// Coverage that a step of a move may lose so that the move is even, as a share of the gaze
  /// points.
  ///
  /// A wide crop may also lose this much so that the watched object is in its middle.
  package var evenLoss = 0.01
  /// Shortest move, as a share of the frame width.
  package var leastMove = 0.08
  /// Seconds of rest before the window reverses, and on either side of a deliberate cut.
  ///
  /// A move that starts must also have at least this long left before the segment ends.
  package var restSeconds = 1.0

  // MARK: Limits

  /// Maximum number of reversals per second, counted over the moment and rounded down.
  package var maximumReversalRate = 0.15
  /// Minimum share of a moment in which the window rests.
  package var leastRest = 0.4

  // MARK: Layouts

  /// Weight of size in the value of a layout.
  ///
  /// The value lost is this weight times (w − 1) / (w + 1), where w is the view's width relative to
  /// the largest window's. So a whole 16:9 frame in 9:16 is worth 0.64. Two panes lose at most 0.24
  /// of what they show. A window of 0.44 of the lines gains 0.27.
  package var sizeWorth = 0.7
  /// Cost of lost gaze points, as a multiple of their value, in a closer crop or one that is too
  /// slow.
  package var letGo = 2.0
  /// Minimum time between two changes of layout or size, in seconds.
  package var leastLayoutSeconds = 3.0
  /// Minimum share of gaze points that a split screen or wide crop must cover, 0…1.
  ///
  /// It applies to segments that one window does not cover. It is higher than
  /// `selection.leastHeld`, because both layouts show things smaller.
  package var leastWide = 0.8
  /// A pane is empty if a lower share of the gaze is on its object for more than
  /// `leastLayoutSeconds`.
  package var leastWatched = 0.03
  /// Margin around the content of a closer window, wide crop or pane, in frame heights per side.
  package var margin = 0.1
  /// Maximum height of a closer crop, as a share of the largest window's height.
  ///
  /// A crop that is only a little closer is not worth a change. At an enlargement of 2, a source of
  /// 1080 lines allows 0.89, one of 2160 lines 0.44.
  package var zoomFrom = 0.8

  /// Seconds from rest to full speed (two steps); it limits the acceleration.
  var easeSeconds: Double { 2 * stepSeconds }
  /// Seconds of rest before the window continues in the same direction, to avoid stop-and-go.
  ///
  /// A move at one speed for this long is steady following, which `leastRest` does not count.
  var againRestSeconds: Double { 2 * restSeconds }
  /// Minimum run of a layout or size, in time bins.
  var leastLayoutBins: Int { Int((leastLayoutSeconds / TimeBins.length).rounded(.up)) }
  /// Duration of a change of size in seconds; half of the minimum run, so that two never overlap.
  var zoomSeconds: Double { leastLayoutSeconds / 2 }

  package init() {}
}
