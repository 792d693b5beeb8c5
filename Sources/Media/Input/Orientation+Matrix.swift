internal import CFFmpeg

extension Orientation {
  /// Reads a stream's display matrix, as ffmpeg's own auto-rotation does.
  ///
  /// Angles that are not quarter turns go to the nearest one.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    guard let matrix = unsafe gazecut_display_matrix(stream) else {
      self = .upright
      return
    }
    let angle = unsafe -av_display_rotation_get(matrix)
    guard angle.isFinite else {
      self = .upright
      return
    }
    let quarters = ((Int((angle / 90).rounded()) % 4) + 4) % 4
    switch quarters {
    case 1: self = unsafe matrix[3] > 0 ? .counterclockwiseFlipped : .clockwise
    case 2: self = unsafe Self.half(across: matrix[0] < 0, down: matrix[4] < 0)
    case 3: self = unsafe matrix[3] < 0 ? .clockwiseFlipped : .counterclockwise
    default: self = unsafe Self.half(across: matrix[0] < 0, down: matrix[4] < 0)
    }
  }

  private static func half(across: Bool, down: Bool) -> Orientation {
    switch (across, down) {
    case (true, true): .upsideDown
    case (true, false): .mirrored
    case (false, true): .flipped
    case (false, false): .upright
    }
  }
}
