extension FormatGuide {
  static let detections = FormatGuide(
    name: "detections",
    purpose: """
      boxes that any detector found in the source picture (faces, people, objects):
      JSON Lines under a header. They steady the framing and name what was watched.
      """,
    example: """
      {"gazecut":"detections/1","video":"trip","source":"yolo-v3","image":{"width":416,"height":416},"origin":"top-left","orientation":"up","fit":"stretch"}
      {"t":31.0,"boxes":[{"label":"rabbit","score":0.93,"x":100,"y":80,"width":50,"height":90,"track":3}]}
      """,
    notes: [
      "t is play time in seconds; image is the size of the images that the boxes lie in, 1 by 1 "
        + "for normalised; x and y are a box's corner nearest to the origin.",
      "origin is top-left or bottom-left, fit stretch or letterbox, orientation one of the eight "
        + "EXIF words: how the stored image must be turned to stand upright.",
      "score is a share 0...1. track tells things apart over time and may be missing.",
      "A second file of the same source replaces the first.",
    ],
    commands: ["gazecut import detections boxes.jsonl --video trip"])

  static let vision = FormatGuide(
    name: "vision",
    purpose: """
      face boxes of Apple's Vision on the source picture: the form of detections,
      normalised, counted from the lower left corner.
      """,
    example: """
      {"gazecut":"detections/1","video":"trip","source":"vision","image":{"width":1,"height":1},"origin":"bottom-left","orientation":"right"}
      {"t":31.0,"boxes":[{"label":"face","score":0.9,"x":0.41,"y":0.35,"width":0.17,"height":0.3}]}
      """,
    notes: [
      "Boxes are shares of the image as its orientation turns it, which is how Vision gives them.",
      "origin, image and the label face are understood where they are left out.",
    ],
    commands: ["gazecut import vision faces.jsonl --video trip"])

  static let yolo = FormatGuide(
    name: "yolo",
    purpose: """
      YOLO on sampled frames: boxes in the form of detections, or the raw output grid
      of version 3 as NumPy's .npy (float32 or float64).
      """,
    example: """
      {"gazecut":"detections/1","video":"trip","source":"yolo-v3","image":{"width":416,"height":416},"fit":"letterbox"}
      {"t":31.0,"boxes":[{"label":"dog","score":0.88,"x":100,"y":80,"width":50,"height":90}]}
      or an array of frames x N x N x (B*(5+C)), one frame also without the first axis
      """,
    notes: [
      "Boxes are pixels of the model's input, 416 by 416 unless image says otherwise.",
      "The grid needs --labels in the model's order, --anchors in cells, and --fps, the sampled "
        + "frames a second; --fit letterbox where the picture kept its shape in the input.",
      "A box counts once its centre stays inside the box of the same class in the next three "
        + "sampled frames; what is seen more briefly is left out, and counted.",
    ],
    commands: [
      "gazecut import yolo boxes.jsonl --video trip",
      "gazecut import yolo grid.npy --video trip --labels dog,cat --anchors 1.08,1.19,3.42,4.41 --fps 2",
    ])

  static let coco = FormatGuide(
    name: "coco",
    purpose: "the results form of COCO that most detectors can write: one JSON list of boxes.",
    example: """
      [{"image_id":775,"category_id":1,"bbox":[524.0,216.0,121.5,216.0],"score":0.91}]
      """,
    notes: [
      "image_id is the number of the frame, from 0; --fps says how many frames make a second.",
      "bbox is left, top, width, height in pixels of the picture; --image WxH where the detector "
        + "saw it in another size. Without it the video's source must be in the library.",
      "category_id is COCO's own (1 is person), or with --labels a,b,c the first is 1.",
    ],
    commands: ["gazecut import coco results.json --video trip --fps 25"])

  static let mot = FormatGuide(
    name: "mot",
    purpose: "MOTChallenge text, as trackers write it: a box a line, with an identity.",
    example: """
      776,3,524.0,216.0,121.5,216.0,0.93,-1,-1,-1
      """,
    notes: [
      "frame (from 1), identity (-1 for none), left, top, width, height, confidence, and what "
        + "else the line has. --fps says how many frames make a second.",
      "Pixels are the picture's; --image WxH where they are not. Without it the video's source "
        + "must be in the library.",
      "Boxes are persons; ground truth with nine cells has a class, named by --labels a,b,c.",
    ],
    commands: ["gazecut import mot tracks.txt --video trip --fps 30000/1001"])
}
