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

// How the answer contains the output of a command.
enum class Streams { separate, interleaved };
constexpr auto choices(Streams)
{
    using tool::Choice;
    return std::array {
        Choice {Streams::separate, "separate"}, Choice {Streams::interleaved, "interleaved"}};
}

// Role of this process for commands in the background. The runner sets it.
enum class Role { none, use, serve };
constexpr auto choices(Role)
{
    using tool::Choice;
    return std::array {
        Choice {Role::none, "none"}, Choice {Role::use, "use"}, Choice {Role::serve, "serve"}};
}

struct Request {
    // set by the model
    std::string command; // line for sh
    std::string program; // alternatively, a program
    std::vector<std::string> arguments;
    std::string directory = ".";
    std::map<std::string, std::string> variables;
    std::string input;
    std::int64_t seconds = 30;
    // the time limit, if it is not a whole number of seconds
    std::optional<std::int64_t> milliseconds;
    Streams streams = Streams::separate;
    std::int64_t max_output = 64 << 10;
    // Numbers of undo steps. The changes that the command makes to their files are recorded.
    std::vector<std::string> recorded_steps;
    bool is_live = false; // output is also copied to stderr as it arrives

    // set by the model, for commands in the background
    std::optional<std::string> name; // empty string: choose a name
    std::string awaited_text;
    bool awaits_end = false;
    bool stops = false;
    bool closes_input = false;
    bool lists = false;

    // set by the operator
    Role role = Role::none;
    sandbox::Policy policy = sandbox::Policy::workspace_write;
    sandbox::Network network = sandbox::Network::off;
    bool unix_sockets = false;
    std::string temporary;
    std::vector<std::string> hidden;
    std::vector<std::string> shown;
    std::vector<std::string> written;
    std::string cache; // cache directory of a launched command
    std::optional<std::int64_t> report; // file descriptor for the report of a launched command
    bool hides_secrets = false; // for a launched command: hide files with secrets in the workspace
    bool hides_workspace = false; // for a launched command: --hide names the root
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
    std::string checkpoint; // private git directory; empty if there are no checkpoints

    // set by prepare()
    std::shared_ptr<checkpoint::GitHelper> git; // null if there are no checkpoints
    std::shared_ptr<const File> own_directory; // locked
    git::UserConfigs configs_of_user; // the user's git configuration
    sandbox::Enclosed enclosed;
};

}
