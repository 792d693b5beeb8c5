extension TablePreset {
  /// What `gazecut formats show openface` prints.
  static let openFace = #"""
    {
      "gazecut": "preset/1",
      "name": "openface",
      "about": "OpenFace FeatureExtraction, CSV: action units, 0 to 5",
      "recognise": ["timestamp", "success", "AU06_r", "AU12_r"],
      "time": {"column": "timestamp", "unit": "s"},
      "faceValidity": {"column": "success", "words": ["1"]},
      "faceConfidence": {"column": "confidence", "usable": 0.6},
      "scores": {
        "full": 5,
        "happy": {"mean": ["AU06_r", "AU12_r"]},
        "surprise": {"mean": ["AU01_r", "AU02_r", "AU05_r", "AU26_r"]}
      }
    }
    """#
}
