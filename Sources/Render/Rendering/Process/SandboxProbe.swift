import CProcess
import EditDecisions
import Foundation
import Glibc
import Support

/// Tests which accesses the sandbox blocks on this machine.
package struct SandboxProbe: Codable, Sendable {
  var cage: Sandbox
  /// An existing file outside the sandbox.
  var stranger: String
  /// A TCP port of this host with a listening server; 0 if there is none.
  var port: UInt16
  /// The ID of the process that started the test.
  var asker = getpid()

  /// An access that the sandbox should block.
  package enum ForbiddenAccess: String, Codable, Sendable, CaseIterable {
    case reading = "other files"
    case writing = "other folders"
    case network = "the network"
    /// A socket of any kind: Unix (named or unnamed), or datagram.
    case sockets = "sockets"
    /// Sending a signal to the parent process, with any system call, or changing its limits.
    case signals = "other processes"
    case modes = "modes and owners of files"
    /// A variable that is not on the list.
    case environment = "the environment"
    case programs = "other programs"
    /// Allocating more memory than the limit.
    case memory = "unlimited memory"
  }

  /// A sandbox that may only write to one folder.
  static func writingOnly(_ folder: String) -> Sandbox {
    Sandbox(
      readable: Sandbox.system, writable: [folder], memory: 64_000_000_000, processorSeconds: 60,
      fileSize: 1_000_000)
  }

  /// Attempts every access from inside the sandbox, and returns the blocked ones.
  func refused() -> [ForbiddenAccess] { ForbiddenAccess.allCases.filter { !isAccessPossible($0) } }

  private func isAccessPossible(_ reach: ForbiddenAccess) -> Bool {
    switch reach {
    case .reading: return isOpenDescriptor(open(stranger, O_RDONLY | O_CLOEXEC))
    case .writing:
      return isOpenDescriptor(open(stranger + ".new", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    case .network: return isConnected(port)
    case .sockets:
      return [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK].contains { family in
        [SOCK_STREAM, SOCK_DGRAM].contains {
          isOpenDescriptor(socket(family, Int32($0.rawValue), 0))
        }
      }
    case .signals: return kill(asker, 0) == 0 || gazecut_reach(asker) == 0
    case .modes: return chmod(stranger, 0o644) == 0
    case .environment:
      let all = ProcessInfo.processInfo.environment
      return Sandbox.environment(of: all).count < all.count
    case .programs: return hasStarted("/bin/true")
    case .memory:
      let found = mmap(
        nil, cage.memory, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      return found != MAP_FAILED
    }
  }

  /// Whether `open` or `socket` returned a descriptor, which is closed again.
  private func isOpenDescriptor(_ descriptor: Int32) -> Bool {
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  private func isConnected(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Self.withLoopback(port) { connect(descriptor, $0, $1) } == 0
  }

  private static func withLoopback(
    _ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private func hasStarted(_ program: String) -> Bool {
    var child: pid_t = 0
    let name = strdup(program)
    defer { free(name) }
    guard posix_spawn(&child, program, nil, nil, [name, nil], nil) == 0 else { return false }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    // The child exits with an error if the program could not be executed.
    return status == 0
  }

  /// Returns the accesses that a worker's sandbox blocks; `nil` if the test could not run.
  package static func outcome(_ program: String = ChildProcess.ownExecutable) async
    -> [ForbiddenAccess]?
  {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.path + "/gazecut-cage-" + UUID().uuidString
    defer { try? manager.removeItem(atPath: folder) }
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    // A service manager may forbid all network sockets. Then there is no server to test with.
    let hasNetwork = server >= 0 || errno != EAFNOSUPPORT
    do {
      try manager.createDirectory(atPath: folder + "/own", withIntermediateDirectories: true)
      try Data("not yours".utf8).write(to: URL(fileURLWithPath: folder + "/stranger"))
      guard let port = hasNetwork ? listen(server) : 0 else { return nil }
      let trial = SandboxProbe(
        cage: writingOnly(folder + "/own"), stranger: folder + "/stranger", port: port)
      let answer = try await BlockingCallThread.run { isCancelled in
        let child = try ChildProcess(program)
        child.send(try SingleLineJSON.encode(WorkerTask.trial(trial)))
        return try child.answer(
          of: "the sandboxed worker", ChildProcess.Timeouts(), isCancelled, hear: { _ in })
      }
      return try SingleLineJSON.decode([ForbiddenAccess].self, from: answer)
    } catch {
      return nil
    }
  }

  /// Listens on the loopback interface.
  private static func listen(_ server: Int32) -> UInt16? {
    let bound = withLoopback(0) { address, length in
      var length = length
      guard bind(server, address, length) == 0, Glibc.listen(server, 1) == 0,
        getsockname(server, address, &length) == 0
      else { return -1 }
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Int32(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
    return UInt16(exactly: bound)
  }
}
