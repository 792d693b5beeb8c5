extension ImportFormat {
  /// Face boxes of Apple's Vision: shares of the upright image, counted from its lower left.
  static let vision = ImportFormat(
    name: "vision",
    summary: "boxes of Apple's Vision: the detections form, normalised, origin bottom-left",
    carries: [.detections], options: [.video, .offset]
  ) { (context) throws(ImportError) in
    var defaults = LineHeader()
    defaults.source = "vision"
    defaults.origin = "bottom-left"
    // Vision gives shares of the image as its orientation turns it, so that all eight
    // orientations leave them as they are; boxes in pixels swap the sides at a quarter turn.
    defaults.image = PictureArea(x: 0, y: 0, width: 1, height: 1)
    var importer = DetectionsImporter(
      context: context, defaults: defaults, label: "face")
    return .detections(try importer.read())
  }
}
