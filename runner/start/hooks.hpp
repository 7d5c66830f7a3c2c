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

// The hooks that are configured: those of the user's config.json, then those of
// ./.agentcli/hooks.json, which are used only if the operator trusts its bytes.
struct FoundHooks {
    std::vector<calls::Hook> hooks = {}; // that run
    std::vector<calls::Hook> untrusted = {};
    std::vector<std::string> notes = {}; // lines for the operator

    // Returns the programs of `hooks` and the files that their arguments name, as those of the
    // manifest are found: tools must not change them. A program that does not exist is among them.
    std::vector<std::string> files() const;
};

// Throws BAD_REQUEST if `hooks` of the user's config is malformed. A file of the workspace that is
// malformed or not trusted is a note.
FoundHooks find_hooks(const options::ConfigFiles& files);

// "guard: /usr/bin/guard --strict; exec, fs_*": what a list for the operator shows of a hook.
std::string text_of(const calls::Hook& hook);

// What `agentcli trust .agentcli/hooks.json` shows.
extern const terminal::TrustedKind trusted_hooks;

struct HookSurroundings {
    const manifest::ToolSelection& tools; // whose manifest names the launcher
    const std::string& run; // its name in the audit
    const redaction::Redaction& redaction;
    std::function<void(std::string_view text)> note;
};

// Null if there are no hooks. Passes on the notes of `found`. Throws BAD_REQUEST, also if the
// manifest cannot be used or names no launcher that a hook needs.
std::unique_ptr<calls::Hooks> make_hooks(FoundHooks found, const HookSurroundings& by);

}
