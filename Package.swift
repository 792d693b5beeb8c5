// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Set by `make run`, which builds the program to try it out once: what is compiled soonest.
let isTrial = Context.environment["TRIAL_BUILD"] != nil

/// Modules that compute are optimised in debug builds too.
///
/// The tests fold, choose and frame whole audiences and look at whole pictures, which takes ten
/// times as long without. A trial does it where a night would notice: compiling takes three times
/// as long.
///
/// What is installed asks at run time no more whether an access is exclusive: of an import that is
/// a sixteenth. What the tests run goes on asking (`make test`).
let alwaysOptimised: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug)),
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]
let optimised: [SwiftSetting] = isTrial ? [] : alwaysOptimised

/// Modules that read, write and tell, where no loop is long, are installed as small as they can be.
///
/// The program is then under 15 MB, symbols and Swift's runtime apart.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// What is installed brings Swift's runtime along, and starts in a fifth less time: a night starts
/// itself for each source that it opens.
///
/// Names what Foundation's own libraries need, which the compiler knows only of modules that were
/// all compiled for this, and the toolchain's own linker: gold warns of a function in Foundation.
/// No tests' bundle may depend on the target: there is no such XCTest.
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

/// Tests of the optimised program are compiled as written: half of the time that they take
/// otherwise, and of what they compute themselves little is slow.
let tested: [SwiftSetting] =
  strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The tests of one module; `TestMaterial` (fixtures, the witness programs) is at hand in each.
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

/// The benchmarks, which `swift build --build-tests` need not compile.
///
/// They use `package` declarations of the modules, which a package of their own would not see.
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
/// Whether there are benchmarks, as for the targets `bench…` of the Makefile.
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
    // The doors to C.
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

    // What was seen, and what is decided: pure, but for how files are opened.
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

    // Effects.
    module(
      "Rendering", in: "Render", ["CProcess", "Support", "Media", "EditDecisions"],
      settings: optimised),
    module(
      "Overrides", in: "Decide",
      [
        "CProcess", "Support", "Media", "Audience", "EditDecisions", "Selection", "Framing",
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
        "Rendering", "Overrides", "Settings", "Workspace", "Deciding", "Ingest", mustache,
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

    // What the project makes for itself: samples and tests.
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

    // Compiled here with all the rest, and once more with a sanitizer by the `run` beside each;
    // without it, the functions that the leak check asks are not there.
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
        "Media", "EditDecisions", "Overrides", "Library", "Workspace", "Deciding", "Ingest",
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
