/// Every constant of framing in one place: its unit, where it comes from, what moving it does.
public struct FramingConstants: Hashable, Sendable {
  // MARK: Seeing

  /// How widely one of 20 looks is spread, share of the picture along the window's axis.
  ///
  /// It grows as 1/√n with fewer viewers and shrinks with more: the fewer, the less sure it is
  /// where the rest of the audience would look. Higher favours windows that hold their looks well
  /// inside; lower counts looks at the edge. Measured: .02 best at 23 clean viewers, .05 at 8
  /// noisy ones, flat between.
  public var lookDeviation = 0.025
  /// The least and the widest spread, whatever the number of viewers (EVIDENCE: up to .10).
  public var lookDeviationRange = 0.02...0.1
  /// Half-width in seconds of the triangle that weighs neighbouring bins of the timeline.
  ///
  /// Half a second is plain interpolation between bins; higher forgets short glances.
  public var lookSeconds = 0.75
  /// Weight, in looks, of the whole shot's gaze beside that of the instant: shrinkage n / (n + m).
  ///
  /// Higher keeps the window nearer to what was watched most with few viewers.
  public var shotWeight = 1.0
  /// Seconds after a cut whose gaze is not yet about the new shot; later gaze stands in.
  public var settleSeconds = 0.5
  /// Reward of a window that holds the scene stealer's box, in shares of all looks; half of it
  /// for a box that is only partly inside, by its part.
  public var stealerReward = 0.3

  // MARK: Planning

  /// Length of a planning step, seconds.
  ///
  /// Shorter is finer and slower (time grows as its square).
  public var stepSeconds = 0.2
  /// Number of window positions from edge to edge; a narrow window gets more.
  ///
  /// More is finer and slower (as its square).
  public var positions = 48
  /// Price of moving by one picture width, seconds of full coverage.
  ///
  /// Low, because the limits below hold the motion already: 0.6, the price of a path that is eased
  /// afterwards, keeps 2 points less. Higher moves less.
  public var motionPrice = 0.05
  /// Price of turning back, seconds of full coverage; it keeps the window from wavering.
  public var reversalPrice = 0.02
  /// Price of a deliberate cut inside a shot, seconds of full coverage.
  public var cutPrice = 0.1
  /// The shortest pan as a share of the picture's width; less is held still (section 6: 8 %).
  public var leastPan = 0.08
  /// Seconds from rest to full speed: acceleration is at most the maximum speed divided by it.
  public var easeSeconds = 0.5
  /// Share of the maximum speed that pans are planned for; the rest is room for rounding.
  public var speedReserve = 0.97
  /// A pan may take this many times its shortest duration; each is tried.
  public var panStretches = [1.0, 1.6, 2.6]

  // MARK: Limits

  /// Turns back a second at most, counted per shot and rounded down.
  public var maximumReversalRate = 0.15
  /// The least share of a shot at rest.
  public var leastRest = 0.4
  /// Deliberate cuts a second at most (4 a minute).
  public var maximumCutRate = 4.0 / 60
  /// Seconds of rest on either side of a deliberate cut.
  public var cutRestSeconds = 1.5
  /// Least distance of the two positions at a deliberate cut, in windows.
  public var leastCutDistance = 0.5

  // MARK: Layouts

  /// Under this share of the looks in the best window the whole picture is shown.
  public var fitBelow = 0.45
  /// The crop comes back above this share: hysteresis, so layouts do not flicker.
  public var cropAbove = 0.5
  /// The shortest stretch of a layout inside a shot, seconds.
  public var leastLayoutSeconds = 2.0

  /// Makes the constants as measured.
  public init() {}
}
