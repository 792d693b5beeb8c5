/// A `gazecut.decisions/2` document of the samples from November 2026.
enum RecordedDocument {
  static let text = """
    {"schema": "gazecut.decisions/2", "video": {"id": "meadow", "source": "videos/meadow.mp4", \
    "duration": 100.000, "width": 1280, "height": 720, "frameRate": "25/1"}, "audience": \
    {"viewers": 28, "excluded": []}, "settings": \
    "sha256:1c924a9f4f6dbb7b2dcd8958bce733b7f90ba16bd9bb4a88ea5933f6b89d6a82", "moments": \
    [{"id": "meadow-4f3e743a18", "rank": 1, "start": 70.680, "end": 86.000, "coreStart": 73.500, \
    "coreEnd": 84.000, "score": 0.84, "why": {"emotion": "happy", "reactingShare": 0.60, \
    "sustainedSeconds": 10.5, "viewers": 26, "startReason": "what led to the reaction", \
    "endReason": "a cut of the source"}, "framing": {"gazeKept": 0.89, "shots": [{"start": \
    70.680, "end": 72.000, "cut": "source", "layout": "crop", "keyframes": [{"t": 70.680, "x": \
    292.8, "y": 0.0, "width": 405.0, "height": 720.0}]}, {"start": 72.000, "end": 86.000, "cut": \
    "source", "layout": "crop", "keyframes": [{"t": 72.000, "x": 659.9, "y": 0.0, "width": \
    405.0, "height": 720.0}, {"t": 74.400, "x": 659.9, "y": 0.0, "width": 405.0, "height": \
    720.0}, {"t": 74.467, "x": 658.3, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 74.533, \
    "x": 653.7, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 74.600, "x": 645.9, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 74.800, "x": 618.0, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 74.867, "x": 610.2, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 74.933, "x": 605.6, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 75.000, "x": \
    604.0, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 75.800, "x": 604.0, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 75.911, "x": 602.0, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 76.022, "x": 595.8, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 76.133, "x": 585.4, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 76.467, "x": \
    548.2, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 76.578, "x": 537.8, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 76.689, "x": 531.6, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 76.800, "x": 529.6, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 77.800, "x": 529.6, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 77.956, "x": \
    528.0, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 78.111, "x": 523.4, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 78.267, "x": 515.6, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 78.733, "x": 487.7, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 78.889, "x": 479.9, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 79.044, "x": \
    475.3, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 79.200, "x": 473.7, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 79.800, "x": 473.7, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 79.911, "x": 471.6, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 80.022, "x": 465.4, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 80.133, "x": \
    455.1, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 80.467, "x": 417.9, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 80.578, "x": 407.5, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 80.689, "x": 401.3, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 80.800, "x": 399.2, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 81.800, "x": \
    399.2, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 81.911, "x": 397.2, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 82.022, "x": 391.0, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 82.133, "x": 380.6, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 82.467, "x": 343.4, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 82.578, "x": \
    333.0, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 82.689, "x": 326.8, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 82.800, "x": 324.8, "y": 0.0, "width": 405.0, \
    "height": 720.0}]}]}}, {"id": "meadow-96145e1c01", "rank": 2, "start": 6.840, "end": 22.000, \
    "coreStart": 10.000, "coreEnd": 20.000, "score": 0.83, "why": {"emotion": "happy", \
    "reactingShare": 0.57, "sustainedSeconds": 10.0, "viewers": 28, "startReason": "what led to \
    the reaction", "endReason": "a cut of the source"}, "framing": {"gazeKept": 0.88, "shots": \
    [{"start": 6.840, "end": 9.000, "cut": "source", "layout": "crop", "keyframes": [{"t": \
    6.840, "x": 428.2, "y": 0.0, "width": 405.0, "height": 720.0}]}, {"start": 9.000, "end": \
    22.000, "cut": "source", "layout": "crop", "keyframes": [{"t": 9.000, "x": 213.1, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 11.400, "x": 213.1, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 11.556, "x": 214.6, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 11.711, "x": 219.3, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 11.867, "x": \
    227.0, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 12.333, "x": 255.0, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 12.489, "x": 262.7, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 12.644, "x": 267.4, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 12.800, "x": 268.9, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 13.400, "x": \
    268.9, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 13.467, "x": 270.5, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 13.533, "x": 275.1, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 13.600, "x": 282.9, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 13.800, "x": 310.8, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 13.867, "x": \
    318.6, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 13.933, "x": 323.2, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 14.000, "x": 324.8, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 15.200, "x": 324.8, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 15.378, "x": 326.8, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 15.556, "x": \
    333.0, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 15.733, "x": 343.4, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 16.267, "x": 380.6, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 16.444, "x": 391.0, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 16.622, "x": 397.2, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 16.800, "x": \
    399.2, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 17.200, "x": 399.2, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 17.289, "x": 400.8, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 17.378, "x": 405.4, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 17.467, "x": 413.2, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 17.733, "x": \
    441.1, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 17.822, "x": 448.9, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 17.911, "x": 453.5, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 18.000, "x": 455.1, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 18.200, "x": 455.1, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 18.356, "x": \
    456.6, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 18.511, "x": 461.3, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 18.667, "x": 469.1, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 19.133, "x": 497.0, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 19.289, "x": 504.7, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 19.444, "x": \
    509.4, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 19.600, "x": 510.9, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 20.400, "x": 510.9, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 20.556, "x": 512.5, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 20.711, "x": 517.1, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 20.867, "x": \
    524.9, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 21.333, "x": 552.8, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 21.489, "x": 560.6, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 21.644, "x": 565.2, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 21.800, "x": 566.8, "y": 0.0, "width": 405.0, "height": 720.0}]}]}}, {"id": \
    "meadow-e3035ff1f8", "rank": 3, "start": 44.000, "end": 60.000, "coreStart": 47.000, \
    "coreEnd": 58.000, "score": 0.71, "why": {"emotion": "surprise", "reactingShare": 0.41, \
    "sustainedSeconds": 11.0, "viewers": 26, "startReason": "a pause in the sound", "endReason": \
    "a cut of the source"}, "framing": {"gazeKept": 0.86, "shots": [{"start": 44.000, "end": \
    46.000, "cut": "source", "layout": "crop", "keyframes": [{"t": 44.000, "x": 446.8, "y": 0.0, \
    "width": 405.0, "height": 720.0}]}, {"start": 46.000, "end": 60.000, "cut": "source", \
    "layout": "crop", "keyframes": [{"t": 46.000, "x": 670.2, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 46.800, "x": 670.2, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 46.867, "x": 672.3, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 46.933, "x": \
    678.5, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 47.000, "x": 688.8, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 47.200, "x": 726.1, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 47.267, "x": 736.4, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 47.333, "x": 742.6, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 47.400, "x": \
    744.7, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 48.400, "x": 744.7, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 48.556, "x": 746.2, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 48.711, "x": 750.9, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 48.867, "x": 758.6, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 49.333, "x": \
    786.6, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 49.489, "x": 794.3, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 49.644, "x": 799.0, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 49.800, "x": 800.5, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 49.889, "x": 799.0, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 49.978, "x": \
    794.3, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 50.067, "x": 786.6, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 50.333, "x": 758.6, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 50.422, "x": 750.9, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 50.511, "x": 746.2, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 50.600, "x": \
    744.7, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 58.000, "x": 744.7, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 58.067, "x": 743.1, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 58.133, "x": 738.5, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 58.200, "x": 730.7, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 58.400, "x": \
    702.8, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 58.467, "x": 695.0, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 58.533, "x": 690.4, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 58.600, "x": 688.8, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 59.200, "x": 688.8, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 59.289, "x": \
    687.3, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 59.378, "x": 682.6, "y": 0.0, \
    "width": 405.0, "height": 720.0}, {"t": 59.467, "x": 674.9, "y": 0.0, "width": 405.0, \
    "height": 720.0}, {"t": 59.733, "x": 646.9, "y": 0.0, "width": 405.0, "height": 720.0}, \
    {"t": 59.822, "x": 639.2, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 59.911, "x": \
    634.5, "y": 0.0, "width": 405.0, "height": 720.0}, {"t": 60.000, "x": 633.0, "y": 0.0, \
    "width": 405.0, "height": 720.0}]}]}}], "rejected": [{"start": 88.000, "end": 97.000, \
    "score": 0.50, "reason": "a reaction that does not stand out: 0.12 of full strength"}, \
    {"start": 62.000, "end": 70.000, "score": 0.43, "reason": "hardly a reaction: 0.09 of full \
    strength (at least 0.11)"}, {"start": 24.000, "end": 33.000, "score": 0.40, "reason": \
    "hardly a reaction: 0.07 of full strength (at least 0.11)"}, {"start": 2.500, "end": 8.500, \
    "score": 0.33, "reason": "hardly a reaction: 0.07 of full strength (at least 0.11)"}, \
    {"start": 37.500, "end": 45.000, "score": 0.00, "reason": "gaze scattered: 0.55 gathered, \
    0.53 by chance, 0.85 usual in this video"}], "reel": [{"moment": "meadow-96145e1c01", \
    "start": 6.840, "end": 22.000, "at": 0.000}, {"moment": "meadow-e3035ff1f8", "start": \
    44.000, "end": 60.000, "at": 15.160}, {"moment": "meadow-4f3e743a18", "start": 70.680, \
    "end": 86.000, "at": 31.160}]}
    """
}
