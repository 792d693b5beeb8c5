import Support

/// The reaction rates of all moments of a library, for comparing one moment with them.
///
/// Moments with fewer viewers than `selection.minimumViewers` of their video are left out.
struct LibraryComparison: Sendable {
  /// Minimum number of moments for a comparison.
  static let minimumMomentCount = 20

  private let rates: [Double]
  private let videos: Int

  /// `ratesByVideo` has the reaction rates (0…1) of each video's moments.
  init(_ ratesByVideo: [[Double]]) {
    rates = ratesByVideo.joined().sorted()
    videos = ratesByVideo.count { !$0.isEmpty }
  }

  /// Why moments are not compared; `nil` if they are.
  var absence: String? {
    rates.count >= Self.minimumMomentCount
      ? nil
      : "Clips are not compared with the library, because it has fewer than "
        + "\(Self.minimumMomentCount) moments."
  }

  /// A sentence that compares a reaction rate (0…1) with all other moments.
  ///
  /// For example: More viewers react than in 9 of 10 moments of 40 videos. It is `nil` if the
  /// library has fewer than `minimumMomentCount` moments.
  func sentence(_ rate: Double) -> String? {
    guard rates.count >= Self.minimumMomentCount else { return nil }
    func tenths(_ count: Int) -> Int { 10 * count / rates.count }
    let (below, above) = (tenths(rates.count { $0 < rate }), tenths(rates.count { $0 > rate }))
    let all = "10 moments of \(videos.counted("video"))."
    if below > 5 { return "More viewers react than in \(below) of \(all)" }
    if above > 5 { return "Fewer viewers react than in \(above) of \(all)" }
    return "About as many viewers react as in most moments of \(videos.counted("video"))."
  }
}
