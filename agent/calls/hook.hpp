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

// Time at which a hook runs: before a call, which the hook can deny; after a call; or when a turn
// would end with an answer, and the hook can make the turn continue.
enum class HookEvent { before_call, after_call, on_stop };

// Returns the name of the event in configuration files, such as "before-call".
std::string_view name_of(HookEvent event);

// Returns the name of the event in the hook's input (`hook_event_name`), such as "PreToolUse".
std::string_view wire_name(HookEvent event);

enum class HookSandbox { read_only, workspace_write, none };

// A program that the operator configured to run at an event.
struct Hook {
    HookEvent event = HookEvent::before_call;
    std::string name = {}; // for messages and the audit trail
    std::vector<std::string> command = {}; // argv; never empty
    std::vector<std::string> patterns = {}; // globs of the tools it runs for; empty: all tools
    HookSandbox sandbox = HookSandbox::read_only;
    std::chrono::milliseconds timeout {10'000};
    std::string source = {}; // path of the file that declares it, for messages
    bool is_of_workspace = false; // true if that file belongs to the workspace, not to the user

    // Returns true if the hook runs for calls of this tool.
    bool is_about(const std::string& tool) const;
};

// A file that declares hooks.
struct HookFile {
    std::string path; // for messages
    std::string directory = {}; // base of relative program paths; empty: the current directory
    std::string home = {}; // replaces "~" in "~/PROGRAM"; empty: it is not replaced
    bool is_of_workspace = false; // true: its hooks cannot turn the sandbox off
};

constexpr std::size_t max_hooks = 16; // maximum number of hooks of one event in one file

// Reads the value of `hooks`: {"before-call": [{"command": […], "tools"?, "name"?, "sandbox"?,
// "timeout"?}], "after-call": […], "on-stop": […]}. Returns an empty list for null. Throws
// BAD_REQUEST naming the file, the entry and the error.
std::vector<Hook> hooks_in(const Json& hooks, const HookFile& file);

// Maximum bytes of a note, a reason or a failure of a hook; longer text is cut.
constexpr std::size_t max_hook_text = 4 << 10;

// Reply of a hook. If a before-call hook fails, its call is denied as well.
struct HookReply {
    bool denies = false; // before-call: denies the call; on-stop: continues the turn
    bool asks = false; // before-call: the operator has to be asked about the call
    std::string reason = {}; // reason for the denial, or the message that continues the turn
    std::string note = {}; // note for the model; may be empty
    std::string failure = {}; // error that makes the reply unusable; empty if it is usable
};

// Returns the reply of a hook that exited with this status: 0 for a reply in `output`, 2 for a
// denial (after-call: a note) with the text in `errors`; any other status is a failure. Output that
// is not a JSON object is ignored. Strings are neither cut nor redacted.
HookReply read_hook_reply(
    HookEvent event, int status, const std::string& output, const std::string& errors);

// Returns the reply of a hook whose process had this outcome. `launched` is the line that the
// launcher of the sandbox reported, empty if it reported none, or null if there was no launcher.
// Strings of the reply are valid UTF-8 and have at most 4 KiB; longer ones are redacted, then cut.
HookReply hook_reply_of(const Hook& hook, const Outcome& outcome, const std::string* launched,
    const redaction::Redaction& redaction);

}
