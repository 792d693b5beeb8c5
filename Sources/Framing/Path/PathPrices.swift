/// What motion costs, in seconds of full coverage.
struct PathPrices: Hashable, Sendable {
  /// For each share of the axis moved.
  var perLength: Double
  /// For each turning back.
  var perReversal: Double
  /// For each second in motion.
  var perMovingSecond: Double
  /// For each deliberate cut.
  var perCut: Double
}

/// A path as planned: rests, pans and deliberate cuts, in order, from the first step to the last.
struct PlannedPath: Hashable, Sendable {
  /// One piece.
  enum Piece: Hashable, Sendable {
    /// Rest at a position over steps.
    case rest(position: Int, steps: Range<Int>)
    /// A pan that begins at a step.
    case pan(Pan, start: Int)
    /// A cut to a position before a step.
    case cut(to: Int, at: Int)
  }

  /// In order of time; neighbouring rests at one position are one.
  var pieces: [Piece]
  /// Coverage in steps less the prices: what the planner maximised.
  var value: Double

  /// How often the direction turns back; a cut between two pans forgets the first.
  var reversals: Int {
    var count = 0
    var last: Bool?
    for piece in pieces {
      switch piece {
      case .rest: continue
      case .cut: last = nil
      case .pan(let pan, _):
        if let last, last != pan.isForward { count += 1 }
        last = pan.isForward
      }
    }
    return count
  }

  /// From the lowest to the highest position of each run between cuts, in positions.
  var spans: [Int] {
    var spans: [Int] = []
    var run: ClosedRange<Int>?
    func spread(to position: Int) {
      run =
        run.map { min($0.lowerBound, position)...max($0.upperBound, position) }
        ?? position...position
    }
    for piece in pieces {
      switch piece {
      case .rest(let position, _): spread(to: position)
      case .pan(let pan, _):
        spread(to: pan.from)
        spread(to: pan.to)
      case .cut:
        if let run { spans.append(run.upperBound - run.lowerBound) }
        run = nil
      }
    }
    if let run { spans.append(run.upperBound - run.lowerBound) }
    return spans
  }

  /// Steps spent in motion.
  var movingSteps: Int {
    pieces.reduce(0) { sum, piece in
      if case .pan(let pan, _) = piece { sum + pan.steps } else { sum }
    }
  }

  /// Deliberate cuts.
  var cuts: Int {
    pieces.count { if case .cut = $0 { true } else { false } }
  }
}
