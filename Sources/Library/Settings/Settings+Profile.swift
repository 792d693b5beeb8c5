import Framing
import Rendering
import Selection

extension Settings {
  /// Sets a profile, and its width and height unless these were set explicitly.
  mutating func take(_ profile: PlatformProfile) {
    profiles = []
    render.profile = profile
    if !isWidthGiven { render.width = profile.size.width }
    if !isHeightGiven { render.height = profile.size.height }
  }

  /// The profile of the clips, which sets width and height.
  var explicitProfile: PlatformProfile {
    get { render.profile }
    set { take(newValue) }
  }

  /// The profiles of all aspect ratios; the first is used for the clips and for decisions.
  var explicitProfiles: [PlatformProfile] {
    get { profiles.isEmpty ? [render.profile] : profiles }
    set {
      guard let first = newValue.first else { return }
      take(first)
      profiles = newValue.count > 1 ? newValue : []
    }
  }

  /// The width of a clip in pixels, which overrides the profile of the same level.
  var explicitWidth: Int {
    get { render.width }
    set { (render.width, isWidthGiven) = (newValue, true) }
  }

  /// The height of a clip in pixels, which overrides the profile of the same level.
  var explicitHeight: Int {
    get { render.height }
    set { (render.height, isHeightGiven) = (newValue, true) }
  }

  mutating func clearExplicitSize() { (isWidthGiven, isHeightGiven) = (false, false) }

  /// The settings of each aspect ratio: these, and one per further profile.
  ///
  /// If the first size differs from its profile's, the other sizes are scaled in the same way.
  package var shapes: [Settings] {
    let first = render.profile.size
    let scale =
      isWidthGiven
      ? Double(render.width) / Double(first.width) : Double(render.height) / Double(first.height)
    return [self]
      + profiles.dropFirst().map { profile in
        var copy = self
        copy.profiles = []
        copy.render.profile = profile
        copy.render.width = Self.side(profile.size.width, scale, multipleOf: 2)
        copy.render.height = Self.side(profile.size.height, scale, multipleOf: 4)
        return copy.withOutputSize
      }
  }

  /// Returns a scaled width or height, rounded to a multiple that the encoder accepts, at least 16.
  private static func side(_ pixels: Int, _ scale: Double, multipleOf step: Int) -> Int {
    max(16, Int((Double(pixels) * scale / Double(step)).rounded()) * step)
  }

  var withOutputSize: Settings {
    var copy = self
    copy.framing.outputWidth = render.width
    copy.framing.outputHeight = render.height
    return copy
  }

  /// Limits `selection.maximumLength` to the shortest maximum of all platforms.
  ///
  /// - Throws: `ConflictError` if the minimum length is longer than that.
  func bounded() throws -> Settings {
    let bounds = explicitProfiles.compactMap { profile in
      profile.longest.map { (profile: profile, longest: $0) }
    }
    guard let (profile, longest) = bounds.min(by: { $0.longest < $1.longest }),
      selection.maximumLength > longest
    else { return self }
    guard selection.minimumLength <= longest else {
      throw ConflictError(
        keys: ["selection.minimumLength", "render.profile", "render.profiles"],
        message: "selection.minimumLength (\(Setting.text(selection.minimumLength)) s) is longer "
          + "than the \(Setting.text(longest)) s that render.profile \(profile.rawValue) allows")
    }
    var copy = self
    copy.selection.maximumLength = longest
    return copy
  }
}

extension PlatformProfile {
  /// The names of all profiles: `shorts, reels, tiktok, square or landscape`.
  static var words: String {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
