import Audience
import EditDecisions
import Support
import Testing

@testable import Framing

@Suite("Layouts and the scene stealer")
struct FrameLayoutTests {
  /// Evenly spread looks: the best window holds about a third of them.
  private func scattered(_ viewer: Int) -> Double { (Double(viewer) + 0.5) / 12 }

  @Test("the whole picture is shown where no window holds 45 % for over 2 s, without flicker")
  func fit() {
    let timeline = FramingMaterial.timeline(seconds: 18) { time, viewer in
      (6..<12).contains(time) ? scattered(viewer) : 0.5
    }
    let framing = frame(FramingMaterial.request(timeline)).framing
    #expect(framing.shots.map(\.layout.name) == ["crop", "fit", "crop"])
    #expect(framing.shots.map(\.cut) == [.source, .framing, .framing])
    #expect(abs(framing.shots[1].start - 6) <= 0.5 && abs(framing.shots[1].end - 12) <= 0.5)
    #expect(framing.gazeKept.map { $0 > 0.95 } ?? false)
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 18, width: 1280, height: 720) == [])
    let briefly = FramingMaterial.timeline(seconds: 18) { time, viewer in
      (6..<7).contains(time) ? scattered(viewer) : 0.5
    }
    #expect(frame(FramingMaterial.request(briefly)).framing.shots.map(\.layout.name) == ["crop"])
  }

  @Test("what goes by faster than the window may is shown whole, what it can follow is not")
  func fast() {
    func names(_ speed: Double) -> [String] {
      let timeline = FramingMaterial.timeline(seconds: 4) { time, viewer in
        let way = speed * time + 0.004 * Double(viewer)
        return 0.05 + way.truncatingRemainder(dividingBy: 0.9)
      }
      return frame(FramingMaterial.request(timeline)).framing.shots.map(\.layout.name)
    }
    // In half a second it goes .4 and .1 of the width; a window is .32 wide and goes .2.
    #expect(names(0.8) == ["fit"])
    #expect(names(0.2) == ["crop"])
  }

  @Test("only what is allowed is used, and an upright picture is never fitted")
  func allowed() {
    let timeline = FramingMaterial.timeline(seconds: 8) { _, viewer in scattered(viewer) }
    let cases: [(Set<Layout.Kind>, String)] = [
      ([.crop], "crop"), ([.fit], "fit"), ([.crop, .fit], "fit"), ([], "crop"),
    ]
    for (layouts, name) in cases {
      let shots = frame(FramingMaterial.request(timeline, layouts: layouts)).framing.shots
      #expect(shots.map(\.layout.name) == [name])
    }
    let upright = FramingMaterial.request(timeline, width: 720, height: 1280)
    #expect(frame(upright).framing.shots.map(\.layout.name) == ["crop"])
  }

  private func detection(_ label: String, _ track: Int?, x: Double, width: Double, at time: Double)
    -> Detection
  {
    Detection(
      time: time, label: label, score: 0.9,
      box: PictureBox(x: x, y: 0.2, width: width, height: 0.6), track: track)
  }

  /// One thing, then two, then a line across the frame, 7 s each.
  @Test("a shot of the source has two layouts at most", arguments: [3, 5, 7, 11, 13])
  func twoLayouts(seed: Int) {
    let timeline = FramingMaterial.timeline(seconds: 21, viewers: 24) { time, viewer in
      let noise = 0.03 * (Double((viewer * 7919 + Int(time * 2) * seed) % 100) / 100 - 0.5)
      if time < 7 { return 0.25 + noise }
      if time < 14 { return ((viewer + Int(time) * seed) % 2 == 0 ? 0.2 : 0.8) + noise }
      return 0.03 + 0.94 * Double((viewer * seed + Int(time * 2) * 5) % 24) / 24
    }
    var request = FramingMaterial.request(timeline)
    let alone = [0.0, 7, 14].map { start in
      (request.start, request.end) = (start, start + 7)
      return Set(frame(request).framing.shots.map(\.layout.kind))
    }
    #expect(alone == [[.crop], [.stack], [.fit]])
    (request.start, request.end) = (0, 21)
    let shots = frame(request).framing.shots
    #expect(Set(shots.map(\.layout.kind)).count == 2, "\(shots.map(\.layout.kind))")
  }

  @Test("the scene stealer holds most of the gathered gaze, and its box stays inside")
  func stealer() {
    let timeline = FramingMaterial.timeline(seconds: 8) { _, viewer in
      0.42 + Double(viewer) * 0.002
    }
    let detections = (0..<16).flatMap { step -> [Detection] in
      let time = Double(step) / 2
      return [
        detection("person", 3, x: 0.4, width: 0.3, at: time),
        detection("ball", 1, x: 0.43, width: 0.004, at: time),
        detection("person", 4, x: 0, width: 0.2, at: time),
      ]
    }
    var request = FramingMaterial.request(timeline, detections: detections)
    request.settings.constants.positions = FramingConstants().positions
    let result = frame(request)
    #expect(result.sceneStealer == "person#3")
    guard case .crop(let keyframes)? = result.framing.shots.first?.layout else {
      Issue.record("not a crop")
      return
    }
    for keyframe in keyframes {
      #expect(keyframe.x <= 0.4 * 1280 + 0.05 && keyframe.x + keyframe.width >= 0.7 * 1280 - 0.05)
    }
  }

  @Test("without gaze the face that is seen longest and largest places the window, and is named")
  func detectionsOfSeveral() {
    let timeline = FramingMaterial.timeline(seconds: 6) { _, _ in nil }
    var detections = (0..<6).flatMap { step -> [Detection] in
      let time = Double(step)
      // Larger than any face, and no face; two faces, the smaller one for longer.
      return [
        detection("person", 1, x: 0.1, width: 0.4, at: time),
        detection("face", 2, x: 0.8, width: 0.05, at: time),
      ]
    }
    detections += (0..<2).map { detection("face", 3, x: 0.4, width: 0.06, at: Double($0)) }
    func shown(_ detections: [Detection]) -> (name: String?, middle: Double) {
      let result = frame(FramingMaterial.request(timeline, detections: detections))
      guard case .crop(let keys)? = result.framing.shots.first?.layout, let key = keys.last else {
        return (result.framedBy, 0)
      }
      return (result.framedBy, (key.x + key.width / 2) / 1280)
    }
    let face = shown(detections)
    #expect(face.name == "too few looks: face#2 for 6.0 s" && face.middle > 0.75)
    // Without any face, what there is.
    let person = shown(detections.filter { $0.label != "face" })
    #expect(person.name == "too few looks: person#1 for 6.0 s" && abs(person.middle - 0.3) < 0.1)
  }

  @Test("of a moment of several parts it is told what placed the windows of all")
  func standInsOfAllParts() {
    let timeline = FramingMaterial.timeline(seconds: 6) { _, _ in nil }
    let face = (0..<12).map { detection("face", 2, x: 0.8, width: 0.05, at: Double($0) / 2) }
    let requests = [face, [], face].map { FramingMaterial.request(timeline, detections: $0) }
    let whole = FramedMoment(joining: requests.map { ($0, frame($0)) })
    #expect(
      whole.framedBy == "too few looks: face#2 for 12.0 s, the whole picture for 6.0 s",
      "\(whole.framedBy ?? "")")
  }

  @Test("without gaze the detections place the window")
  func detectionsAlone() {
    let timeline = FramingMaterial.timeline(seconds: 6) { _, _ in nil }
    let detections = (0..<6).map { detection("face", nil, x: 0.8, width: 0.1, at: Double($0)) }
    let result = frame(FramingMaterial.request(timeline, detections: detections))
    #expect(result.framing.gazeKept == nil)
    #expect(result.sceneStealer == nil)
    guard case .crop(let keyframes)? = result.framing.shots.first?.layout else {
      Issue.record("not a crop")
      return
    }
    #expect(keyframes.allSatisfy { $0.x <= 0.85 * 1280 && $0.x + 405 >= 0.85 * 1280 })
  }
}
