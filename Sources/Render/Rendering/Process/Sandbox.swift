import CProcess
import Foundation
import Media

/// The limits that a process takes before it opens media, for good.
///
/// A source comes from anywhere, and libav has had its bugs. Whoever renders needs the source,
/// fonts and libraries to read and one folder to write to; with Landlock (Linux 5.13) the kernel
/// lets it have nothing else and no other program, and by a filter of system calls no socket, no
/// way to another process (signals, limits, priorities, memory), and no change of a file's mode,
/// owner or times. Of its parent's environment it has what is listed here, and nothing that is a
/// secret. Limits of memory, time and the size of a file hold everywhere.
///
/// It must be entered while the process has one thread: Landlock binds the calling thread and those
/// that it starts.
struct Sandbox: Codable, Sendable {
  /// Files and folders that may be read.
  var readable: [String]
  /// Folders of which the names of files may be read, and nothing else.
  var listable: [String] = []
  /// Folders that may be written to.
  var writable: [String]
  /// Bytes of address space.
  var memory: Int
  /// Seconds of the processor.
  var processorSeconds: Int
  /// Bytes of the largest file that is written.
  var fileSize: Int
  /// Whether drivers of graphics cards may ask their service by a socket of this host.
  var hasCard = false
  /// Whether others may write to the folders, where a link may take the place of one.
  var isShared = false
}

extension Sandbox {
  init(_ task: WorkerTask, environment: [String: String]) {
    switch task {
    case .read(let task): self.init(task, environment: environment)
    case .render(let jobs, let folder): self.init(jobs, in: folder, environment: environment)
    case .trial(let trial): self = trial.cage
    }
  }

  init(_ job: RenderJob, in folder: String, environment: [String: String]) {
    readable = Self.system + [job.source.info.path]
    if job.hasText { readable += Self.fonts(environment) }
    let outputs = [job.output, job.poster, job.still?.path].compactMap(\.self).map {
      ($0.hasPrefix("/") ? $0 : folder + "/" + $0) as NSString
    }
    writable = Set(outputs.map(\.deletingLastPathComponent)).sorted()
    isShared = !folder.isEmpty
    let size = (job.source.info.video.codedWidth, job.source.info.video.codedHeight)
    // Address space is reserved far beyond what is used: by each thread, each library, and without
    // end by the drivers of graphics cards. What is to be stopped wants tens of gigabytes.
    hasCard = job.settings.isHardware
    memory =
      hasCard
      ? .max : 8_000_000_000 + 2 * job.settings.memoryEstimate(source: size, seconds: job.seconds)
    // The slowest encoder takes minutes for a second of a large picture.
    processorSeconds = 3600 + Int(bounding: job.seconds * 3600)
    fileSize = job.largestFile
  }

  /// What rendering several jobs in one process needs.
  init(_ jobs: [RenderJob], in folder: String, environment: [String: String]) {
    let cages = jobs.map { Sandbox($0, in: folder, environment: environment) }
    self.init(
      readable: Set(cages.flatMap(\.readable)).sorted(),
      writable: Set(cages.flatMap(\.writable)).sorted(),
      memory: cages.reduce(0) { sum, cage in
        let (more, isTooMuch) = sum.addingReportingOverflow(cage.memory)
        return isTooMuch ? .max : more
      },
      processorSeconds: cages.reduce(0) { $0 + $1.processorSeconds },
      fileSize: cages.map(\.fileSize).max() ?? 0)
    hasCard = cages.contains(where: \.hasCard)
    isShared = cages.contains(where: \.isShared)
  }

  /// What reading a source needs.
  ///
  /// - Parameters:
  ///   - task: the source, beside which files of captions are read too, and what may be written of
  ///     it.
  ///   - environment: of the process, for fonts.
  init(_ task: ReadingTask, environment: [String: String]) {
    let source = task.path
    let folder = (source as NSString).deletingLastPathComponent
    let stem = ((source as NSString).lastPathComponent as NSString).deletingPathExtension
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let captions = names.filter { name in
      let ending = (name as NSString).pathExtension.lowercased()
      return name.hasPrefix(stem + ".") && ["srt", "vtt"].contains(ending)
    }
    readable =
      Self.system + Self.fonts(environment) + [source] + captions.map { folder + "/" + $0 }
    listable = [folder]
    writable = [task.folder].compactMap(\.self)
    hasCard = task.isHardware
    memory = hasCard ? .max : 16_000_000_000
    // Films of many hours, at a tenth of their pace.
    processorSeconds = 100 * 3600
    fileSize = RenderJob.largestFile(seconds: task.seconds, pixels: 3840 * 2160, rate: 60)
  }

  /// Takes the limits this kernel has; whether files, programs and network are out of reach.
  @discardableResult
  func enter() -> Bool {
    // A core would hold a viewer's face, and fill the disk.
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_AS, to: memory)
    limit(RLIMIT_FSIZE, to: fileSize)
    // The signal of the soft limit says what it was; that of the hard one looks like any other.
    limit(RLIMIT_CPU, to: processorSeconds, hard: processorSeconds + 10)
    // A file that grows beyond its limit is then an error of writing, which has words.
    signal(SIGXFSZ, SIG_IGN)
    guard gazecut_no_new_privileges() == 0 else { return false }
    let isDeaf = gazecut_refuse_others(hasCard ? 1 : 0) == 0
    return lock() && isDeaf
  }

  private func limit(_ resource: __rlimit_resource, to soft: Int, hard: Int? = nil) {
    _ = gazecut_limit(Int32(resource.rawValue), UInt64(soft), UInt64(hard ?? soft))
  }

  private func lock() -> Bool {
    let version = gazecut_landlock_version()
    guard version > 0 else { return false }
    let ruleset = gazecut_landlock_begin(version, hasCard ? 1 : 0)
    guard ruleset >= 0 else { return false }
    defer { close(ruleset) }
    // What is not there cannot be allowed, and need not be.
    for path in readable { _ = gazecut_landlock_allow(ruleset, version, path, 0) }
    for path in Self.devices { _ = gazecut_landlock_allow(ruleset, version, path, 1) }
    for path in listable { _ = gazecut_landlock_allow(ruleset, version, path, 2) }
    for path in writable { _ = gazecut_landlock_allow(ruleset, version, path, isShared ? 3 : 1) }
    return gazecut_landlock_enter(ruleset) == 0
  }

  /// Programs' own files, libraries and what they look up, and nothing of a person's.
  ///
  /// /proc as a whole: the inodes of a process in it come and go, and libdispatch traps where it
  /// cannot read of its own threads. Of other processes a caged one cannot read memory or
  /// environment.
  static let system = [
    "/usr", "/lib", "/lib64", "/opt", "/nix/store", "/etc/fonts", "/etc/alternatives",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/OpenCL",
    "/etc/vulkan", "/etc/drirc", "/proc", "/sys", "/var/cache/fontconfig",
  ]

  /// What a caged process has of its parent's environment: where fonts, drivers and temporary
  /// files are, the language, and what the dynamic linker, sanitizers and libfaketime are told.
  static func environment(of variables: [String: String]) -> [String: String] {
    variables.filter { name, _ in
      variableNames.contains(name) || variablePrefixes.contains { name.hasPrefix($0) }
    }
  }

  private static let variableNames: Set = ["HOME", "LANG", "PATH", "TMPDIR", "TZ"]
  private static let variablePrefixes = [
    "ASAN_", "CUDA_", "FAKETIME", "FONTCONFIG_", "LC_", "LD_", "LIBVA_", "LSAN_", "MESA_",
    "NVIDIA_", "TSAN_", "UBSAN_", "XDG_",
  ]

  /// Devices that libraries open; which of them a user may open is the system's matter.
  private static var devices: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    let graphics = names.filter { $0.hasPrefix("nvidia") || $0 == "dri" }
    return (["null", "zero", "random", "urandom"] + graphics).map { "/dev/" + $0 }
  }

  /// Folders of fonts beside the system's: the user's, and those that fontconfig is told of.
  private static func fonts(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"] ?? "/nonexistent"
    func folder(_ name: String, _ usual: String) -> String {
      environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? home + usual
    }
    let own = [
      home + "/.fonts", home + "/.fonts.conf", home + "/.fontconfig",
      folder("XDG_DATA_HOME", "/.local/share") + "/fonts",
      folder("XDG_CONFIG_HOME", "/.config") + "/fontconfig",
      folder("XDG_CACHE_HOME", "/.cache") + "/fontconfig",
    ]
    let named = ["FONTCONFIG_FILE", "FONTCONFIG_PATH"].compactMap { environment[$0] }
    return own + named + configured(named)
  }

  /// Folders that fontconfig's own files name (`<dir>/srv/fonts</dir>`).
  private static func configured(_ named: [String]) -> [String] {
    let manager = FileManager.default
    let folder = "/etc/fonts/conf.d/"
    let parts = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).map { folder + $0 }
    let files = ["/etc/fonts/fonts.conf", "/etc/fonts/local.conf"] + parts + named
    return files.flatMap { file -> [String] in
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
      // Looked for as plain text: every child reads these files before it works.
      return text.components(separatedBy: "<dir").dropFirst().compactMap { part in
        guard let end = part.range(of: "</dir>"), let begin = part.firstIndex(of: ">"),
          begin < end.lowerBound
        else { return nil }
        let path = part[part.index(after: begin)..<end.lowerBound]
          .trimmingCharacters(in: .whitespacesAndNewlines)
        return path.hasPrefix("/") ? path : nil
      }
    }
  }
}
