import Audience
import Glibc

/// gazecut's own format of detections: pixels of the frame, with tracks; a barn next to the face.
enum DetectionsSample {
  static func file(_ faces: [RecordedSubject]) -> SampleFile {
    let header =
      #"{"gazecut":"detections/1","video":"meadow","source":"sample","#
      + #""image":{"width":1280,"height":720}}"#
    let barn = #"{"label":"barn","score":0.4,"x":985,"y":300,"width":213,"height":180,"track":90}"#
    let lines = faces.map { face in
      let box = box(face, score: 0.95, width: 1280, height: 720, places: 0)
      return #"{"t":\#(short(face.time, 3)),"boxes":[{\#(box),"track":\#(face.shot)},\#(barn)]}"#
    }
    return SampleFile("meadow.detections.jsonl", lines: [header] + lines)
  }

  /// The JSON members of a box, scaled to a plane that the whole frame fills.
  static func box(
    _ face: RecordedSubject, score: Double, width: Double, height: Double, places: Int
  ) -> String {
    #""label":"face","score":\#(short(score, 2)),"x":\#(short(face.box.x * width, places)),"#
      + #""y":\#(short(face.box.y * height, places)),"#
      + #""width":\#(short(face.box.width * width, places)),"#
      + #""height":\#(short(face.box.height * height, places))"#
  }
}

/// Apple's Vision: shares of the upright image, counted from its lower left corner.
enum VisionSample {
  static func file(_ faces: [RecordedSubject]) -> SampleFile {
    let header =
      #"{"gazecut":"detections/1","video":"meadow","source":"vision","#
      + #""image":{"width":1,"height":1},"origin":"bottom-left","orientation":"right"}"#
    let lines = faces.map { face in
      var flipped = face.box
      flipped.y = 1 - face.box.y - face.box.height
      let upwards = RecordedSubject(time: face.time, shot: face.shot, box: flipped)
      let box = DetectionsSample.box(upwards, score: 0.9, width: 1, height: 1, places: 3)
      return #"{"t":\#(short(face.time, 3)),"boxes":[{\#(box)}]}"#
    }
    return SampleFile("meadow.vision.jsonl", lines: [header] + lines)
  }
}

/// COCO results: pixels of frames at 25 per second.
enum COCOSample {
  static func file(_ faces: [RecordedSubject]) -> SampleFile {
    let results = faces.map { face in
      let frame = Int(face.time * 25)
      let box = RecordedSubject.at(Double(frame) / 25).box
      let numbers = [box.x * 1280, box.y * 720, box.width * 1280, box.height * 720]
      return #"{"image_id":\#(frame),"category_id":1,"#
        + #""bbox":[\#(numbers.map { short($0, 1) }.joined(separator: ","))],"score":0.91}"#
    }
    return SampleFile("meadow.coco.json", lines: ["[" + results.joined(separator: ",\n") + "]"])
  }
}

/// MOTChallenge: frames counted from 1, one identity per shot.
enum MOTSample {
  static func file(_ faces: [RecordedSubject]) -> SampleFile {
    let lines = faces.map { face in
      let frame = Int(face.time * 25)
      let box = RecordedSubject.at(Double(frame) / 25).box
      let numbers = [box.x * 1280, box.y * 720, box.width * 1280, box.height * 720]
      return "\(frame + 1),\(face.shot),"
        + numbers.map { short($0, 1) }.joined(separator: ",") + ",0.93,-1,-1,-1"
    }
    return SampleFile("meadow.mot.txt", lines: lines)
  }
}

/// YOLO on sampled frames: boxes in the coordinates of the model input, and the raw output grid.
enum YOLOSample {
  /// Side length of the model input, into which frames are letterboxed.
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
      // Sometimes it detects an object that does not exist, for one frame.
      if index % 9 == 4 {
        boxes.append(#"{"label":"kite","score":0.41,"x":40,"y":110,"width":30,"height":20}"#)
      }
      return #"{"t":\#(short(face.time, 3)),"boxes":[\#(boxes.joined(separator: ","))]}"#
    }
    return SampleFile("meadow.yolo.jsonl", lines: [header] + lines)
  }

  // MARK: - The raw grid

  /// Cells per side; for `--anchors 1.2,2.1 --labels face --fps 1`, with stretched frames.
  private static let cells = 7
  private static let anchor = (width: 1.2, height: 2.1)
  private static let depth = 6

  static func grid(_ faces: [RecordedSubject]) -> SampleFile {
    let frames = faces.filter { $0.time == $0.time.rounded() }
    var dictionary =
      "{'descr': '<f4', 'fortran_order': False, "
      + "'shape': (\(frames.count), \(cells), \(cells), \(depth)), }"
    // NEP 1: the header ends with a line feed at a multiple of 64 bytes.
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

  /// The values of one frame: the face in the cell of its centre, 0 elsewhere.
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
      // Rounded, because the last bit of log differs between machines.
      all[(row * cells + column) * depth + index] = Float((value * 4096).rounded() / 4096)
    }
    return all
  }

  private static func logit(_ share: Double) -> Double {
    let inside = min(0.999, max(0.001, share))
    return log(inside / (1 - inside))
  }
}
