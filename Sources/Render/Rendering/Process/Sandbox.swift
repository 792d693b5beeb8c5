import CProcess
import Foundation
import Media

/// The permanent restrictions that a worker process applies to itself before it opens media.
///
/// A source may be hostile, and libav has had vulnerabilities. A renderer needs to read the source,
/// fonts and libraries, and to write to one folder. Landlock (Linux 5.13) restricts the process to
/// these files and forbids other programs. A seccomp filter forbids sockets, access to other
/// processes (signals, limits, priorities, memory), and changes to the mode, owner or times of
/// files. The environment contains only the variables listed below, and no secrets. Limits of
/// memory, CPU time and file size apply on every kernel.
///
/// Enter the sandbox while the process has one thread: Landlock restricts the calling thread and
/// the threads that it starts.
struct Sandbox: Codable, Sendable {
  var readable: [String]
  /// Folders whose file names may be listed, but whose files may not be read.
  var listable: [String] = []
  var writable: [String]
  /// Limit of address space in bytes.
  var memory: Int
  /// Limit of CPU time in seconds.
  var processorSeconds: Int
  /// Limit of the size of a written file in bytes.
  var fileSize: Int
  /// Whether graphics drivers may connect to their service over a Unix socket.
  var hasCard = false
  /// Whether other users may write to the folders, and could replace a folder with a link.
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

  /// The permissions for rendering several jobs in one process.
  init(_ jobs: [RenderJob], in folder: String, environment: [String: String]) {
    let fonts = jobs.contains(where: \.hasText) ? Self.fonts(environment) : []
    readable = Set(Self.system + fonts + jobs.map(\.source.info.path)).sorted()
    let outputs = jobs.flatMap { [$0.output, $0.poster, $0.still?.path] }.compactMap(\.self)
    let paths = outputs.map { ($0.hasPrefix("/") ? $0 : folder + "/" + $0) as NSString }
    writable = Set(paths.map(\.deletingLastPathComponent)).sorted()
    isShared = !folder.isEmpty
    hasCard = jobs.contains(where: \.settings.isHardware)
    memory = jobs.reduce(0) { sum, job in
      let (more, isTooMuch) = sum.addingReportingOverflow(Self.memory(for: job))
      return isTooMuch ? .max : more
    }
    // The slowest encoder takes minutes per second of a large frame.
    processorSeconds = jobs.reduce(0) { $0 + 3600 + Int(bounding: $1.seconds * 3600) }
    fileSize = jobs.map(\.largestFile).max() ?? 0
  }

  /// Limit of address space for a job in bytes.
  ///
  /// Threads, libraries and especially graphics drivers reserve far more address space than they
  /// use. A runaway process would reserve tens of gigabytes more.
  private static func memory(for job: RenderJob) -> Int {
    let size = (job.source.info.video.codedWidth, job.source.info.video.codedHeight)
    guard !job.settings.isHardware else { return .max }
    return 8_000_000_000 + 2 * job.settings.memoryEstimate(source: size, seconds: job.seconds)
  }

  /// The permissions for reading a source and the subtitle files next to it.
  init(_ task: SourceReadingTask, environment: [String: String]) {
    let source = task.path
    let folder = (source as NSString).deletingLastPathComponent
    let stem = ((source as NSString).lastPathComponent as NSString).deletingPathExtension
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let captions = names.filter { name in
      let ending = (name as NSString).pathExtension.lowercased()
      return name.hasPrefix(stem + ".") && ["srt", "vtt"].contains(ending)
    }
    readable = Self.system + Self.fonts(environment) + [source] + captions.map { folder + "/" + $0 }
    listable = [folder]
    writable = [task.folder].compactMap(\.self)
    hasCard = task.isHardware
    memory = hasCard ? .max : 16_000_000_000
    // Enough for videos of many hours, decoded at a tenth of real time.
    processorSeconds = 100 * 3600
    fileSize = RenderJob.largestFile(seconds: task.seconds, pixels: 3840 * 2160, rate: 60)
  }

  /// Applies all restrictions that the kernel supports; returns whether files, programs and the
  /// network are blocked.
  @discardableResult
  func enter() -> Bool {
    // A core dump could contain a viewer's face, and could fill the disk.
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_AS, to: memory)
    limit(RLIMIT_FSIZE, to: fileSize)
    // SIGXCPU at the soft limit identifies the reason; SIGKILL at the hard limit does not.
    limit(RLIMIT_CPU, to: processorSeconds, hard: processorSeconds + 10)
    // Without the signal, a write beyond the file size limit fails with an error message.
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
    // Skips paths that do not exist.
    for path in readable { _ = gazecut_landlock_allow(ruleset, version, path, 0) }
    for path in Self.devices { _ = gazecut_landlock_allow(ruleset, version, path, 1) }
    for path in listable { _ = gazecut_landlock_allow(ruleset, version, path, 2) }
    for path in writable { _ = gazecut_landlock_allow(ruleset, version, path, isShared ? 3 : 1) }
    return gazecut_landlock_enter(ruleset) == 0
  }

  /// System folders with programs, libraries and their data, but no files of users.
  ///
  /// /proc is readable as a whole. Its inodes change, and libdispatch traps if it cannot read about
  /// its own threads. A sandboxed process cannot read the memory or environment of other processes.
  static let system = [
    "/usr", "/lib", "/lib64", "/opt", "/nix/store", "/etc/fonts", "/etc/alternatives",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/OpenCL",
    "/etc/vulkan", "/etc/drirc", "/proc", "/sys", "/var/cache/fontconfig",
  ]

  /// Filters the environment of a sandboxed process.
  ///
  /// It keeps the folders of fonts, drivers and temporary files, the language, and options of the
  /// dynamic linker, sanitizers and libfaketime.
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

  /// Devices that libraries open, if their file permissions allow it.
  private static var devices: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    let graphics = names.filter { $0.hasPrefix("nvidia") || $0 == "dri" }
    return (["null", "zero", "random", "urandom"] + graphics).map { "/dev/" + $0 }
  }

  /// Font folders of the user, and those in the configuration of fontconfig.
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

  /// Folders in the configuration files of fontconfig (`<dir>/srv/fonts</dir>`).
  private static func configured(_ named: [String]) -> [String] {
    let manager = FileManager.default
    let folder = "/etc/fonts/conf.d/"
    let parts = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).map { folder + $0 }
    let files = ["/etc/fonts/fonts.conf", "/etc/fonts/local.conf"] + parts + named
    return files.flatMap { file -> [String] in
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
      // Searches the text instead of parsing XML, because every child process does this at its
      // start.
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
