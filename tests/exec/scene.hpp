#pragma once

#include "tools/exec/sandbox/enclosure.hpp"
#include "tools/exec/view/protection.hpp"

#include "toolkit/system/error.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

using namespace exec::sandbox;
using namespace exec::view;
using namespace toolkit::system;
using namespace toolkit::workspace;

// Who makes an attempt: everything in the scene is theirs. `nobody` only where the test runs as
// root.
enum class User { self, nobody };

constexpr uid_t id_of_nobody = 65534;

// Of a system call's result; 0 where it did what it was asked.
inline int error_of(long result) { return result < 0 ? errno : 0; }

// What an attempt can aim at: a workspace, a file outside it, a home with a key in it, the
// command's supervisors.
class Scene {
public:
    explicit Scene(User user)
        : base("/var/tmp/exec-scene-XXXXXX") // a command has another /tmp
    {
        if (mkdtemp(base.data()) == nullptr)
            throw system_error("cannot make a scene");
        for (const char* folder :
            {"workspace/.git/hooks", "workspace/nested/.git/hooks", "workspace/.agentcli",
                "workspace/guarded/inner", "outside", "home/.ssh", "home/private",
                "home/.local/state/agentcli", "home/.config/agentcli", "home/cache/agentcli"})
            std::filesystem::create_directories(base + "/" + folder);
        for (const char* file : {"workspace/file", "workspace/.git/config", "workspace/.git/HEAD",
                 "workspace/guarded/inner/file", "outside/file", "home/.ssh/id", "home/.netrc",
                 "home/private/file", "home/notes", "home/.local/state/agentcli/session",
                 "home/.config/agentcli/config.json", "home/cache/agentcli/answer"})
            std::ofstream(base + "/" + file) << "kept\n";
        std::filesystem::create_symlink(outside("file"), in_workspace("link"));
        mkfifo(outside("pipe").c_str(), S_IRUSR | S_IWUSR);
        (void)!mknod(outside("zero").c_str(), S_IFCHR | S_IRUSR,
            makedev(1, 5)); // by root alone: has_device()
        std::filesystem::create_hard_link(outside("file"), in_workspace("other-name"));
        if (user == User::nobody)
            give_away();
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (bind(service.descriptor(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0
            || listen(service.descriptor(), 1) != 0)
            throw system_error("cannot serve");
        const sockaddr_un local = local_address();
        if (bind(
                local_service.descriptor(), reinterpret_cast<const sockaddr*>(&local), sizeof local)
                != 0
            || listen(local_service.descriptor(), 1) != 0)
            throw system_error("cannot serve");
        if (user == User::nobody)
            lchown(local.sun_path, id_of_nobody, id_of_nobody);
    }

    ~Scene()
    {
        std::error_code ignored;
        std::filesystem::remove_all(base, ignored);
    }

    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    std::string in_workspace(const std::string& name) const { return base + "/workspace/" + name; }
    std::string outside(const std::string& name) const { return base + "/outside/" + name; }
    std::string home(const std::string& name) const { return base + "/home/" + name; }

    bool has_device() const { return std::filesystem::exists(outside("zero")); }

    // Where the scene listens, and never answers.
    std::uint16_t port() const
    {
        sockaddr_in address {};
        socklen_t size = sizeof address;
        getsockname(service.descriptor(), reinterpret_cast<sockaddr*>(&address), &size);
        return ntohs(address.sin_port);
    }

    // Where it listens for programs of this machine.
    sockaddr_un local_address() const
    {
        sockaddr_un address {};
        address.sun_family = AF_UNIX;
        outside("service").copy(&address.sun_path[0], sizeof address.sun_path - 1);
        return address;
    }

    // Known in the command.
    pid_t tool = 0;
    pid_t supervisor = 0;
    std::string temporary;

private:
    void give_away() const
    {
        lchown(base.c_str(), id_of_nobody, id_of_nobody);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(base))
            lchown(entry.path().c_str(), id_of_nobody, id_of_nobody);
    }

    std::string base;
    File service {socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    File local_service {socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
};

// 0 where it succeeded, else its errno.
using Attempt = int (*)(const Scene&);

constexpr int could_not_be_confined = 200;

inline int status_of(const std::function<int()>& body)
{
    try {
        return body();
    } catch (const ToolError& error) {
        return error.code == Code::sandbox_unavailable ? could_not_be_confined
                                                       : could_not_be_confined + 1;
    }
}

// The exit status of a child that runs `body`.
inline int status_of_child(const std::function<int()>& body)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(status_of(body));
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline void become(User user)
{
    if (user == User::nobody
        && (setgroups(0, nullptr) != 0 || setgid(id_of_nobody) != 0 || setuid(id_of_nobody) != 0))
        throw system_error("cannot become another user");
    // Another user's process can't be traced by anybody, which would hide who is kept from it by
    // the sandbox.
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

// An enclosed tool, in a process of its own: what `attempt` comes to in its command.
class Enclosing {
public:
    Enclosing(Scene& scene, const Permissions& permissions, Level level)
        : scene(scene)
        , permissions(permissions)
        , workspace({.root = scene.in_workspace(""), .protect = {"guarded/inner/file"}})
        , temporary(std::make_shared<TemporaryDirectory>())
    {
        if (level == Level::namespaces)
            make_protectable(workspace);
        if (level == Level::landlock)
            temporary->make(permissions.account);
        enclosure = std::make_unique<Enclosure>(permissions, workspace, temporary, level);
        scene.temporary = enclosure->temporary_path();
    }

    ~Enclosing() { temporary->remove(); }
    Enclosing(const Enclosing&) = delete;
    Enclosing& operator=(const Enclosing&) = delete;

    int outcome(Attempt attempt)
    {
        return enclosure->level() == Level::namespaces ? with_init(attempt)
                                                       : with_supervisor(attempt);
    }

private:
    int in_command(Attempt attempt)
    {
        scene.supervisor = getpid();
        return status_of_child([&] {
            enclosure->enter_command(scene.supervisor);
            return attempt(scene);
        });
    }

    int with_supervisor(Attempt attempt)
    {
        enclosure->fill_rulesets();
        enclosure->enter_tool();
        return status_of_child([&] {
            enclosure->enter_supervisor();
            return in_command(attempt);
        });
    }

    int with_init(Attempt attempt)
    {
        std::array<int, 2> go {};
        if (pipe(go.data()) != 0)
            throw system_error("cannot make a pipe");
        const Namespaces namespaces(permissions.network);
        const pid_t init = namespaces.fork_into();
        if (init == 0)
            _exit(status_of([&] {
                enclosure->enter_init(namespaces);
                char byte = 0;
                return read(go[0], &byte, 1) == 1 ? in_command(attempt) : could_not_be_confined;
            }));
        enclosure->fill_rulesets();
        enclosure->enter_tool();
        int status = 0;
        if (write(go[1], "", 1) != 1 || waitpid(init, &status, 0) != init || !WIFEXITED(status))
            return could_not_be_confined;
        return WEXITSTATUS(status);
    }

    Scene& scene;
    const Permissions& permissions;
    const Workspace workspace;
    std::shared_ptr<TemporaryDirectory> temporary;
    std::unique_ptr<Enclosure> enclosure;
};

// What `attempt` comes to in a command under `permissions`, with a tool and a supervisor above it
// as exec has them.
inline int outcome_in_command(
    const Permissions& permissions, Level level, User user, Attempt attempt)
{
    Scene scene(user);
    return status_of_child([&] {
        become(user);
        setenv("HOME", scene.home("").c_str(), 1);
        setenv("XDG_CACHE_HOME", scene.home("cache").c_str(), 1);
        scene.tool = getpid();
        Permissions named = permissions;
        for (std::string& path : named.hidden)
            path = scene.home(path);
        for (std::string& path : named.shown)
            path = scene.home(path);
        for (std::string& path : named.written)
            path = scene.home(path);
        const File input(open(scene.outside("file").c_str(), O_RDONLY | O_CLOEXEC));
        if (dup2(input.descriptor(), STDIN_FILENO) < 0) // as the launcher leaves it to a command
            throw system_error("cannot redirect stdin");
        return Enclosing(scene, named, level).outcome(attempt);
    });
}

// A container may have none for this user.
inline bool has_namespaces(User user)
{
    return outcome_in_command({}, Level::namespaces, user, [](const Scene&) { return 0; }) == 0;
}
