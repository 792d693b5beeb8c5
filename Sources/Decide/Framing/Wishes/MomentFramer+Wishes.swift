import EditDecisions

extension MomentFramer {
  /// A shot of the source, or a part of it with a wished layout.
  struct Piece {
    var shot: SourceShot
    /// The kind of cut at its start.
    var cut: ClipShot.Cut
    /// The wished layout; `nil` if the audience decides.
    var look: WishFraming?
  }

  /// The shot, divided at the edges of wishes.
  func pieces(of shot: SourceShot) -> [Piece] {
    guard !request.wishes.isEmpty else { return [Piece(shot: shot, cut: .source)] }
    let edges = request.wishes.flatMap { [$0.start, $0.end] }.map(Written.seconds)
    // A wish that starts or ends within half a frame of a cut is moved to the cut.
    let half = frameSeconds / 2
    let inside = Set(edges).filter { $0 > shot.start + half && $0 < shot.end - half }
    let bounds = [shot.start] + inside.sorted() + [shot.end]
    var pieces: [Piece] = []
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let look = look(at: (start + end) / 2)
      if let last = pieces.last, last.look == look {
        pieces[pieces.count - 1].shot.end = end
      } else {
        pieces.append(
          Piece(
            shot: SourceShot(start: start, end: end),
            cut: pieces.isEmpty ? .source : .framing, look: look))
      }
    }
    return pieces
  }

  private func look(at time: Double) -> WishFraming? {
    request.wishes.last { $0.start <= time && time < $0.end }?.look
  }

  /// Frames a part of a shot by its wish, otherwise by the audience.
  func parts(of piece: Piece, _ attention: ShotAttention) -> [Part] {
    let (start, end) = (piece.shot.start, piece.shot.end)
    func still(at edge: Double) -> Part {
      let window = axis.keyframe(at: start, edge: edge)
      return .framed(ClipShot(start: start, end: end, cut: piece.cut, layout: .crop([window])))
    }
    switch piece.look {
    case nil, .crop, .stack, .wide:
      return laidOut(from: start, to: end, piece.cut, attention, wished: piece.look)
    case .fit: return [.framed(ClipShot(start: start, end: end, cut: piece.cut, layout: .fit))]
    case .window(let x, let y):
      guard let edge = axis.isHorizontal ? x : y else { return [still(at: axis.room / 2)] }
      let window = axis.keyframe(at: start, wishedEdge: edge)
      return [
        .framed(ClipShot(start: start, end: end, cut: piece.cut, layout: .crop([window])))
      ]
    case .hold:
      guard case .path(let tasks) = cropped(from: start, to: end, piece.cut, attention),
        let task = tasks.first
      else { return [still(at: axis.room / 2)] }
      let map = task.map(grid, constants)
      return [still(at: grid.edge(map.bestStill(in: 0..<map.steps)) * axis.length)]
    }
  }
}

extension FramingSettings {
  /// How far the largest window can move to the right and downwards in a frame, in pixels.
  package func room(inPictureOf width: Int, _ height: Int) -> (x: Double, y: Double) {
    let axis = WindowAxis(
      pictureWidth: width, pictureHeight: height, outputWidth: outputWidth,
      outputHeight: outputHeight)
    return axis.isHorizontal ? (axis.room, 0) : (0, axis.room)
  }
}
