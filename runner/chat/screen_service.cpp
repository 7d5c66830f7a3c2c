#include "runner/chat/screen_service.hpp"

#include "runner/chat/editor.hpp"
#include "runner/chat/slash_table.hpp"
#include "runner/chat/talk.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/system/error.hpp"

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace runner::chat {

using namespace toolkit;

static std::string variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr ? value : "";
}

// Terminals that break their rows anew when they become narrower.
static bool reflows()
{
    if (!variable("TMUX").empty() || !variable("VTE_VERSION").empty())
        return true;
    const std::string terminal = variable("TERM");
    for (const char* name :
        {"tmux", "xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty"})
        if (terminal.starts_with(name))
            return true;
    return false;
}

Json look_of_screen(const std::string& workspace, bool is_verbose)
{
    return {{"colour", terminal::colour_of_terminals() == terminal::Colour::on}, {"notify", "bell"},
        {"tmux", !variable("TMUX").empty()}, {"reflows", reflows()},
        {"folder", std::filesystem::path(workspace).filename().string()}, {"verbose", is_verbose}};
}

// The commands whose name begins so.
static Json completions(const std::string& begun)
{
    Json items = Json::array();
    for (const auto& row : slash_table())
        if (row.name.starts_with("/" + begun))
            items.push_back({{"text", row.name}, {"summary", row.summary}});
    return items;
}

static void complete(Talk& talk, const Json& fields)
{
    const bool is_command = fields.at("kind") == "command";
    talk.channel.event("reply",
        {{"id", fields.at("id")},
            {"items", is_command ? completions(fields.at("text")) : Json::array()}});
}

static void edit(Talk& talk, const Json& fields)
{
    Json reply {{"id", fields.at("id")}};
    try {
        reply["edited"] = edited(fields.at("text"), talk.suspend_job);
    } catch (const ToolError& error) {
        reply.update({{"edited", nullptr}, {"text", error.message}, {"hint", error.hint}});
    }
    talk.channel.redacted_event("reply", reply); // what the operator has typed goes back as it is
}

void serve_screen(Talk& talk, host::Verb verb, const Json& fields)
{
    switch (verb) {
    case host::Verb::complete: return complete(talk, fields);
    case host::Verb::edit: return edit(talk, fields);
    case host::Verb::suspend: return talk.suspend_job();
    default:
        throw ToolError(Code::unsupported, "no tool of the manifest runs commands of the operator");
    }
}

}
