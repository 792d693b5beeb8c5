import Rendering
import Settings
import Testing

@testable import Nightly

@Suite struct RunWidthTests {
  private func width(
    due: Int, cores: Int, gigabytes: Double, _ change: (inout Settings) -> Void = { _ in }
  ) -> RunWidth {
    var settings = Settings()
    change(&settings)
    return RunWidth(settings, due: due, cores: cores, memory: Int(gigabytes * 1e9))
  }

  @Test func oneVideoHasAllTheProcessesAndManyShareThem() {
    // Two threads an encoder: 16 cores feed eight, and a ninth takes what they leave idle.
    #expect(width(due: 1, cores: 16, gigabytes: 64).clips == 9)
    let many = width(due: 100, cores: 16, gigabytes: 64)
    #expect(many.videos == 9 && many.clips == 1)
    let few = width(due: 2, cores: 16, gigabytes: 64)
    #expect(few.videos == 2 && few.clips == 4)
    #expect(width(due: 1, cores: 2, gigabytes: 64).clips == 2)
    #expect(width(due: 1, cores: 2, gigabytes: 64) { $0.render.encoderThreads = 1 }.clips == 2)
  }

  @Test func memoryBoundsThem() {
    let one = RenderSettings().memoryEstimate(source: (1920, 1080))
    // What ffmpeg was measured to take for the same work, at 1080p: 463 to 568 MB.
    #expect((450_000_000...650_000_000).contains(one), "\(one)")
    let twoFit = 2.2 * Double(one) / 1e9
    #expect(width(due: 1, cores: 16, gigabytes: twoFit).clips == 2)
    #expect(width(due: 9, cores: 16, gigabytes: twoFit).videos == 2)
    // One always works, however little there is.
    #expect(
      width(due: 9, cores: 16, gigabytes: 0.1) == RunWidth(videos: 1, clips: 1, memory: 100_000_000)
    )
    #expect(width(due: 1, cores: 16, gigabytes: 64) { $0.run.memory = 2 * one }.clips == 2)
  }

  @Test func aLargerSourceOrPictureTakesMore() {
    let render = RenderSettings()
    let share = 2 * render.memoryEstimate(source: (1920, 1080))
    let usual = RunWidth.clips(upTo: 4, memory: share, render, source: (1920, 1080))
    #expect(usual == 2)
    #expect(RunWidth.clips(upTo: 4, memory: share, render, source: (7680, 4320)) == 1)
    #expect(RunWidth.clips(upTo: 1, memory: .max, render, source: (320, 180)) == 1)
  }

  @Test func aPersonsNumberOfVideosIsKept() {
    let width = width(due: 9, cores: 16, gigabytes: 64) { $0.run.workers = 3 }
    #expect(width.videos == 3 && width.clips == 3)
  }
}
