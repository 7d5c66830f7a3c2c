#include "frontends/chat/screen_service.hpp"

#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/completions.hpp"
#include "frontends/chat/images.hpp"
#include "frontends/chat/server_completion.hpp"
#include "frontends/chat/server_prompts.hpp"
#include "frontends/chat/server_requests.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/chat/slash_table.hpp"
#include "runner/terminal/editor.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/own_process.hpp"
#include "toolkit/system/private_directory.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <sstream>
#include <string_view>
#include <utility>

namespace frontends::chat {

using namespace runner;
using namespace toolkit;
using system::environment_variable;

// True if TERM begins with one of the names.
static bool is_one_of(std::initializer_list<std::string_view> names)
{
    const std::string terminal = environment_variable("TERM");
    return std::any_of(names.begin(), names.end(),
        [&](std::string_view name) { return terminal.starts_with(name); });
}

// Terminals that wrap rows again when they become narrower.
static bool reflows()
{
    if (!environment_variable("TMUX").empty() || !environment_variable("VTE_VERSION").empty())
        return true;
    return is_one_of({"tmux", "xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty"});
}

// Terminals that open links of OSC 8, by the variables that they set. tmux passes links on only if
// it is configured to.
static bool opens_links()
{
    if (!environment_variable("TMUX").empty())
        return false;
    for (const char* name : {"KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION", "VTE_VERSION"})
        if (!environment_variable(name).empty())
            return true;
    const std::string program = environment_variable("TERM_PROGRAM");
    for (const char* name : {"iTerm.app", "WezTerm", "ghostty", "vscode"})
        if (program == name)
            return true;
    return is_one_of({"xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty"});
}

bool has_kitty_keyboard()
{
    if (!environment_variable("TMUX").empty() || environment_variable("TERM").starts_with("screen"))
        return false;
    if (is_one_of({"xterm-kitty", "xterm-ghostty", "ghostty", "foot", "wezterm", "alacritty", "rio",
            "contour"}))
        return true;
    const std::string program = environment_variable("TERM_PROGRAM");
    return program == "kitty" || program == "ghostty" || program == "WezTerm"
        || program == "iTerm.app" || program == "rio";
}

std::string picture_protocol()
{
    if (!environment_variable("TMUX").empty() || !environment_variable("STY").empty()
        || is_one_of({"screen", "tmux"}))
        return {};
    const std::string program = environment_variable("TERM_PROGRAM");
    if (is_one_of({"xterm-kitty", "xterm-ghostty", "ghostty"}) || program == "ghostty")
        return "kitty";
    return program == "iTerm.app" || program == "WezTerm" ? "iterm2" : "";
}

channel::Look look_of_screen(
    const DisplayOptions& look, const std::string& workspace, bool is_verbose)
{
    const bool has_colour = look.color == "auto"
        ? terminal::colour_of_terminals() == terminal::Colour::on
        : look.color == "always";
    return {has_colour, channel::Document(Json(look.colours)), channel::Document(Json(look.keys)),
        look.notify, look.sets_title, !environment_variable("TMUX").empty(), reflows(),
        opens_links(), std::filesystem::path(workspace).filename().string(), is_verbose,
        has_kitty_keyboard(), look.draws_pictures ? picture_protocol() : ""};
}

static void add_items(
    channel::Completions& list, const std::vector<channel::CompletedCommand>& items)
{
    list.items.insert(list.items.end(), items.begin(), items.end());
}

static channel::Completions completions_of(ChatEngine& talk, const channel::Complete& wanted)
{
    using Kind = channel::Completed;
    channel::Completions list;
    const bool is_at_server = (wanted.kind == Kind::argument && prompt_in_line(talk, wanted.text))
        || (wanted.kind != Kind::shell && name_at_server(talk, wanted.text));
    if (is_at_server) {
        add_items(list,
            wanted.kind == Kind::argument      ? arguments_fitting(talk, wanted.text)
                : wanted.kind == Kind::command ? prompts_beginning(talk, wanted.text)
                                               : resources_fitting(talk, wanted.text));
        return list;
    }
    switch (wanted.kind) {
    case Kind::command: return commands_fitting(talk, wanted.text);
    case Kind::argument: return values_fitting(talk, wanted.text);
    case Kind::path: return files_fitting(talk, wanted.text, wanted.by_key);
    case Kind::shell: return shell_lines_fitting(talk, wanted.text, wanted.by_key);
    }
    return list;
}

static void serve(ChatEngine& talk, const channel::Complete& wanted)
{
    talk.channel.screen_event(channel::Reply {wanted.id, completions_of(talk, wanted)});
}

static void serve(ChatEngine& talk, const channel::EditText& wanted)
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

static void serve(ChatEngine& talk, channel::Suspend)
{
    talk.suspend_job();
    talk.channel.screen_event(channel::Continued {});
}

static void serve(ChatEngine& talk, channel::TerminalLent) { talk.has_terminal = true; }

static void serve(ChatEngine& talk, channel::NextMode) { talk.change_mode(talk.next_mode()); }

static void serve(ChatEngine& talk, const channel::PastedPaths& pasted)
{
    talk.channel.screen_event(channel::Reply {
        pasted.id, channel::PastedImages {images_of_paste(pasted, talk.workspace)}});
}

static void serve(ChatEngine& talk, const channel::PasteImage& wanted)
{
    channel::PastedImages reply;
    try {
        reply.images.push_back(talk.clipboard.read(talk.cancel.descriptor()));
    } catch (const ToolError& error) {
        reply.problem = error.message;
    }
    talk.channel.screen_event(channel::Reply {wanted.id, std::move(reply)});
}

void serve_screen(ChatEngine& talk, const host::Inbox::Request& request)
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

static std::string place() { return system::state_directory() + "/history"; }

// Skips damaged lines.
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
    if (system::state_directory().empty())
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
        || system::state_directory().empty())
        return;
    try {
        const auto directory = system::PrivateDirectory::make(place());
        const File lock = directory.lock(); // against other chats of this directory
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
