import Audience
package import Media
import SyntheticMedia

/// Draws a script as a video: a face that follows the script's subject, with a tune.
///
/// The background is a meadow that changes its colours with every shot. libavfilter generates
/// everything, so the repository contains no footage.
package struct SampleVideo: Sendable {
  package var script: SampleScript
  package var width = 1280
  package var height = 720
  package var frameRate = 25
  /// Whether it has sound; without it, rendering a clip takes three quarters of the time.
  package var hasSound = true

  package init(_ script: SampleScript) { self.script = script }

  /// Writes the video as H.264 and AAC, and replaces an existing file.
  package func write(to path: String) throws(MediaError) {
    let encoding = VideoEncoderSettings(
      encoder: "libx264", width: width, height: height, frameRate: Rational(frameRate, 1),
      keyFrameInterval: frameRate * 4,
      options: [
        VideoEncoderSettings.Option("preset", "ultrafast"),
        VideoEncoderSettings.Option("crf", "21"),
      ])
    // Mono, because a second channel would only cost encoding time, here and in every clip.
    let synthesizer = Synthesizer(
      pictures: pictures, sound: hasSound ? sound : nil, duration: script.duration,
      pictureEncoding: encoding,
      soundEncoding: AudioEncoderSettings(channels: 1, isQuick: true))
    try synthesizer.write(to: path)
  }

  private var pictures: String {
    let parts = script.shots.enumerated().map { index, shot in
      "\(background(index, shot))[b\(index)];\(face(index, shot))[f\(index)];"
        + "[b\(index)][f\(index)]\(overlay(shot))[v\(index)];"
    }
    let inputs = script.shots.indices.map { "[v\($0)]" }.joined()
    return parts.joined() + inputs + "concat=n=\(script.shots.count):v=1:a=0"
  }

  /// Sky over grass with two objects, drawn once per shot.
  private func background(_ index: Int, _ shot: SampleShot) -> String {
    let sky = Self.skies[index % Self.skies.count]
    let grass = Self.meadows[index % Self.meadows.count]
    let horizon = height * (52 + index * 7 % 16) / 100
    func channel(_ high: Int, _ low: Int) -> String {
      "if(lt(Y,\(horizon)),\(high)+40*Y/\(horizon),\(low)+35*(Y-\(horizon))/\(height))"
    }
    let still =
      "color=c=black:s=\(width)x\(height):r=\(frameRate):d=\(1 / Double(frameRate)),"
      + "format=gbrp,geq=r='\(channel(sky.0, grass.0))':g='\(channel(sky.1, grass.1))'"
      + ":b='\(channel(sky.2, grass.2))'"
    let (trunk, barn) = (width * (3 + index * 11 % 20) / 100, width * (78 - index * 5 % 14) / 100)
    return still
      + ",drawbox=x=\(trunk):y=\(horizon - height / 4):w=\(width / 14):h=\(height / 3)"
      + ":c=0x5a3d28:t=fill"
      + ",drawbox=x=\(barn):y=\(horizon - height / 7):w=\(width / 6):h=\(height / 4)"
      + ":c=0x8a4a3a:t=fill,format=yuv420p," + held(shot)
  }

  /// A round face with two eyes and a smile, drawn once per shot.
  private func face(_ index: Int, _ shot: SampleShot) -> String {
    let size = height * 3 / 10 / 2 * 2
    let unit = Double(size) / 220
    func at(_ value: Double) -> String { String(Int(value * unit)) }
    let eye = { (x: Double) in "lt(hypot(X-\(at(x)),Y-\(at(85))),\(at(14)))" }
    let mouth =
      "lt(abs(hypot(X-\(at(110)),Y-\(at(105)))-\(at(55))),\(at(7)))*gt(Y,\(at(125)))"
    let ink = "\(eye(75))+\(eye(145))+\(mouth)"
    return "color=c=black:s=\(size)x\(size):r=\(frameRate):d=\(1 / Double(frameRate)),"
      + "format=rgba,geq=r='if(\(ink),40,245)':g='if(\(ink),30,200)':b='if(\(ink),30,60)'"
      + ":a='255*lt(hypot(X-\(at(110)),Y-\(at(110))),\(at(104)))',format=yuva420p," + held(shot)
  }

  private func overlay(_ shot: SampleShot) -> String {
    let seconds = shot.end - shot.start
    let across = "\(shot.from.x)+\(shot.to.x - shot.from.x)*t/\(seconds)"
    let down = "\(shot.from.y)+\(shot.to.y - shot.from.y)*t/\(seconds)+0.015*sin(5*t)"
    return "overlay=x='(\(across))*W-w/2':y='(\(down))*H-h/2':eval=frame:format=yuv420"
      + ",format=yuv420p,settb=1/\(frameRate)"
  }

  /// Repeats one frame for the length of a shot.
  private func held(_ shot: SampleShot) -> String {
    let frames = Int(((shot.end - shot.start) * Double(frameRate)).rounded())
    return "loop=loop=\(frames - 1):size=1,settb=1/\(frameRate),setpts=N"
  }

  /// A plucked tune, different in every shot, with a pause at the end of every fourth second.
  private var sound: String {
    let parts = script.shots.enumerated().map { index, shot in
      let tone = [262, 330, 392, 294, 349, 440, 523, 294][index % 8]
      let note = "\(tone)*pow(2,floor(mod(t*2,5))*2/12)"
      return "aevalsrc=exprs='0.3*sin(2*PI*\(note)*mod(t,0.5))*exp(-4*mod(t,0.5))"
        + "*lt(mod(t,4),3.3)':s=48000:d=\(shot.end - shot.start)[a\(index)];"
    }
    let inputs = script.shots.indices.map { "[a\($0)]" }.joined()
    return parts.joined() + inputs + "concat=n=\(script.shots.count):v=0:a=1"
  }

  // Bright and dark colours alternate, so that a cut changes the brightness.
  private static let skies = [
    (120, 170, 215), (85, 45, 60), (200, 215, 215), (20, 28, 60), (215, 160, 95), (60, 75, 90),
    (190, 205, 165), (55, 35, 80),
  ]
  private static let meadows = [
    (60, 120, 60), (50, 45, 30), (140, 160, 90), (20, 45, 40), (150, 130, 60), (35, 60, 45),
    (120, 150, 70), (40, 40, 55),
  ]
}
