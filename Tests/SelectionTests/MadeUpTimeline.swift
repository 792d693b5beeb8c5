import Audience
import SampleAudience

/// Timelines made up by rule, for tests.
enum MadeUp {
  /// Half-second bins in which `reacting` of `viewers` react and `gathered` of them look together.
  static func timeline(
    seconds: Double, viewers: Int, emotion: Emotion = .happy,
    reacting: (Double) -> Int, gathered: (Double) -> Int, withGaze: Bool = true,
    withFace: Bool = true
  ) -> AudienceTimeline {
    let bins = (0..<Int(seconds * 2)).map { bin in
      let time = Double(bin) / 2
      let together = gathered(time)
      let rows = (0..<viewers).map { viewer -> AudienceRow in
        var strengths = EmotionVector.zero
        if viewer < reacting(time) { strengths[emotion] = 0.9 }
        let scattered = PicturePoint(
          x: 0.05 + 0.9 * Double((viewer * 37 + bin * 11) % 89) / 89,
          y: 0.05 + 0.9 * Double((viewer * 53 + bin * 29) % 83) / 83)
        let on = PicturePoint(x: 0.6 + 0.001 * Double(viewer), y: 0.4)
        return AudienceRow(
          position: withGaze ? (viewer < together ? on : scattered) : nil, weight: 1,
          strengths: withFace ? strengths : nil)
      }
      let share = Double(together) / Double(max(1, viewers))
      let agreement = LookAgreement(
        value: 0.15 + 0.6 * share * share, byChance: 0.15, deviation: 0.04)
      return AudienceBin(
        rows: rows.sorted(),
        chance: withGaze ? GatheringByChance(share: 0.3, deviation: 0.05) : nil,
        agreement: withGaze ? agreement : nil)
    }
    return AudienceTimeline(duration: seconds, bins: bins, viewers: viewers, excluded: [])
  }

  /// Reaction and gathering in the same seconds.
  static func delight(
    _ windows: [Range<Double>], seconds: Double = 240, viewers: Int = 20, of these: Int = 14
  ) -> AudienceTimeline {
    let inside = { (time: Double) in windows.contains { $0.contains(time) } ? these : 0 }
    return timeline(seconds: seconds, viewers: viewers, reacting: inside, gathered: inside)
  }
}
