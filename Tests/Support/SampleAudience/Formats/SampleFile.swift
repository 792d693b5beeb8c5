/// A file of the samples folder.
package struct SampleFile: Sendable, Equatable {
  /// Where it lies below the folder.
  package let path: String
  /// What it holds.
  package let bytes: [UInt8]

  /// Makes a file.
  package init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Makes a file of lines, each with its end.
  init(_ path: String, lines: [String]) {
    self.init(path, Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}

/// The samples folder: one audience of the sample video in every format that can be imported.
///
/// All files tell of the same viewers and instants, each as far as its format can, so that any of
/// them chooses the same moments. The SQLite file is made apart, see `SQLiteSample`.
package enum SampleFolder {
  /// Every file but the database, in order of their paths; the same bytes on every run.
  package static func files() -> [SampleFile] {
    let audience = RecordedViewer.meadow
    let faces = RecordedSubject.meadow
    let people: [SampleFile] =
      [TimelineSample.file(audience), SeeTubeSample.table(audience), TobiiSample.file(audience)]
      + [TableSample.file(audience), PyFeatSample.file(audience)]
      + CurveSample.files(audience) + BIDSSample.shared
    let each = audience.flatMap { viewer in
      [
        SeeYouTubeSample.file(viewer), SeeTubeSample.document(viewer), FirebaseSample.file(viewer),
        ARKitSample.file(viewer), PupilSample.file(viewer), NeonSample.file(viewer),
        WebGazerSample.file(viewer), OpenFaceSample.file(viewer), FaceReaderSample.file(viewer),
        EEVSample.file(viewer), XDFSample.file(viewer), IMotionsSample.file(viewer),
      ] + BIDSSample.files(viewer)
    }
    let boxes = [
      DetectionsSample.file(faces), VisionSample.file(faces), YOLOSample.boxes(faces),
      YOLOSample.grid(faces), COCOSample.file(faces), MOTSample.file(faces),
    ]
    return (people + each + boxes).sorted { $0.path < $1.path }
  }
}
