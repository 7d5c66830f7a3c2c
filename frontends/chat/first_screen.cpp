#include "frontends/chat/first_screen.hpp"

#include "agent/session/session.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/git_branch.hpp"
#include "frontends/chat/local_time.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <ctime>

namespace frontends::chat {

using namespace toolkit;

// Returns the effects of the tool that runs commands; null if no tool does.
static Json effects_of_commands(ChatEngine& talk)
try {
    if (talk.has_engine()) {
        for (const auto* tool : talk.ready_engine().tools())
            if (json::member(tool->effects, "programs") == true)
                return tool->effects;
        return {};
    }
    for (const auto& tool : manifest::choose_tools(talk.config.tools).tools)
        if (json::member(tool.effects, "programs") == true)
            return tool.effects;
    return {};
} catch (const ToolError&) { // the tools cannot be chosen; the first message reports why
    return {};
}

SandboxWords sandbox_of_commands(ChatEngine& talk)
{
    const Json effects = effects_of_commands(talk);
    if (!effects.is_object())
        return {};
    const std::string sandbox = json::string_member(effects, "sandbox");
    const std::string network = json::string_member(effects, "network");
    const std::string more = network.empty() ? "" : ", network " + network;
    if (sandbox.empty() || sandbox == "none")
        return {"commands are not confined", true};
    if (sandbox == "landlock")
        return {"commands run without namespaces here: Landlock only" + more, true};
    return {(sandbox == "namespaces" ? "commands run in namespaces" : "commands run in a sandbox")
            + more,
        false};
}

static std::string words_of_mode(const channel::ChatHello& hello)
{
    const std::string_view mode = channel::word_of(hello.approve);
    const std::string who = hello.model.empty() ? "you are asked " : "asks ";
    if (mode == "changes")
        return who + "before changes";
    if (mode == "always")
        return who + "before each call";
    if (mode == "edits")
        return who + "before commands, not before edits";
    if (mode == "plan")
        return "changes nothing: the mode is plan";
    return hello.model.empty() ? "you are not asked before changes" : "never asks before changes";
}

// Returns how to continue a session; empty if it was not held in the directory of the chat.
static std::string words_of_session(
    const ChatEngine& talk, const File& directory, const std::string& name)
{
    const auto lines = session::read_lines(session::read_session(directory, name));
    if (lines.chat.workspace != talk.workspace)
        return {};
    session::SessionEntry entry {.name = name};
    for (const auto& message : lines.history.messages())
        if (entry.prompt.empty() && message->role == model::Role::user)
            entry.prompt = message->text();
    return entry.prompt.empty() ? std::string()
                                : "/resume continues \"" + title_of_session(talk, entry) + "\"";
}

// Looks for the latest session of the directory among the five latest ones.
static std::string words_of_earlier(const ChatEngine& talk)
try {
    static constexpr std::size_t max_files = 5;
    static constexpr std::size_t max_bytes = 1 << 20;
    const File directory = session::open_session_directory();
    const auto files = session::list_session_files(directory);
    for (std::size_t at = 0; at < std::min(files.size(), max_files); ++at) {
        if (files[at].bytes > max_bytes)
            continue;
        if (const auto words = words_of_session(talk, directory, files[at].name); !words.empty()) {
            const std::time_t changed = seconds_of(files[at].changed);
            return words + " (" + local_time(changed, std::time(nullptr)) + ")";
        }
    }
    return {};
} catch (const ToolError&) { // the chat begins without it
    return {};
}

void describe_place(ChatEngine& talk, channel::ChatHello& hello)
{
    hello.directory = with_tilde(talk.workspace);
    hello.branch = git_branch(talk.workspace);
    if (const SandboxWords words = sandbox_of_commands(talk); !words.text.empty())
        (words.is_warning ? hello.warnings : hello.facts).push_back(words.text);
    hello.facts.push_back(words_of_mode(hello));
    if (hello.directory == "~")
        hello.warnings.emplace_back("this directory is your home: start in a project");
    if (talk.keeps_sessions() && !hello.session)
        hello.earlier = words_of_earlier(talk);
}

}
