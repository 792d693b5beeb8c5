extension TablePreset {
  /// What `gazecut formats show facereader` prints.
  static let faceReader = #"""
    {
      "gazecut": "preset/1",
      "name": "facereader",
      "about": "Noldus FaceReader detailed log: 0 to 1 per emotion, FIND_FAILED and FIT_FAILED",
      "recognise": ["Video Time", "Neutral", "Happy", "Scared"],
      "time": {"column": "Video Time", "unit": "clock"},
      "scores": {
        "full": 1,
        "angry": "Angry",
        "disgust": "Disgusted",
        "fear": "Scared",
        "happy": "Happy",
        "sad": "Sad",
        "surprise": "Surprised",
        "neutral": "Neutral"
      },
      "viewer": "Participant Name"
    }
    """#
}
