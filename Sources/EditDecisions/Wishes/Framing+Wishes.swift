/// How a framing would be wished.
extension Framing {
  /// The wishes that show each shot as it is shown here, as far as a wish can: `fit`, and the largest
  /// window standing still; what moves, is closer or shows two windows is left to the audience.
  ///
  /// - Parameters:
  ///   - width: of the picture, pixels.
  ///   - height: of the picture, pixels.
  /// - Returns: the wishes in order of time, one for neighbours that are shown alike.
  package func wishes(inPictureOf width: Int, _ height: Int) -> [Wish] {
    var told: [(span: ClosedRange<Double>, look: WishedLook)] = []
    for shot in shots where shot.start < shot.end {
      guard let look = look(of: shot.layout, width, height) else { continue }
      if let last = told.last, last.look == look, last.span.upperBound == shot.start {
        told[told.count - 1].span = last.span.lowerBound...shot.end
      } else {
        told.append((shot.start...shot.end, look))
      }
    }
    return told.map { .frame(.span($0.span), $0.look) }
  }

  private func look(of layout: Layout, _ width: Int, _ height: Int) -> WishedLook? {
    switch layout {
    case .fit: return .fit
    case .stack: return nil
    case .crop(let keyframes):
      guard let first = keyframes.first,
        keyframes.allSatisfy({ ($0.x, $0.y, $0.width) == (first.x, first.y, first.width) })
      else { return nil }
      let area = active ?? PictureArea(x: 0, y: 0, width: Double(width), height: Double(height))
      // Windows are written to a tenth of a pixel.
      if abs(first.height - area.height) < 0.15, first.width < area.width {
        return .window(x: max(0, first.x), y: nil)
      }
      if abs(first.width - area.width) < 0.15 { return .window(x: nil, y: max(0, first.y)) }
      return nil
    }
  }
}
