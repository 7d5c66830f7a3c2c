#pragma once

#include "tools/exec/enclosure.hpp"

#include "toolkit/error.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

// Who makes an attempt: everything in the scene is theirs. `nobody` only where the test runs as root.
enum class User { self, nobody };

constexpr uid_t id_of_nobody = 65534;

// What an attempt can aim at: a workspace, a file outside it, a home with a key in it, the command's keepers.
class Scene {
public:
    explicit Scene(User user)
        : base((std::filesystem::temp_directory_path() / "exec-scene-XXXXXX").string())
    {
        if (mkdtemp(base.data()) == nullptr)
            throw system_error("cannot make a scene");
        for (const char* folder : {"workspace", "outside", "home", "home/.ssh"})
            std::filesystem::create_directories(base + "/" + folder);
        for (const char* file : {"workspace/file", "outside/file", "home/.ssh/id", "home/notes"})
            std::ofstream(base + "/" + file) << "kept\n";
        std::filesystem::create_symlink(outside("file"), in_workspace("link"));
        std::filesystem::create_hard_link(outside("file"), in_workspace("other-name"));
        if (user == User::nobody)
            give_away();
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

    // Known in the command.
    pid_t tool = 0;
    pid_t keeper = 0;
    std::string temporary;

private:
    void give_away() const
    {
        lchown(base.c_str(), id_of_nobody, id_of_nobody);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(base))
            lchown(entry.path().c_str(), id_of_nobody, id_of_nobody);
    }

    std::string base;
};

// 0 where it succeeded, else its errno.
using Attempt = int (*)(const Scene&);

constexpr int could_not_be_confined = 200;

// The exit status of a child that runs `body`.
inline int status_of_child(const std::function<int()>& body)
{
    const pid_t child = fork();
    if (child == 0) {
        try {
            _exit(body());
        } catch (const ToolError& error) {
            _exit(
                error.code == Code::sandbox_unavailable ? could_not_be_confined : could_not_be_confined + 1);
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline void become(User user)
{
    if (user == User::nobody
        && (setgroups(0, nullptr) != 0 || setgid(id_of_nobody) != 0 || setuid(id_of_nobody) != 0))
        throw system_error("cannot become another user");
    // Another user's process can't be traced by anybody, which would hide who is kept from it by the sandbox.
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

// What `attempt` comes to in a command under `permissions`, with a tool and a keeper above it as exec has
// them.
inline int outcome_in_command(const Permissions& permissions, User user, Attempt attempt)
{
    Scene scene(user);
    return status_of_child([&] {
        become(user);
        setenv("HOME", scene.home("").c_str(), 1);
        scene.tool = getpid();
        const auto temporary = std::make_shared<TemporaryDirectory>();
        temporary->make();
        scene.temporary = temporary->path();
        const Workspace workspace({.root = scene.in_workspace(""), .protect = {}});
        const Enclosure enclosure(permissions, workspace, temporary);
        const int outcome = status_of_child([&] {
            scene.keeper = getpid();
            enclosure.enter_keeper();
            return status_of_child([&] {
                enclosure.enter_command(scene.keeper);
                return attempt(scene);
            });
        });
        temporary->remove();
        return outcome;
    });
}
