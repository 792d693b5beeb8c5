/// A bar with its words, in one line that no terminal has to break: what is broken cannot be taken
/// off the screen again.
enum ProgressLine {
  private static let barWidth = 24
  /// Fewer marks than this are no bar.
  private static let leastBar = 8

  /// The line.
  ///
  /// - Parameters:
  ///   - video: what it is about.
  ///   - step: what is being done.
  ///   - share: how far it is, 0 to 1.
  ///   - columns: of the terminal; the last one stays free, since some terminals break after it.
  /// - Returns: at most `columns` - 1 characters.
  static func text(video: String, step: String, share: Double, columns: Int) -> String {
    let room = max(0, columns - 1)
    let percent = "\(Int(max(0, min(1, share)) * 100)) %"
    let bare = "\(video)  \(percent)  \(step)"
    // Two brackets and a space come with a bar.
    let width = min(barWidth, room - bare.count - 3)
    guard width >= leastBar else { return String(bare.prefix(room)) }
    let filled = Int(max(0, min(1, share)) * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    return "\(video)  [\(bar)] \(percent)  \(step)"
  }
}
