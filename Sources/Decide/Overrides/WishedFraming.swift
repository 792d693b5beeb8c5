package import EditDecisions

extension EditDecisions.Framing {
  /// Expresses this framing as wishes, as far as possible.
  ///
  /// A wish can express the whole frame, or a constant crop of full height or width. Other shots
  /// are left to the audience: moving, closer or wider crops, and split screens. Neighbouring shots
  /// with the same framing share one wish.
  package func wishes(inPictureOf width: Int, _ height: Int) -> [Wish] {
    var found: [(span: ClosedRange<Double>, look: WishFraming)] = []
    for shot in shots where shot.start < shot.end {
      guard let look = look(of: shot, width, height) else { continue }
      if let last = found.last, last.look == look, last.span.upperBound == shot.start {
        found[found.count - 1].span = last.span.lowerBound...shot.end
      } else {
        found.append((shot.start...shot.end, look))
      }
    }
    return found.map { .frame(.span($0.span), $0.look) }
  }

  private func look(of shot: ClipShot, _ width: Int, _ height: Int) -> WishFraming? {
    guard case .crop(let keyframes) = shot.layout else { return shot.windows.isEmpty ? .fit : nil }
    guard let first = keyframes.first,
      keyframes.allSatisfy({ ($0.x, $0.y, $0.width) == (first.x, first.y, first.width) })
    else { return nil }
    let area = shot.active ?? FrameArea(x: 0, y: 0, width: Double(width), height: Double(height))
    // Crops are rounded to 0.1 pixel.
    if abs(first.height - area.height) < 0.15, first.width < area.width {
      return .window(x: max(0, first.x), y: nil)
    }
    if abs(first.width - area.width) < 0.15 { return .window(x: nil, y: max(0, first.y)) }
    return nil
  }
}

extension MomentReasons {
  package mutating func note(_ wish: Wish) {
    chosenBy = "wish"
    self.wish = (self.wish.map { $0 + "; " } ?? "") + "\(wish)"
  }
}
