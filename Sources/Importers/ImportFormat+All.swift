extension ImportFormat {
  /// All formats, in order of their names.
  package static let all = [
    arkit, coco, detections, firebase, mot, seetube, seeyoutube, sqlite, table, timeline, vision,
    yolo,
  ]
}
