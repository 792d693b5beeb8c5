/// How much of a session's samples can be used, counted part by part.
public struct SampleSides: Hashable, Sendable {
  /// Samples that tell of one side, and what they tell.
  public struct Count: Hashable, Sendable {
    /// Samples in which the source looked for it.
    public internal(set) var told = 0
    /// Samples in which it found it.
    public internal(set) var usable = 0
    /// Whether any two of these differ.
    public internal(set) var varies = false
  }

  /// Closed eyes are known to be closed: they are not among the told.
  public private(set) var gaze = Count()
  /// Usable gaze that lies on the picture.
  public private(set) var inside = 0
  /// What was told of faces.
  public private(set) var face = Count()
  private var firstGaze: SIMD2<Int16>?
  private var firstFace: FaceLevels?

  /// Nothing is counted yet.
  public init() {}

  /// Counts a part.
  public mutating func add(_ columns: SampleColumns) {
    let onPicture = 0...Int16(PictureGrid.steps)
    for (index, state) in columns.states.enumerated() {
      if SampleColumns.knowsGaze(state) { gaze.told += 1 }
      if SampleColumns.hasGaze(state) {
        let point = SIMD2(columns.x[index], columns.y[index])
        gaze.usable += 1
        if onPicture.contains(point.x), onPicture.contains(point.y) { inside += 1 }
        if !gaze.varies { compare(point) }
      }
      if SampleColumns.knowsFace(state) { face.told += 1 }
      if SampleColumns.hasFace(state) {
        face.usable += 1
        if !face.varies, let shown = columns.faceLevels(at: index) { compare(shown) }
      }
    }
  }

  private mutating func compare(_ point: SIMD2<Int16>) {
    gaze.varies = point != firstGaze ?? point
    firstGaze = firstGaze ?? point
  }

  private mutating func compare(_ shown: FaceLevels) {
    face.varies = shown != firstFace ?? shown
    firstFace = firstFace ?? shown
  }
}
