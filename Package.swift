// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Whether to compile as fast as possible: set by `make run`, which builds the program for a trial.
let isTrial = Context.environment["TRIAL_BUILD"] != nil

/// Modules that compute are optimised in debug builds too.
///
/// The tests aggregate, select and frame whole audiences, which takes ten times as long without
/// optimisation. A trial optimises only Framing, because optimised code takes three times as long
/// to compile.
///
/// The installed program does not check for exclusive access to memory at run time; the checks take
/// 6 % of the time of an import. The tests run with the checks (`make test`).
let alwaysOptimised: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug)),
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]
let optimised: [SwiftSetting] = isTrial ? [] : alwaysOptimised

/// Modules without long loops are compiled for size.
///
/// The program is then under 15 MB, without symbols and Swift's runtime.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Links Swift's runtime into the installed program, which then starts 20 % faster.
///
/// Start time counts, because a run starts the program again for each source that it opens. The
/// list names the libraries of Foundation, which the compiler finds only if every module is
/// compiled statically. lld is used because gold warns about a function in Foundation. A test
/// target cannot depend on the executable, because there is no static XCTest.
let selfContained = LinkerSetting.unsafeFlags(
  [
    "-static-stdlib", "-use-ld=lld", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims",
    "-l_FoundationCollections", "-lstdc++",
  ], .when(configuration: .release))

/// A module of the product, in the folder of its stage: `Sources/STAGE/NAME`.
///
/// It may use only modules that are listed above it in `targets`.
func module(
  _ name: String, in stage: String, _ dependencies: [Target.Dependency] = [],
  resources: [Resource] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(stage)/\(name)", resources: resources,
    swiftSettings: strict + settings)
}

/// Test code is not optimised, which halves its compile time; little of it is slow.
let tested: [SwiftSetting] =
  strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The tests of one module.
///
/// Each can use `TestMaterial`: fixtures, and programs such as ffprobe.
func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.byName(name: name), "TestMaterial"] + dependencies,
    swiftSettings: tested)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

/// The benchmarks, which `swift build --build-tests` does not compile.
///
/// They are part of this package because they use `package` declarations of its modules.
let benchmarks: [Target] = [
  .executableTarget(
    name: "gazecut-bench",
    dependencies: [
      "Audience", "EditDecisions", "Importers", "Library", "Selection", "Framing",
      "SampleAudience", "GenreAudience", "TestMaterial", "Rendering", argumentParser,
    ],
    path: "Tests/Benchmarks", exclude: ["bench-render", "bench-audience", "bench-idle"],
    swiftSettings: strict)
]
/// Whether to include the benchmarks: set by the targets `bench…` of the Makefile.
let hasBenchmarks = Context.environment["BENCHMARKS"] != nil

let package = Package(
  name: "gazecut",
  products: [.executable(name: "gazecut", targets: ["gazecut"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // C libraries.
    .systemLibrary(
      name: "CZlib", path: "Sources/Base/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/Base/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CODBC", path: "Sources/Base/CODBC", pkgConfig: "odbc",
      providers: [.apt(["unixodbc-dev"])]),
    .systemLibrary(
      name: "CFFmpeg", path: "Sources/Base/CFFmpeg", pkgConfig: "libavfilter",
      providers: [.apt(["libavfilter-dev", "libavformat-dev", "libavcodec-dev"])]),
    .systemLibrary(
      name: "CDigest", path: "Sources/Base/CDigest", pkgConfig: "libavutil",
      providers: [.apt(["libavutil-dev"])]),
    .systemLibrary(name: "CProcess", path: "Sources/Base/CProcess"),

    // Modules without side effects, except that some open files.
    module("Support", in: "Base", ["CDigest", "CProcess"], settings: optimised),
    module(
      "Media", in: "Render", ["CFFmpeg", "Support"],
      settings: [.strictMemorySafety()] + optimised),
    module("Audience", in: "Audience", settings: optimised),
    module("EditDecisions", in: "Decide", ["Support"], settings: optimised),
    module("CutLists", in: "Render", ["Support", "EditDecisions"], settings: optimised),
    module(
      "Importers", in: "Input", ["CZlib", "CSQLite", "CODBC", "Support", "Audience"],
      resources: [.embedInCode("Presets/Texts")],
      settings: [.strictMemorySafety()] + optimised),
    module(
      "Library", in: "Library", ["Support", "Audience", grdb],
      resources: [.embedInCode("Opening/schema.sql")],
      settings: [.strictMemorySafety()] + optimised),
    module(
      "Selection", in: "Decide", ["Support", "Audience", "EditDecisions"],
      settings: optimised),
    module(
      "Framing", in: "Decide", ["Support", "Audience", "EditDecisions"],
      settings: alwaysOptimised),

    // Modules with side effects.
    module(
      "Rendering", in: "Render", ["CProcess", "Support", "Media", "EditDecisions"],
      settings: optimised),
    module(
      "Overrides", in: "Decide",
      [
        "Support", "Media", "Audience", "EditDecisions", "Selection", "Framing",
        "Rendering",
      ], settings: small),
    module(
      "Settings", in: "Library",
      [
        "Support", "Audience", "EditDecisions", "CutLists", "Selection", "Framing", "Rendering",
        "Overrides", yams,
      ], settings: small),
    module(
      "Workspace", in: "Library",
      [
        "CProcess", "Support", "Media", "Audience", "EditDecisions", "CutLists", "Library",
        "Selection", "Rendering", "Overrides", "Settings", logging,
      ], settings: small),
    module(
      "Deciding", in: "Decide",
      [
        "Support", "Media", "Audience", "EditDecisions", "Importers", "Library", "Selection",
        "Framing", "Rendering", "Overrides", "Settings", "Workspace",
      ], settings: small),
    module(
      "Publishing", in: "Run",
      [
        "Support", "Media", "EditDecisions", "CutLists", "Library", "Rendering", "Settings",
        "Workspace", "Deciding",
      ], settings: small),
    module(
      "Ingest", in: "Input",
      [
        "CProcess", "Support", "Media", "Audience", "EditDecisions", "Importers", "Library",
        "Rendering", "Settings", "Workspace", logging,
      ], resources: [.embedInCode("Importing/Guides.txt")], settings: small),
    module(
      "Reporting", in: "Report",
      [
        "Support", "Media", "Audience", "EditDecisions", "Importers", "Library", "Selection",
        "Rendering", "Settings", "Workspace", "Deciding", "Ingest", mustache,
      ], resources: [.embedInCode("Resources")], settings: small),
    module(
      "Upkeep", in: "Run",
      [
        "CProcess", "Support", "Media", "Audience", "EditDecisions", "Importers", "Library",
        "Rendering", "Settings", "Workspace", "Publishing", "Ingest", "Reporting",
      ], settings: small),
    module(
      "Nightly", in: "Run",
      [
        "Support", "Media", "EditDecisions", "Library", "Rendering", "Overrides", "Settings",
        "Workspace", "Deciding", "Publishing", "Ingest", "Reporting", logging,
      ], settings: small),
    .executableTarget(
      name: "gazecut",
      dependencies: [
        "Support", "CutLists", "Importers", "Rendering", "Overrides", "Workspace", "Deciding",
        "Publishing", "Ingest", "Reporting", "Upkeep", "Nightly", argumentParser, logging,
      ],
      swiftSettings: strict + small, linkerSettings: [selfContained]),

    // Samples and tests.
    .target(
      name: "SyntheticMedia", dependencies: ["Media"], path: "Tests/Support/SyntheticMedia",
      swiftSettings: strict),
    .target(
      name: "SampleAudience",
      dependencies: ["CSQLite", "Media", "Audience", "SyntheticMedia"],
      path: "Tests/Support/SampleAudience", swiftSettings: strict + optimised),
    .executableTarget(
      name: "make-samples", dependencies: ["SampleAudience", argumentParser],
      path: "Tests/Support/make-samples", swiftSettings: strict),
    .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
    .target(
      name: "TestMaterial",
      dependencies: [
        "CSpawn", "CZlib", "Audience", "EditDecisions", "Importers", "Framing",
      ],
      path: "Tests/TestMaterial",
      swiftSettings: strict + optimised),
    .target(
      name: "GenreAudience", dependencies: ["Audience"], path: "Tests/GenreAudience",
      swiftSettings: strict + optimised),

    // `Tests/Fuzz/run` and `Tests/Leaks/run` compile these again with a sanitizer. Without it, the
    // functions that the leak check calls do not exist, so the linker ignores undefined symbols.
    .target(
      name: "FuzzImporters", dependencies: ["Importers", "SampleAudience"], path: "Tests/Fuzz",
      exclude: ["run", "words"], swiftSettings: strict),
    .executableTarget(
      name: "OpenMedia", dependencies: ["Media", "SyntheticMedia"], path: "Tests/Leaks",
      exclude: ["run", "suppressions"], swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-Xlinker", "--unresolved-symbols=ignore-all"])]),

    .target(
      name: "MediaFixture", dependencies: ["Media", "SyntheticMedia", "TestMaterial"],
      path: "Tests/MediaFixture", swiftSettings: strict),
    .target(
      name: "LibraryFixture",
      dependencies: [
        "EditDecisions", "Importers", "Library", "Rendering", "Workspace", "Ingest",
      ],
      path: "Tests/LibraryFixture", swiftSettings: strict),
    tests(
      of: "Support",
      ["CProcess", "Media", "EditDecisions", "Importers", "Library", "Settings"]),
    tests(of: "Media", ["MediaFixture", "SyntheticMedia"]),
    tests(of: "Audience"),
    tests(of: "EditDecisions", ["Support"]),
    tests(of: "CutLists", ["Support", "EditDecisions"]),
    tests(of: "Importers", ["Audience", "CSQLite", "SampleAudience"]),
    tests(of: "Library", ["Support", "Audience", grdb]),
    tests(
      of: "Selection",
      ["Audience", "EditDecisions", "Overrides", "SampleAudience", "GenreAudience"]),
    tests(of: "Framing", ["Support", "Audience", "EditDecisions"]),
    tests(
      of: "Rendering",
      ["Support", "Media", "EditDecisions", "MediaFixture", "SyntheticMedia"]),
    tests(of: "Overrides", ["Support", "EditDecisions"]),
    tests(
      of: "Settings",
      ["Overrides", "Audience", "EditDecisions", "CutLists", "Selection", "Framing", "Rendering"]),
    tests(
      of: "Workspace",
      ["EditDecisions", "Overrides", "Library", "Support", "LibraryFixture"]),
    tests(
      of: "Deciding",
      [
        "Media", "Audience", "EditDecisions", "Library", "Selection", "Framing", "Rendering",
        "Support", "Workspace", "LibraryFixture",
      ]),
    tests(
      of: "Publishing",
      [
        "Media", "EditDecisions", "CutLists", "Library", "Rendering", "Support", "Workspace",
        "MediaFixture", "LibraryFixture",
      ]),
    tests(
      of: "Ingest",
      [
        "Audience", "Importers", "Library", "Support", "Settings", "Rendering", "Workspace",
        "LibraryFixture",
      ]),
    tests(
      of: "Reporting",
      [
        "Audience", "Media", "EditDecisions", "Overrides", "Library", "Workspace", "Deciding",
        "Ingest",
        "LibraryFixture",
      ]),
    tests(
      of: "Upkeep",
      [
        "CSQLite", "Audience", "EditDecisions", "Importers", "Library", "Settings", "Support",
        "Workspace", "Ingest", "Reporting", "LibraryFixture",
      ]),
    tests(
      of: "Nightly",
      [
        "Overrides", "Media", "EditDecisions", "Library", "Rendering", "Settings", "Support",
        "Workspace",
        "Deciding", "Publishing", "MediaFixture", "LibraryFixture",
      ]),
    tests(of: "SampleAudience", ["CSQLite", "Audience", "Importers", "Media"]),
    .testTarget(
      name: "GenreAudienceTests", dependencies: ["GenreAudience", "Audience"],
      swiftSettings: tested),
    .testTarget(name: "JobsTests", dependencies: ["TestMaterial"], swiftSettings: tested),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CProcess", "CSQLite", "TestMaterial", "SampleAudience", "SyntheticMedia",
        "Media", "Audience", "Overrides", "EditDecisions", "Support", "Rendering",
      ],
      swiftSettings: tested),
  ] + (hasBenchmarks ? benchmarks : [])
)
