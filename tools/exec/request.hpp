#pragma once

#include "tools/exec/checkpoint/git_helper.hpp"
#include "tools/exec/git/git_config.hpp"
#include "tools/exec/sandbox/landlock_rules.hpp"
#include "tools/exec/sandbox/permissions.hpp"

#include "toolkit/tool/member_place.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace exec {

using namespace toolkit;

// How the output of a command is answered.
enum class Streams { separate, interleaved };
constexpr auto choices(Streams)
{
    using tool::Choice;
    return std::array {
        Choice {Streams::separate, "separate"}, Choice {Streams::interleaved, "interleaved"}};
}

// What this process is to commands in the background. The runner says so.
enum class Role { none, use, serve };
constexpr auto choices(Role)
{
    using tool::Choice;
    return std::array {
        Choice {Role::none, "none"}, Choice {Role::use, "use"}, Choice {Role::serve, "serve"}};
}

struct Request {
    // the model's
    std::string command; // a line for sh
    std::string program; // or a program
    std::vector<std::string> arguments;
    std::string directory = ".";
    std::map<std::string, std::string> variables;
    std::string input;
    std::int64_t seconds = 30;
    std::optional<std::int64_t> milliseconds; // the same, if it is not a number of seconds
    Streams streams = Streams::separate;
    std::int64_t max_output = 64 << 10;
    // Numbers of steps of undo: what the command does to their files is recorded.
    std::vector<std::string> recorded_steps;
    bool is_live = false; // output is also copied to stderr as it arrives

    // of commands in the background
    std::optional<std::string> name; // empty: any
    std::string awaited_text;
    bool awaits_end = false;
    bool stops = false;
    bool closes_input = false;
    bool lists = false;

    // the operator's
    Role role = Role::none;
    sandbox::Policy policy = sandbox::Policy::workspace_write;
    sandbox::Network network = sandbox::Network::off;
    bool unix_sockets = false;
    std::string temporary;
    std::vector<std::string> hidden;
    std::vector<std::string> shown;
    std::vector<std::string> written;
    std::string cache; // of a launched command
    std::optional<std::int64_t> report; // a descriptor, of the launcher
    bool hides_secrets = false; // of a launched command: files in the workspace
    bool hides_workspace = false; // of a launched command: --hide names the root
    sandbox::RunAs user = sandbox::RunAs::self;
    std::int64_t memory = 0;
    std::int64_t cpu_seconds = 0;
    std::int64_t processes = 0;
    std::int64_t file_size = 0;
    std::int64_t max_temporary = std::int64_t {2} << 30;
    std::optional<sandbox::Required> required;
    std::vector<std::string> passed_variables;
    std::int64_t max_spill = 1 << 30;
    std::int64_t max_kept = std::int64_t {4} << 30;
    std::string checkpoint; // a private git directory; empty: there are no checkpoints

    // Since prepare().
    std::shared_ptr<checkpoint::GitHelper> git; // null: there are no checkpoints
    std::shared_ptr<const File> own_directory; // locked
    git::UserConfigs configs_of_user; // of git
    sandbox::Enclosed enclosed;
};

}
