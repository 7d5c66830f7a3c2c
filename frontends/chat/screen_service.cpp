#include "frontends/chat/screen_service.hpp"

#include "frontends/chat/name_order.hpp"
#include "frontends/chat/slash_table.hpp"
#include "frontends/chat/talk.hpp"
#include "runner/terminal/editor.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/system/error.hpp"

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

namespace frontends::chat {

using namespace runner;
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

channel::Look look_of_screen(const Look& look, const std::string& workspace, bool is_verbose)
{
    const bool has_colour = look.color == "auto"
        ? terminal::colour_of_terminals() == terminal::Colour::on
        : look.color == "always";
    return {has_colour, channel::Document(Json(look.colours)), look.notify, look.sets_title,
        !variable("TMUX").empty(), reflows(), std::filesystem::path(workspace).filename().string(),
        is_verbose};
}

// The commands whose name begins so.
static channel::Completions completions(const std::string& begun)
{
    channel::Completions found;
    for (const auto& row : slash_table())
        if (row.name.starts_with("/" + begun))
            found.items.emplace_back(channel::CompletedCommand {row.name, row.summary});
    return found;
}

static void tell_names(
    Talk& talk, const channel::Complete& wanted, const std::vector<std::string>& names)
{
    static constexpr std::size_t max_told = 100; // of which a screen shows eight
    channel::Completions completions;
    for (auto& name : best_names(names, wanted.text, max_told))
        completions.items.emplace_back(std::move(name));
    talk.channel.screen_event(channel::Reply {wanted.id, std::move(completions)});
}

// While the names are taken, more completions may be asked for, which wait for them.
static void complete_path(Talk& talk, const channel::Complete& wanted)
{
    if (talk.names.is_taken_now())
        return talk.waiting_completions.push_back(wanted);
    std::vector<std::string> names;
    try {
        names = talk.names.names();
    } catch (const ToolError& error) {
        if (error.code == Code::unsupported)
            talk.observer.note_once("@ completes nothing: " + error.message);
    }
    tell_names(talk, wanted, names);
    for (const auto& other : std::exchange(talk.waiting_completions, {}))
        tell_names(talk, other, names);
}

static void serve(Talk& talk, const channel::Complete& wanted)
{
    if (wanted.kind == channel::Completed::path)
        return complete_path(talk, wanted);
    talk.channel.screen_event(channel::Reply {wanted.id, completions(wanted.text)});
}

static void serve(Talk& talk, const channel::EditText& wanted)
{
    channel::EditedText reply;
    try {
        reply.edited = terminal::edited(wanted.text, talk.suspend_job);
    } catch (const ToolError& error) {
        reply.text = error.message;
        reply.hint = error.hint;
    }
    talk.channel.screen_event(channel::Reply {wanted.id, std::move(reply)});
}

static void serve(Talk& talk, channel::Suspend)
{
    talk.suspend_job();
    talk.channel.screen_event(channel::Continued {});
}

void serve_screen(Talk& talk, const host::Inbox::Request& request)
{
    std::visit([&](const auto& wanted) { serve(talk, wanted); }, request);
}

}
