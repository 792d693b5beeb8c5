extension ImportFormat {
  /// All formats, in order of their names.
  public static let all = [detections, seetube, table, timeline]
}
