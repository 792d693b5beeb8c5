/// Which classes the samples of a session tell, and what is known of the others.
///
/// A source says that it tells only its strongest classes (`FaceScores.areStrongest`), or shows it:
/// every sample tells as many as every other, but not always the same ones, and what they tell can
/// be the strongest of seven shares of 1. Any other class that a sample leaves out is unknown there.
struct ToldClasses {
  /// The classes that some sample tells.
  private(set) var union = EmotionSet()
  private var isSaid = false
  private var count: Int?
  private var isSteady = true

  /// Adds the face of a sample.
  mutating func add(_ face: FaceLevels) {
    union.formUnion(face.told)
    if face.areStrongest { isSaid = true }
    guard isSteady else { return }
    let told = face.told.count
    // A face that tells all seven leaves nothing out: whether they could be strongest is no matter.
    isSteady = told == count ?? told && (face.told == .all || Self.canBeStrongest(face))
    count = told
  }

  /// Whether a class that a sample leaves out is known to lie below those that it tells.
  var areStrongest: Bool { isSaid || (isSteady && count.map { $0 < union.count } ?? false) }

  /// Of seven shares of 1 the largest is a seventh at least; a little is for rounding.
  private static func canBeStrongest(_ face: FaceLevels) -> Bool {
    face.highest > 35 && face.sum < 261
  }
}
