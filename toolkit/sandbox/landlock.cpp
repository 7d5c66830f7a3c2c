#include "toolkit/sandbox/landlock.hpp"

#include "toolkit/system/error.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace toolkit::sandbox {

namespace landlock {

namespace {

// The kernel's constants and structures (include/uapi/linux/landlock.h). The numbers of the calls
// are the same on every machine.
constexpr long create_ruleset_call = 444;
constexpr long add_rule_call = 445;
constexpr long restrict_self_call = 446;
constexpr int ask_for_version = 1;
constexpr int rule_path_beneath = 1;
constexpr int rule_net_port = 2;
constexpr std::uint64_t connect_tcp = 2;

struct [[gnu::packed]] PathBeneath {
    std::uint64_t allowed;
    std::int32_t parent;
};

struct NetPort {
    std::uint64_t allowed;
    std::uint64_t port;
};

constexpr std::uint64_t rights_of_files = execute | write_file | read_file | truncate | ioctl_dev;

std::size_t attribute_size(int abi)
{
    return abi >= 6 ? sizeof(Handled)
        : abi >= 4  ? sizeof(std::uint64_t) * 2
                    : sizeof(std::uint64_t);
}

ToolError unavailable(const std::string& step)
{
    return {Code::sandbox_unavailable,
        "the sandbox can't be had: " + step + ": " + std::strerror(errno),
        "Landlock needs Linux 5.13 or later with it enabled; the operator can accept less by "
        "--sandbox=paths"};
}

}

int abi()
{
    const long version = syscall(create_ruleset_call, nullptr, 0, ask_for_version);
    return version < 0 ? 0 : static_cast<int>(version);
}

Handled all_of(int abi)
{
    Handled handled {.files = refer - 1, .network = 0, .scopes = 0};
    if (abi >= 2)
        handled.files |= refer;
    if (abi >= 3)
        handled.files |= truncate;
    if (abi >= 4)
        handled.network = 3;
    if (abi >= 5)
        handled.files |= ioctl_dev;
    if (abi >= 6)
        handled.scopes = 3;
    if (abi >= 9)
        handled.files |= resolve_unix;
    return handled;
}

Ruleset::Ruleset(Handled wanted)
    : handled {}
    , version(std::min(landlock::abi(), 9))
{
    for (; version > 0; --version) {
        const Handled known = all_of(version);
        handled = {wanted.files & known.files, wanted.network & known.network,
            wanted.scopes & known.scopes};
        ruleset = File(
            static_cast<int>(syscall(create_ruleset_call, &handled, attribute_size(version), 0)));
        if (ruleset)
            return;
        if (errno != EINVAL && errno != E2BIG)
            throw unavailable("landlock_create_ruleset");
    }
    throw unavailable("landlock_create_ruleset");
}

void Ruleset::allow(const File& place, std::uint64_t rights)
{
    const bool is_directory = S_ISDIR(system::status_of(place, "a place of the sandbox").st_mode);
    allow_fitting(place, is_directory ? rights : fitting_a_file(rights));
}

std::uint64_t Ruleset::fitting_a_file(std::uint64_t rights) { return rights & rights_of_files; }

void Ruleset::allow_fitting(const File& place, std::uint64_t rights)
{
    const PathBeneath rule {rights & handled.files, place.descriptor()};
    if (rule.allowed != 0
        && syscall(add_rule_call, ruleset.descriptor(), rule_path_beneath, &rule, 0) != 0)
        throw unavailable("landlock_add_rule");
}

void Ruleset::allow_to_connect(std::uint16_t port)
{
    const NetPort rule {connect_tcp & handled.network, port};
    if (rule.allowed != 0
        && syscall(add_rule_call, ruleset.descriptor(), rule_net_port, &rule, 0) != 0)
        throw unavailable("landlock_add_rule");
}

void Ruleset::enforce() const
{
    if (syscall(restrict_self_call, ruleset.descriptor(), 0) != 0)
        throw unavailable("landlock_restrict_self");
}

}

}
