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
      "face": {"x": "x_30", "y": "y_30"},
      "head": {"x": "pose_Ry", "y": "pose_Rx", "unit": "radians"},
      "scores": {
        "full": 5,
        "happy": {"mean": ["AU06_r", "AU12_r"]},
        "surprise": {"mean": ["AU01_r", "AU02_r", "AU05_r", "AU26_r"]}
      }
    }
    """#
}

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

extension TablePreset {
  /// What `gazecut formats show eev` prints.
  static let eev = #"""
    {
      "gazecut": "preset/1",
      "name": "eev",
      "about": "Evoked Expressions in Video, CSV: 15 expressions at 6 Hz, rows of zeros are no face",
      "recognise": ["amusement", "elation", "awe", "triumph"],
      "time": {
        "column": ["Timestamp (milliseconds)", "Timestamp (microseconds)", "Timestamp (seconds)",
                   "Timestamp (ms)", "Timestamp (us)", "Timestamp (s)", "timestamp_ms",
                   "timestamp_us", "timestamp_s"]
      },
      "scores": {
        "full": 1,
        "zerosAreNoFace": true,
        "happy": {"max": ["amusement", "elation"]},
        "surprise": {"max": ["surprise", "awe"]},
        "angry": "anger",
        "sad": "sadness"
      },
      "video": ["Video ID", "YouTube ID", "video_id"]
    }
    """#
}

extension TablePreset {
  /// What `gazecut formats show pyfeat` prints.
  static let pyFeat = #"""
    {
      "gazecut": "preset/1",
      "name": "pyfeat",
      "about": "py-feat, CSV of detect_video: seven emotions 0 to 1, one face or many, frames",
      "recognise": ["frame", "FaceRectX", "FaceRectY", "happiness"],
      "time": {"column": "frame", "unit": "frame"},
      "faceConfidence": {"column": "FaceScore", "usable": 0.6},
      "face": {"x": "FaceRectX", "y": "FaceRectY",
               "width": "FaceRectWidth", "height": "FaceRectHeight"},
      "scores": {
        "full": 1,
        "angry": "anger",
        "disgust": "disgust",
        "fear": "fear",
        "happy": "happiness",
        "sad": "sadness",
        "surprise": "surprise",
        "neutral": "neutral"
      }
    }
    """#
}

extension TablePreset {
  /// What `gazecut formats show imotions` prints.
  static let iMotions = #"""
    {
      "gazecut": "preset/1",
      "name": "imotions",
      "about": "iMotions sensor data, CSV: gaze in pixels of the screen, faces in per cent, stimuli",
      "recognise": ["Timestamp", "SourceStimuliName", "SlideEvent"],
      "sparse": true,
      "time": {"column": "Timestamp", "unit": "ms",
               "start": {"column": "SlideEvent", "word": "StartMedia"}},
      "gaze": [
        {"x": "Gaze X", "y": "Gaze Y", "unit": "pixels", "invalid": ["-1"], "plane": "screen"},
        {"x": "ET_GazeLeftx", "y": "ET_GazeLefty", "unit": "pixels", "invalid": ["-1"],
         "plane": "screen"}
      ],
      "scores": {
        "full": 100,
        "angry": "Anger",
        "disgust": "Disgust",
        "fear": "Fear",
        "happy": "Joy",
        "sad": "Sadness",
        "surprise": "Surprise"
      },
      "viewer": ["Respondent Name", "Respondent"],
      "video": "SourceStimuliName"
    }
    """#
}
