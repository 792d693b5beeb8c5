import ArgumentParser
import Audience
import Framing

/// The settings a framing bench runs with: the defaults, and what a sweep moves.
struct BenchSettings {
  /// Crops alone: the share kept is that of a window.
  var framing = FramingSettings(layouts: [.crop])
  /// As in the product, but for the figures of chance, which framing does not look at.
  var fold: FoldSettings = {
    var fold = FoldSettings()
    fold.shifts = 1
    return fold
  }()

  /// Folds looks at a steady rate, viewer by viewer, as an import of them would be.
  func timeline(
    _ looks: [[PicturePoint?]], rate: Double, duration: Double, aspect: Double
  ) -> AudienceTimeline {
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
    if let knob = Self.knobs[parts[0]] {
      self[keyPath: knob] = value
    } else if parts[0] == "positions" {
      framing.constants.positions = Int(value)
    } else {
      let names = (Self.knobs.keys + ["positions"]).sorted().joined(separator: ", ")
      throw ValidationError("--set knows \(names), not \(parts[0])")
    }
  }

  /// What a sweep may move, by name.
  private static var knobs: [String: WritableKeyPath<BenchSettings, Double>] {
    [
      "eyeLag": \.fold.eyeLag, "offsetEvidence": \.fold.offsetEvidence,
      "largestOffset": \.fold.largestOffset, "gazeNoise": \.fold.gazeNoise,
      "gazeLag": \.framing.constants.gazeLag,
      "lookDeviation": \.framing.constants.lookDeviation,
      "lookSeconds": \.framing.constants.lookSeconds,
      "wideWeight": \.framing.constants.wideWeight,
      "wideDeviation": \.framing.constants.wideDeviation,
      "nearWeight": \.framing.constants.nearWeight,
      "nearSeconds": \.framing.constants.nearSeconds,
      "shotWeight": \.framing.constants.shotWeight,
      "stepSeconds": \.framing.constants.stepSeconds,
      "motionPrice": \.framing.constants.motionPrice,
      "reversalPrice": \.framing.constants.reversalPrice,
      "cutPrice": \.framing.constants.cutPrice, "leastPan": \.framing.constants.leastPan,
      "leastSpan": \.framing.constants.leastSpan,
      "easeSeconds": \.framing.constants.easeSeconds,
      "maximumReversalRate": \.framing.constants.maximumReversalRate,
      "leastRest": \.framing.constants.leastRest,
      "maximumCutRate": \.framing.constants.maximumCutRate,
      "maximumSpeed": \.framing.maximumSpeed,
    ]
  }
}
