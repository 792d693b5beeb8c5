import EditDecisions
import Support
import TestMaterial
import Testing

@Suite struct DecisionCheckTests {
  let check = DecisionValidator(video: ExampleDocument.video, outputShape: 1080.0 / 1920)

  func fields(_ change: (inout DecisionDocument) -> Void) -> [String] {
    var document = ExampleDocument.document
    change(&document)
    return check.problems(in: document).map(\.field)
  }

  @Test func validDocumentHasNoProblems() { #expect(fields { _ in }.isEmpty) }

  @Test func titleWithTwoLinesIsReported() {
    #expect(fields { $0.moments[0].framing.line = "She waves" }.isEmpty)
    for line in ["She\nwaves", "", String(repeating: "a", count: 201)] {
      #expect(fields { $0.moments[0].framing.line = line } == ["moments[0].framing.line"])
    }
  }

  @Test func timesOutsideTheVideoAreReported() {
    #expect(fields { $0.moments[0].end = 131 } == ["moments[0].end"])
    #expect(fields { $0.moments[0].start = -1 } == ["moments[0].start"])
    #expect(fields { $0.moments[0].end = 87 } == ["moments[0].end"])
    #expect(fields { $0.reel[0].end = 140 } == ["reel[0].end"])
  }

  /// The end of a clip may be half a frame after the end of the video.
  @Test func endMayBeHalfAFrameAfterTheVideo() {
    for (late, fields) in [(0.02, []), (0.03, ["moments[0].end"])] {
      var document = ExampleDocument.document
      document.moments[0].end = document.video.duration + late
      let last = document.moments[0].framing.shots.count - 1
      document.moments[0].framing.shots[last].end = document.video.duration + late
      #expect(check.problems(in: document).map(\.field) == fields)
    }
  }

  @Test func boxesOutsideTheFrameAreReported() {
    let place = "moments[0].framing.shots[0].keyframes[0]"
    func window(_ keyframe: CropKeyframe) -> [String] {
      fields { $0.moments[0].framing.shots[0].layout = .crop([keyframe]) }
    }
    #expect(window(CropKeyframe(t: 87, x: 900, y: 0, width: 405, height: 720)) == ["\(place).x"])
    #expect(window(CropKeyframe(t: 87, x: 0, y: 9, width: 405, height: 720)) == ["\(place).y"])
    #expect(window(CropKeyframe(t: 87, x: 0, y: 0, width: 500, height: 720)) == ["\(place).width"])
    #expect(window(CropKeyframe(t: 80, x: 0, y: 0, width: 405, height: 720)) == ["\(place).t"])
    // A rounding difference of 0.1 px is allowed.
    #expect(window(CropKeyframe(t: 87, x: 875.1, y: 0, width: 405, height: 720)).isEmpty)
  }

  @Test func hugeNumbersAreReported() {
    // Documents are checked after rounding, which must not make such a number valid.
    let place = "moments[0].framing.shots[0].keyframes[0]"
    func window(_ keyframe: CropKeyframe) -> [String] {
      fields {
        $0.moments[0].framing.shots[0].layout = .crop([keyframe])
        $0 = $0.rounded()
      }
    }
    for huge in [1e308, -1e308, 1e12] {
      #expect(
        window(CropKeyframe(t: 87, x: huge, y: 0, width: 405, height: 720)) == ["\(place).x"])
      #expect(
        window(CropKeyframe(t: 87, x: 0, y: huge, width: 405, height: 720)) == ["\(place).y"])
    }
    #expect(
      window(CropKeyframe(t: 87, x: 0, y: 0, width: 1e308, height: 1e308)) == ["\(place).x"])
    #expect(
      fields {
        $0.moments[0].start = 1e308
        $0 = $0.rounded()
      } == ["moments[0].start"])
    #expect(Rounding.text(1e308, decimals: 1) == "1e+308")
  }

  @Test func wrongDurationIsReported() {
    #expect(fields { $0.video.duration = 60 } == ["video.duration"])
    #expect(fields { $0.video.duration = 131.2 } == ["video.duration"])
    #expect(fields { $0.video.duration = 1e308 } == ["video.duration"])
    #expect(fields { $0.video.duration = 130.9 }.isEmpty)
  }

  @Test func gapsAndOverlapsBetweenShotsAreReported() {
    #expect(
      fields { $0.moments[0].framing.shots[1].start = 95.5 }
        == ["moments[0].framing.shots[1].start"])
    #expect(
      fields { $0.moments[0].framing.shots[2].end = 105 }
        == ["moments[0].framing.shots[2].end"])
    #expect(fields { $0.moments[0].framing.shots = [] } == ["moments[0].framing.shots"])
  }

  @Test func reelWithAnUnknownMomentIsReported() {
    #expect(fields { $0.reel[0].moment = "bbb-gone" } == ["reel[0].moment"])
  }

  @Test func rejectedSegmentsOutsideTheVideoAreReported() {
    #expect(fields { $0.rejected[0].start = 1e18 } == ["rejected[0].start"])
    #expect(fields { $0.rejected[0].end = 1e300 } == ["rejected[0].end"])
    #expect(fields { $0.rejected[0].end = 3 } == ["rejected[0].end"])
    #expect(fields { $0.rejected[0].score = 4 } == ["rejected[0].score"])
    // The last time bin may end after the video.
    #expect(fields { $0.rejected[0].end = 130.5 }.isEmpty)
  }

  @Test func activePictureOutsideTheFrameIsReported() {
    func active(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [String] {
      fields {
        $0.moments[0].framing.active = FrameArea(x: x, y: y, width: width, height: height)
      }
    }
    let place = "moments[0].framing.active"
    #expect(active(0, 60, 1280, 600).isEmpty)
    #expect(active(100, 60, 1280, 600) == ["\(place).x"])
    #expect(active(0, 500, 1280, 600) == ["\(place).y"])
    #expect(active(0, 60, 0, 600) == ["\(place).width"])
    #expect(active(0, 60, 1280, -600) == ["\(place).height"])
    func part(_ x: Double, of layout: Layout?) -> [String] {
      fields {
        if let layout { $0.moments[0].framing.shots[0].layout = layout }
        $0.moments[0].framing.shots[0].part = FrameArea(x: x, y: 0, width: 720, height: 720)
      }
    }
    let shot = "moments[0].framing.shots[0].part"
    #expect(part(560, of: .fit).isEmpty)
    #expect(part(561, of: .fit) == ["\(shot).x"])
    #expect(part(0, of: nil) == [shot])
  }

  @Test func documentOfAnotherVideoIsReported() {
    #expect(fields { $0.video.id = "other" } == ["video.id"])
    #expect(fields { $0.video.width = 640 } == ["video"])
  }

  @Test func duplicateMomentIsReported() {
    #expect(fields { $0.moments.append($0.moments[0]) } == ["moments[1].id"])
  }
}
