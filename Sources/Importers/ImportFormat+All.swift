extension ImportFormat {
  /// All formats, in order of their names.
  public static let all = [arkit, detections, firebase, seetube, seeyoutube, table, timeline]
}
