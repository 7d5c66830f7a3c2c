#include "hidden.hpp"

#include "permissions.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <set>
#include <string_view>

namespace exec::sandbox {

using namespace toolkit;

namespace {

constexpr std::array in_a_home {".ssh", ".aws", ".azure", ".gnupg", ".netrc", ".docker", ".kube",
    ".config/gh", ".config/hub", ".config/glab-cli", ".config/gcloud", ".config/doctl",
    ".config/op", ".config/rclone", ".config/git/credentials", ".git-credentials", ".npmrc",
    ".yarnrc.yml", ".pypirc", ".gem/credentials", ".cargo/credentials", ".cargo/credentials.toml",
    ".m2/settings.xml", ".m2/settings-security.xml", ".gradle/gradle.properties",
    ".composer/auth.json", ".terraform.d/credentials.tfrc.json", ".vault-token", ".pgpass",
    ".my.cnf", ".s3cfg", ".boto", ".oci", ".password-store", ".local/share/keyrings",
    ".local/share/kwalletd", ".config/google-chrome", ".config/chromium", ".mozilla",
    ".thunderbird", ".claude", ".claude.json", ".codex", ".bash_history", ".zsh_history",
    ".psql_history", ".mysql_history", ".config/agentcli", ".local/state/agentcli",
    ".cache/agentcli"};

// Other locations of these directories, by the variables of the XDG Base Directory Specification.
struct Base {
    const char* variable;
    std::string_view in_home;
};
constexpr std::array bases {Base {"XDG_CONFIG_HOME", ".config/"},
    Base {"XDG_STATE_HOME", ".local/state/"}, Base {"XDG_CACHE_HOME", ".cache/"},
    Base {"XDG_DATA_HOME", ".local/share/"}};

// Root can read these without a capability, too, since it owns them.
constexpr std::array of_the_system {"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-",
    "/etc/sudoers", "/etc/sudoers.d", "/etc/ssl/private", "/etc/ssh/ssh_host_rsa_key",
    "/etc/ssh/ssh_host_ecdsa_key", "/etc/ssh/ssh_host_ed25519_key", "/etc/krb5.keytab",
    "/etc/kubernetes", "/var/lib/kubelet", "/run/secrets", "/run/credentials", "/sys/kernel/debug",
    "/sys/kernel/tracing"};

// Places that the kernel shows mostly to root alone. They are hidden from commands that run as
// root.
constexpr std::array of_the_machine {"/sys/kernel/slab", "/sys/kernel/mm/damon", "/sys/fs/pstore",
    "/sys/firmware", "/sys/devices/virtual/dmi"};

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t end = 0; end != std::string_view::npos;
         text.remove_prefix(end == std::string_view::npos ? 0 : end + 1)) {
        end = text.find(separator);
        parts.push_back(text.substr(0, end));
    }
    return parts;
}

// Reads /etc/passwd itself: getpwuid(3) loads shared libraries, which a static program cannot do.
std::string home_by_passwd(uid_t user)
{
    const File file(open("/etc/passwd", O_RDONLY | O_CLOEXEC));
    if (!file)
        return {};
    const std::string own = std::to_string(user);
    const std::string text = system::read_range(file, "the list of users", 0, 4 << 20);
    for (const std::string_view line : split(text, '\n')) {
        const auto fields = split(line, ':');
        if (fields.size() == 7 && fields[2] == own)
            return std::string(fields[5]);
    }
    return {};
}

// Returns the places outside the home directory to which variables move the user's .config/gh etc.
std::vector<std::string> places_by_bases()
{
    std::vector<std::string> places;
    for (const Base& base : bases)
        if (const char* directory = std::getenv(base.variable);
            directory != nullptr && *directory == '/')
            for (const std::string_view name : in_a_home)
                if (name.starts_with(base.in_home))
                    places.push_back(std::string(directory) + "/"
                        + std::string(name.substr(base.in_home.size())));
    if (const char* running = std::getenv("XDG_RUNTIME_DIR"); running != nullptr && *running == '/')
        places.push_back(std::string(running) + "/agentcli");
    return places;
}

std::string existing_path(
    const std::string& flag, const std::string& path, const Workspace& workspace)
{
    const std::string what = "a path given by " + flag;
    std::string resolved = path_of_flag(what, path, workspace);
    if (resolved.empty())
        throw ToolError(Code::bad_request, system::system_error(what + " can't be found").message);
    return resolved;
}

}

std::vector<std::string> paths_to_hide(const std::vector<std::string>& hidden,
    const std::vector<std::string>& shown, uid_t user, const Workspace& workspace)
{
    std::set<std::string> found;
    const auto hide = [&](const std::string& path) {
        if (access(path.c_str(), R_OK) == 0)
            found.insert(real_path(path));
    };
    const char* home = std::getenv("HOME");
    for (const std::string& place :
        std::set<std::string> {home != nullptr ? home : "", home_by_passwd(user)})
        for (const char* name : in_a_home)
            if (place.starts_with('/'))
                hide(place + "/" + name);
    for (const std::string& path : places_by_bases())
        hide(path);
    hide("/run/user/" + std::to_string(user) + "/agentcli");
    for (const char* path : of_the_system)
        hide(path);
    if (user == 0)
        for (const char* path : of_the_machine)
            hide(path);
    // The undo store contains what was removed.
    hide(workspace.root_path() + "/.agentcli/undo");
    for (const std::string& path : hidden)
        found.insert(existing_path("--hide", path, workspace));
    found.erase("");
    for (const std::string& path : shown)
        found.erase(path);
    return {found.begin(), found.end()};
}

std::vector<std::string> paths_to_show(
    const std::vector<std::string>& shown, const Workspace& workspace)
{
    std::vector<std::string> result;
    result.reserve(shown.size());
    for (const std::string& path : shown)
        result.push_back(existing_path("--show", path, workspace));
    return result;
}

std::vector<std::string> paths_to_write(
    const std::vector<std::string>& written, const Workspace& workspace)
{
    std::set<std::string> found;
    for (const std::string& path : written) {
        struct stat status { };
        const std::string existing = existing_path("--write", path, workspace);
        if (stat(found.insert(existing).first->c_str(), &status) != 0
            || !(S_ISDIR(status.st_mode) || S_ISREG(status.st_mode)))
            throw ToolError(Code::bad_request,
                "--write was given a path that is neither a directory nor a regular file");
    }
    return {found.begin(), found.end()};
}

}
