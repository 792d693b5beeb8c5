package import Rendering

extension RenderSettings {
  /// The title of all clips, drawable or not.
  package func title(wished wishes: [Wish]) -> ClipTitle? {
    wishes.compactMap { wish in
      if case .title(let line, nil) = wish { ClipTitle.line(line) } else { nil }
    }.last ?? title
  }
}
