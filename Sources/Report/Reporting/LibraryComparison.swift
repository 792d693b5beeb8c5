import EditDecisions
import Library
import Support
import Workspace

/// The reaction rates of all moments of a library, to compare one moment with.
///
/// Moments of fewer viewers than `selection.minimumViewers` of their video are left out.
struct LibraryComparison: Sendable {
  /// Fewest moments of which a comparison is made.
  static let leastMoments = 20

  /// In ascending order.
  private let rates: [Double]
  private let videos: Int

  /// - Parameter ratesByVideo: for each video the reaction rates of its moments, 0…1.
  init(_ ratesByVideo: [[Double]]) {
    rates = ratesByVideo.joined().sorted()
    videos = ratesByVideo.count { !$0.isEmpty }
  }

  /// Reads the decisions of all videos; what cannot be read is left out.
  ///
  /// - Parameters:
  ///   - standings: the videos.
  ///   - least: by video, the fewest viewers of whom figures are told.
  init(_ standings: [DueVideos.Standing], _ least: [String: Int]) {
    self.init(
      standings.map { standing in
        let moments = (try? standing.state.document)?.moments ?? []
        return moments.filter { $0.why.viewers >= least[standing.video, default: .max] }
          .compactMap(\.why.reactingShare)
      })
  }

  /// A sentence that compares a moment with all others.
  ///
  /// For example: More viewers react than in 9 of 10 moments of 40 videos.
  ///
  /// - Parameter rate: the reaction rate of a moment, 0…1.
  /// - Returns: `nil` of a library with fewer than `leastMoments` moments.
  func sentence(_ rate: Double) -> String? {
    guard rates.count >= Self.leastMoments else { return nil }
    func tenths(_ count: Int) -> Int { 10 * count / rates.count }
    let (below, above) = (tenths(rates.count { $0 < rate }), tenths(rates.count { $0 > rate }))
    let all = "10 moments of \(videos.counted("video"))."
    if below > 5 { return "More viewers react than in \(below) of \(all)" }
    if above > 5 { return "Fewer viewers react than in \(above) of \(all)" }
    return "About as many viewers react as in most moments of \(videos.counted("video"))."
  }
}
