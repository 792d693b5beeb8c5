package import Rendering

extension RenderSettings {
  /// What all clips bear, whether or not it can be drawn.
  package func title(wished wishes: [Wish]) -> ClipTitle? {
    wishes.compactMap { wish in
      if case .title(let line, nil) = wish { ClipTitle.line(line) } else { nil }
    }.last ?? title
  }
}
