import Rendering
import Selection

extension Settings {
  /// Takes a profile's size, but for the sides that were given by number.
  mutating func take(_ profile: PlatformProfile) {
    render.profile = profile
    if !isWidthGiven { render.width = profile.size.width }
    if !isHeightGiven { render.height = profile.size.height }
  }

  /// The width of a short; once set, it stands over any profile's.
  var givenWidth: Int {
    get { render.width }
    set { (render.width, isWidthGiven) = (newValue, true) }
  }

  /// The height of a short; once set, it stands over any profile's.
  var givenHeight: Int {
    get { render.height }
    set { (render.height, isHeightGiven) = (newValue, true) }
  }

  /// The same settings with moments no longer than the profile's platform takes.
  ///
  /// - Throws: `ConflictError` where that leaves no length.
  func bounded() throws -> Settings {
    guard let longest = render.profile.longest, selection.maximumLength > longest else {
      return self
    }
    guard selection.minimumLength <= longest else {
      throw ConflictError(
        keys: ["selection.minimumLength", "render.profile"],
        message: "selection.minimumLength (\(Setting.text(selection.minimumLength)) s) is over "
          + "the \(Setting.text(longest)) s that render.profile \(render.profile.rawValue) takes")
    }
    var copy = self
    copy.selection.maximumLength = longest
    return copy
  }
}

extension PlatformProfile {
  /// `shorts, reels, tiktok, square or landscape`.
  static var words: String {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
