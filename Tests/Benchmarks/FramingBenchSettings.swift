import ArgumentParser
import Audience
import EditDecisions
import Framing
import Selection
import TestMaterial

/// The settings a bench runs with: the defaults, and what a sweep moves.
struct BenchSettings {
  /// Crops alone: the share kept is that of a window.
  var framing = FramingSettings(layouts: [.crop])
  /// How viewers are cleaned and an audience is learned.
  var fold = AggregationSettings()

  /// What counts as a moment.
  var selection = SelectionSettings()

  /// Folds looks at a steady rate, viewer by viewer, as an import of them would be.
  func timeline(
    _ looks: [[PicturePoint?]], rate: Double, duration: Double, aspect: Double
  ) -> GazeTimeline {
    var folder = TimelineFolder(duration: duration, aspect: aspect, settings: fold)
    for viewer in looks {
      let samples = viewer.enumerated().map { index, look in
        Sample(
          time: (Double(index) + 0.5) / rate,
          gaze: look.map { .at($0, confidence: .full, movement: .unknown) } ?? .lost)
      }
      folder.add(viewer: [SampleColumns(samples)])
    }
    return folder.timeline()
  }

  /// Sets what a `name=value` names.
  ///
  /// - Throws: `ValidationError` for another name or no number.
  mutating func set(_ assignment: String) throws {
    let parts = assignment.split(separator: "=").map(String.init)
    guard parts.count == 2, let value = Double(parts[1]) else {
      throw ValidationError("--set wants name=number, not \(assignment)")
    }
    guard let knob = Knob.all.first(where: { $0.name == parts[0] }) else {
      let names = Knob.all.map(\.name).sorted().joined(separator: ", ")
      throw ValidationError("--set knows \(names), not \(parts[0])")
    }
    knob.set(&self, value)
  }
}
