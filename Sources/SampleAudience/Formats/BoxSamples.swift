import Audience

/// gazecut's own form of detections: pixels of the picture, with tracks; a barn beside the face.
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

  /// The members of a box on a plane that the whole picture fills.
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

/// COCO results: pixels of the picture at frames of the video, 25 a second.
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

/// MOTChallenge: frames from 1, an identity a shot.
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
