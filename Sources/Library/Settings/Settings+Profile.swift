import Framing
import Rendering
import Selection

extension Settings {
  /// Takes a profile's size, but for the sides that were given by number.
  mutating func take(_ profile: PlatformProfile) {
    profiles = []
    render.profile = profile
    if !isWidthGiven { render.width = profile.size.width }
    if !isHeightGiven { render.height = profile.size.height }
  }

  /// The profile of the shorts, as it is set.
  var givenProfile: PlatformProfile {
    get { render.profile }
    set { take(newValue) }
  }

  /// The profiles of all shapes: the first is that of the shorts and of the decisions.
  var givenProfiles: [PlatformProfile] {
    get { profiles.isEmpty ? [render.profile] : profiles }
    set {
      guard let first = newValue.first else { return }
      take(first)
      profiles = newValue.count > 1 ? newValue : []
    }
  }

  /// The width of a short; once set, it stands over any profile's of the same level.
  var givenWidth: Int {
    get { render.width }
    set { (render.width, isWidthGiven) = (newValue, true) }
  }

  /// The height of a short; once set, it stands over any profile's of the same level.
  var givenHeight: Int {
    get { render.height }
    set { (render.height, isHeightGiven) = (newValue, true) }
  }

  /// Lets a profile that is given later stand over sizes that were given before.
  mutating func forgetSize() { (isWidthGiven, isHeightGiven) = (false, false) }

  /// The settings of every shape in which moments are shown: these, and those of further profiles.
  ///
  /// Where the first has another size than its profile's, the others are made larger or smaller as
  /// it is.
  package var shapes: [Settings] {
    let first = render.profile.size
    let scale =
      isWidthGiven
      ? Double(render.width) / Double(first.width)
      : Double(render.height) / Double(first.height)
    return [self]
      + profiles.dropFirst().map { profile in
        var copy = self
        copy.profiles = []
        copy.render.profile = profile
        copy.render.width = Self.side(profile.size.width, scale, multipleOf: 2)
        copy.render.height = Self.side(profile.size.height, scale, multipleOf: 4)
        return copy.framedForItsOutput
      }
  }

  /// A side as an encoder takes it: of the settings' least length, in steps.
  private static func side(_ pixels: Int, _ scale: Double, multipleOf step: Int) -> Int {
    max(16, Int((Double(pixels) * scale / Double(step)).rounded()) * step)
  }

  /// Framing knows the output's size.
  var framedForItsOutput: Settings {
    var copy = self
    copy.framing.outputWidth = render.width
    copy.framing.outputHeight = render.height
    return copy
  }

  /// The same settings with moments no longer than the platforms of all profiles take.
  ///
  /// - Throws: `ConflictError` where that leaves no length.
  func bounded() throws -> Settings {
    let bounds = givenProfiles.compactMap { profile in
      profile.longest.map { (profile: profile, longest: $0) }
    }
    guard let (profile, longest) = bounds.min(by: { $0.longest < $1.longest }),
      selection.maximumLength > longest
    else { return self }
    guard selection.minimumLength <= longest else {
      throw ConflictError(
        keys: ["selection.minimumLength", "render.profile", "render.profiles"],
        message: "selection.minimumLength (\(Setting.text(selection.minimumLength)) s) is over "
          + "the \(Setting.text(longest)) s that render.profile \(profile.rawValue) takes")
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
