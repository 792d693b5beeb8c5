import Framing
import EditDecisions
import Foundation
func dbg(_ clips: [BenchClip], _ h: HalvesBench) {
  for c in clips where c.name == ProcessInfo.processInfo.environment["DBG"] {
    var s = FramingSettings(layouts: [.crop]); h.tune(&s)
    for shot in c.framed(looks: c.bins, settings: s) {
      print("shot", shot.start, shot.end, shot.cut)
      if case .crop(let k) = shot.layout { for f in k { print(String(format: "%6.2f %.3f", f.t, f.x/1280)) } }
    }
  }
}
