#pragma once

#include "agent/calls/process.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// When a hook runs: before a call, which it may deny; after a call; when a turn would end with an
// answer, which it may continue.
enum class HookEvent { before_call, after_call, on_stop };

// "before-call", as a configuration has it.
std::string_view name_of(HookEvent event);

// "PreToolUse", as the hook's input has it (`hook_event_name`).
std::string_view wire_name(HookEvent event);

enum class HookSandbox { read_only, workspace_write, none };

// A program of the operator that a run asks.
struct Hook {
    HookEvent event = HookEvent::before_call;
    std::string name = {}; // for messages and the audit
    std::vector<std::string> command = {}; // argv; never empty
    std::vector<std::string> patterns = {}; // globs: which tools it is about; empty: all
    HookSandbox sandbox = HookSandbox::read_only;
    std::chrono::milliseconds timeout {10'000};
    std::string source = {}; // the file that declares it, for messages
    bool is_of_workspace = false;

    bool is_about(const std::string& tool) const;
};

// The file that hooks are read from.
struct HookFile {
    std::string path; // for messages
    std::string directory = {}; // of the user's: relative programs are beneath it
    std::string home = {}; // "~/" in a program; empty: there is none
    bool is_of_workspace = false; // its hooks cannot leave the sandbox
};

constexpr std::size_t max_hooks = 16; // of an event, in one file

// Reads the value of `hooks`: {"before-call": [{"command": […], "tools"?, "name"?, "sandbox"?,
// "timeout"?}], "after-call": […], "on-stop": […]}; null has none. Throws BAD_REQUEST naming the
// file, the entry and what is wrong with it.
std::vector<Hook> hooks_in(const Json& hooks, const HookFile& file);

// What is kept of a note, or of the reason of a denial.
constexpr std::size_t max_hook_text = 4 << 10;

// What a hook has replied. A failure of a before-call hook denies the call, too.
struct HookReply {
    bool denies = false; // of after-call: not set; of on-stop: the turn goes on
    bool asks = false; // the operator is to be asked about the call
    std::string reason = {}; // of a denial, or what the model is told when the turn goes on
    std::string note = {}; // for the model; empty: none
    std::string failure = {}; // why the reply cannot be used; empty if it can
};

// Reads the reply of a hook that has ended by itself with this status. Of stdout only an object in
// JSON counts. Texts are as the hook has written them.
HookReply read_hook_reply(
    HookEvent event, int status, const std::string& output, const std::string& errors);

// Reads the reply from how the hook's process has ended. `launched` is what its launcher has
// reported, one line; empty if there was none. Texts are valid UTF-8, at most 4 KiB, and redacted
// before they are cut.
HookReply hook_reply_of(const Hook& hook, const Outcome& outcome, const std::string* launched,
    const redaction::Redaction& redaction);

}
