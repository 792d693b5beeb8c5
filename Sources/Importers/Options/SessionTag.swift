extension ImportOptions {
  /// What tells the session that a file of `format` makes from those of other files of the same
  /// name: `avocet.csv` of an eye tracker and `avocet.csv` of a face reader are two sessions of one
  /// viewer, and neither takes the other's place.
  ///
  /// The same file with other options keeps its tag, so that a second import replaces the first.
  ///
  /// - Returns: the preset's name, or which side a map of columns names, or the format's name.
  package func sessionTag(for format: ImportFormat) -> String {
    if let preset { return preset }
    if let presetFile {
      return FileContext(file: presetFile, options: self).stem
    }
    guard let map, map.gaze.isEmpty != map.scores.isEmpty else { return format.name }
    return map.gaze.isEmpty ? "emotion" : "gaze"
  }
}
