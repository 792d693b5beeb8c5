import Density
import Dispatch

/// Times the clustering on made-up gaze: half gathered in a few heaps, half spread over 16:9.
func runDensityBench() {
  print("density: points, clusters, milliseconds (best of several)")
  for (count, viewers, rounds) in [(100, 100, 50), (1000, 1000, 20), (180_000, 1000, 3)] {
    let points = scatteredGaze(count: count, viewers: viewers)
    let total = Double(min(count, viewers))
    let parameters = DensityParameters(
      radius: count > 10_000 ? 0.03 : 0.1, minimumWeight: max(3, total / 10))
    var best = Double.infinity
    var clusters = 0
    for _ in 0..<rounds {
      let start = DispatchTime.now().uptimeNanoseconds
      clusters = clusterByDensity(points, parameters).clusters.count
      best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
    }
    print("  \(count)\t\(clusters)\t\((best * 1000).rounded() / 1000)")
  }
}

private func scatteredGaze(count: Int, viewers: Int) -> [DensityPoint] {
  var state: UInt64 = 42
  func uniform() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
  return (0..<count).map { index in
    let heap = Double(index % 4)
    let wide = index % 2 == 0
    let x = wide ? uniform() * 1.78 : 0.3 + 0.35 * heap + (uniform() + uniform() - 1) * 0.15
    let y = wide ? uniform() : 0.5 + (uniform() + uniform() - 1) * 0.15
    return DensityPoint(x: x, y: y, viewer: index % viewers)
  }
}
