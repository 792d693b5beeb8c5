import Audience
import Glibc

/// YOLO on sampled frames: boxes in the model's input, and the raw output grid.
enum YOLOSample {
  /// The side of the model's input, into which the picture was letterboxed.
  private static let side = 416.0

  static func boxes(_ faces: [RecordedSubject]) -> SampleFile {
    let header =
      #"{"gazecut":"detections/1","video":"meadow","source":"yolo-v3","#
      + #""image":{"width":416,"height":416},"fit":"letterbox"}"#
    let area = ShownArea(letterboxedIn: (side, side))
    let lines = faces.enumerated().map { index, face in
      let (x, y) = area.point(PicturePoint(x: face.box.x, y: face.box.y))
      var boxes = [
        #"{"label":"face","score":0.88,"x":\#(short(x, 1)),"y":\#(short(y, 1)),"#
          + #""width":\#(short(face.box.width * area.width, 1)),"#
          + #""height":\#(short(face.box.height * area.height, 1))}"#
      ]
      // Now and then it sees what is not there, for one frame.
      if index % 9 == 4 {
        boxes.append(#"{"label":"kite","score":0.41,"x":40,"y":110,"width":30,"height":20}"#)
      }
      return #"{"t":\#(short(face.time, 3)),"boxes":[\#(boxes.joined(separator: ","))]}"#
    }
    return SampleFile("meadow.yolo.jsonl", lines: [header] + lines)
  }

  // MARK: - The raw grid

  /// Cells a side; `--anchors 1.2,2.1 --labels face --fps 1`, the picture stretched.
  private static let cells = 7
  private static let anchor = (width: 1.2, height: 2.1)
  private static let depth = 6

  static func grid(_ faces: [RecordedSubject]) -> SampleFile {
    let frames = faces.filter { $0.time == $0.time.rounded() }
    var dictionary =
      "{'descr': '<f4', 'fortran_order': False, "
      + "'shape': (\(frames.count), \(cells), \(cells), \(depth)), }"
    // NEP 1: the header ends with a new line at a multiple of 64.
    dictionary += String(repeating: " ", count: 63 - (10 + dictionary.utf8.count) % 64) + "\n"
    let count = dictionary.utf8.count
    var bytes: [UInt8] = [0x93] + Array("NUMPY".utf8)
    bytes += [1, 0, UInt8(count & 0xFF), UInt8(count >> 8)] + Array(dictionary.utf8)
    for frame in frames {
      for value in values(frame.box) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += Array($0) }
      }
    }
    return SampleFile("meadow.yolo.npy", bytes)
  }

  /// The numbers of one frame: the face in the cell of its middle, nothing elsewhere.
  private static func values(_ box: PictureBox) -> [Float] {
    let side = Double(cells)
    let (x, y) = ((box.x + box.width / 2) * side, (box.y + box.height / 2) * side)
    let (column, row) = (min(cells - 1, Int(x)), min(cells - 1, Int(y)))
    var all = [Float](repeating: 0, count: cells * cells * depth)
    for cell in 0..<cells * cells { all[cell * depth + 4] = -8 }
    let told = [
      logit(x - Double(column)), logit(y - Double(row)), log(box.width * side / anchor.width),
      log(box.height * side / anchor.height), 4, 2,
    ]
    for (index, value) in told.enumerated() {
      // A few digits: the last bit of log differs between machines.
      all[(row * cells + column) * depth + index] = Float((value * 4096).rounded() / 4096)
    }
    return all
  }

  private static func logit(_ share: Double) -> Double {
    let inside = min(0.999, max(0.001, share))
    return log(inside / (1 - inside))
  }
}
