#pragma once

#include "agent/calls/hook_run.hpp"
#include "agent/redaction/redaction.hpp"
#include "agent/trust/trust.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/options/config_files.hpp"
#include "runner/terminal/trusted_kind.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::start {

using namespace agent;
using namespace toolkit;

// The configured hooks: those of the user's config.json, followed by those of
// ./.agentcli/hooks.json, which are used only if the operator trusts that file.
struct FoundHooks {
    std::vector<calls::Hook> hooks = {}; // hooks that are run
    std::vector<calls::Hook> untrusted = {};
    std::vector<std::string> notes = {}; // lines for the operator

    // Returns the programs of `hooks` and the files that their arguments name, which tools must not
    // change. Includes programs that do not exist.
    std::vector<std::string> files() const;
};

// Reads both files. Throws BAD_REQUEST if `hooks` of the user's config is malformed. A file of the
// workspace that is malformed or not trusted causes only a note.
FoundHooks find_hooks(const options::ConfigFiles& files);

// Returns the description of a hook for lists: "guard: /usr/bin/guard --strict; exec, fs_*".
std::string text_of(const calls::Hook& hook);

// The kind of file for `agentcli trust .agentcli/hooks.json`.
extern const terminal::TrustedKind trusted_hooks;

// What make_hooks() needs. The references are used during the call and by its result.
struct HookSurroundings {
    const manifest::ToolSelection& tools; // the manifest of these tools names the launcher
    const std::string& run; // the name of the run in the audit trail
    const redaction::Redaction& redaction;
    std::function<void(std::string_view text)> note;
};

// Returns the hooks, ready to run; null if there are none. Reports the notes in `found`. Throws
// BAD_REQUEST, also if a hook needs a launcher and the manifest is invalid or names none.
std::unique_ptr<calls::Hooks> make_hooks(FoundHooks found, const HookSurroundings& by);

}
