#include "frontends/chat/screen_service.hpp"

#include "frontends/chat/name_order.hpp"
#include "frontends/chat/server_completion.hpp"
#include "frontends/chat/server_requests.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/chat/slash_table.hpp"
#include "frontends/chat/talk.hpp"
#include "runner/terminal/editor.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <sstream>
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

// Terminals that open links of OSC 8, by the variables that they set. tmux passes links on only if
// it is configured to.
static bool opens_links()
{
    if (!variable("TMUX").empty())
        return false;
    for (const char* name : {"KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION", "VTE_VERSION"})
        if (!variable(name).empty())
            return true;
    const std::string program = variable("TERM_PROGRAM");
    for (const char* name : {"iTerm.app", "WezTerm", "ghostty", "vscode"})
        if (program == name)
            return true;
    const std::string terminal = variable("TERM");
    for (const char* name : {"xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty"})
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
        !variable("TMUX").empty(), reflows(), opens_links(),
        std::filesystem::path(workspace).filename().string(), is_verbose};
}

static void add_items(
    channel::Completions& list, const std::vector<channel::CompletedCommand>& items)
{
    list.items.insert(list.items.end(), items.begin(), items.end());
}

// The commands whose name begins so.
static channel::Completions completions(Talk& talk, const std::string& begun)
{
    channel::Completions found;
    for (const auto& row : slash_table())
        if (row.name.starts_with("/" + begun))
            found.items.emplace_back(channel::CompletedCommand {row.name, row.summary});
    for (const auto& row : commands_of_prompt_files(talk))
        if (row.name.starts_with("/" + begun))
            found.items.emplace_back(channel::CompletedCommand {row.name, row.summary});
    for (auto& server : servers_beginning(talk, begun))
        found.items.emplace_back(
            channel::CompletedCommand {"/" + server.text, server.summary, server.partial});
    return found;
}

static void tell_names(
    Talk& talk, const channel::Complete& wanted, const std::vector<std::string>& names)
{
    static constexpr std::size_t max_told = 100; // of which a screen shows eight
    channel::Completions completions;
    for (auto& name : best_names(names, wanted.text, max_told))
        completions.items.emplace_back(std::move(name));
    add_items(completions, servers_beginning(talk, wanted.text));
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
    if (wanted.kind == channel::Completed::argument || name_at_server(talk, wanted.text)) {
        channel::Completions list;
        add_items(list,
            wanted.kind == channel::Completed::argument ? arguments_fitting(talk, wanted.text)
                : wanted.kind == channel::Completed::command
                ? prompts_beginning(talk, wanted.text)
                : resources_fitting(talk, wanted.text));
        return talk.channel.screen_event(channel::Reply {wanted.id, std::move(list)});
    }
    if (wanted.kind == channel::Completed::path)
        return complete_path(talk, wanted);
    talk.channel.screen_event(channel::Reply {wanted.id, completions(talk, wanted.text)});
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

static void serve(Talk& talk, channel::TerminalLent) { talk.has_terminal = true; }

static void serve(Talk& talk, channel::NextMode) { talk.change_mode(talk.next_mode()); }

void serve_screen(Talk& talk, const host::Inbox::Request& request)
{
    std::visit([&](const auto& wanted) { serve(talk, wanted); }, request);
}

static constexpr std::size_t max_lines = 1000;
static constexpr std::size_t max_line_bytes = 64 << 10;
static constexpr std::size_t max_file_bytes = 16 << 20;

static std::string file_of(const std::string& workspace)
{
    return system::sha256(workspace) + ".ndjson";
}

static std::string place() { return system::state_folder() + "/history"; }

// A line that is damaged is passed over.
static std::vector<std::string> read_lines(
    const system::PrivateDirectory& directory, const std::string& name)
{
    std::vector<std::string> lines;
    std::istringstream text(directory.read(name, max_file_bytes).value_or(""));
    for (std::string line; std::getline(text, line);) {
        try {
            if (const Json value = json::parse_bounded(line); value.is_string())
                lines.push_back(value);
        } catch (const ToolError&) {
            continue;
        }
    }
    return lines;
}

std::vector<std::string> History::lines() const
{
    if (system::state_folder().empty())
        return {};
    try {
        const auto directory = system::PrivateDirectory::find(place());
        return directory ? read_lines(directory, file_of(workspace)) : std::vector<std::string>();
    } catch (const ToolError&) {
        return {};
    }
}

void History::add(const std::string& said) const
{
    if (said.empty() || said.front() == ' ' || said.size() > max_line_bytes
        || system::state_folder().empty())
        return;
    try {
        const auto directory = system::PrivateDirectory::make(place());
        const File lock = directory.lock(); // other chats of this directory
        const std::string line = redaction.redact(said);
        std::vector<std::string> lines = read_lines(directory, file_of(workspace));
        if (!lines.empty() && lines.back() == line)
            return;
        lines.push_back(line);
        std::string text;
        for (std::size_t at = lines.size() > max_lines ? lines.size() - max_lines : 0;
             at < lines.size(); ++at)
            text += Json(lines[at]).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        directory.write(file_of(workspace), text);
    } catch (const ToolError&) {
        return;
    }
}

}
