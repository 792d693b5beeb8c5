import CFFmpeg

extension Frame {
  /// The smallest rectangle of a yuva420p frame that contains all visible pixels, in even numbers;
  /// `nil` if the frame is fully transparent, or for other formats.
  package var opaqueArea: (x: Int, y: Int, width: Int, height: Int)? {
    guard unsafe pointer.pointee.format == AV_PIX_FMT_YUVA420P.rawValue,
      let plane = unsafe pointer.pointee.data.3
    else { return nil }
    let stride = unsafe Int(pointer.pointee.linesize.3)
    var (left, right, rows) = (width, 0, [Int]())
    for row in 0..<height {
      let line = unsafe UnsafeBufferPointer(start: plane + row * stride, count: width)
      guard let first = unsafe line.firstIndex(where: { $0 > 0 }),
        let last = unsafe line.lastIndex(where: { $0 > 0 })
      else { continue }
      (left, right) = (min(left, first), max(right, last + 1))
      rows.append(row)
    }
    guard let top = rows.first, let bottom = rows.last else { return nil }
    let (x, y) = (left / 2 * 2, top / 2 * 2)
    return (x, y, min(width, (right + 1) / 2 * 2) - x, min(height, bottom / 2 * 2 + 2) - y)
  }
}
