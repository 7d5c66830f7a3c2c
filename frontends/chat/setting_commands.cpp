#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/first_screen.hpp"
#include "frontends/chat/git_branch.hpp"
#include "frontends/chat/local_time.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/screen/key_sheet.hpp"
#include "runner/options/option_values.hpp"
#include "runner/start/run_config.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

void show_help(ChatEngine& talk, const std::string& words)
{
    if (!words.empty()) {
        const std::string line = words.starts_with('/') ? words : "/" + words;
        const auto own = commands_of_prompt_files(talk);
        const auto named = std::find_if(
            own.begin(), own.end(), [&](const SlashCommand& one) { return one.name == line; });
        const SlashCommand& row = named != own.end() ? *named : row_of_line(line);
        std::string others;
        for (const auto& other : row.others)
            others += (others.empty() ? " (also " : ", ") + other;
        return talk.reply(
            usage_of(row) + (others.empty() ? "" : others + ")") + "\n  " + row.summary + "\n");
    }
    std::vector<SlashCommand> rows = slash_table();
    for (auto& row : commands_of_prompt_files(talk))
        rows.push_back(std::move(row));
    if (!talk.config.servers.empty())
        rows.push_back({.name = "/SERVER:PROMPT",
            .words = "[VALUE | KEY=VALUE ...]",
            .summary = "send a prompt of an MCP server; Tab after /SERVER: lists them"});
    std::size_t width = 0;
    for (const auto& row : rows)
        width = std::max(width, usage_of(row).size());
    std::string text;
    for (const auto& row : rows) {
        std::string usage = usage_of(row);
        usage.resize(width, ' ');
        text += usage + "  " + row.summary + "\n";
    }
    talk.reply(text);
}

void show_keys(ChatEngine& talk, const std::string&) { talk.reply(screen::all_keys()); }

void paste_image(ChatEngine& talk, const std::string&)
{
    talk.channel.screen_event(channel::Reply {
        {}, channel::PastedImages {{talk.clipboard.read(talk.cancel.descriptor())}}});
}

void quit(ChatEngine& talk, const std::string&) { talk.quit(); }

static std::string or_none(const std::string& text) { return text.empty() ? "none" : text; }

static std::string amount_of(double cost)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), "%.4f", cost);
    return text.data();
}

static std::string lines_of_place(ChatEngine& talk)
{
    const start::RunConfig& config = talk.config;
    const std::string branch = git_branch(talk.workspace);
    std::string text = "directory: " + with_tilde(talk.workspace)
        + (branch.empty() ? "" : ", branch " + branch) + "\n";
    if (const std::string sandbox = sandbox_of_commands(talk).text; !sandbox.empty())
        text += "sandbox: " + sandbox + "\n";
    if (config.context_window > 0)
        text += "context window: " + std::to_string(config.context_window) + " tokens\n";
    if (!config.servers.empty()) {
        std::string names;
        for (const auto& server : config.servers)
            names += (names.empty() ? "" : ", ") + server.name;
        text += "MCP servers: " + names + "\n";
    }
    return text;
}

// Returns "tokens: 5400 in (1200 cached), 120 out"; empty if the server has counted none.
static std::string lines_of_tokens(const Json& counted)
{
    const Json& in = json::member(counted, "prompt_tokens");
    const Json& out = json::member(counted, "completion_tokens");
    const Json& cached
        = json::member(json::member(counted, "prompt_tokens_details"), "cached_tokens");
    if (!in.is_number() || !out.is_number())
        return {};
    return "tokens: " + in.dump() + " in"
        + (cached.is_number() ? " (" + cached.dump() + " cached)" : std::string()) + ", "
        + out.dump() + " out\n";
}

void show_status(ChatEngine& talk, const std::string&)
{
    const start::RunConfig& config = talk.config;
    const loop::Tally& total = talk.turns.total();
    std::string text = lines_of_place(talk);
    text += "model: " + or_none(config.chat.model) + "\nserver: ";
    text += config.replay.empty() ? web::authority(web::parse_url(config.server.base_url))
                                  : "a recording";
    if (const std::string price = price_text(talk, config.chat.model); !price.empty())
        text += "\nprice: " + price + " for a million tokens in / out, "
            + (talk.has_price_in_config(config.chat.model) ? "by the config"
                                                           : "as the server publishes it");
    text += "\nsession: " + or_none(talk.session_name()) + "\nmode: "
        + std::string(channel::mode_name(static_cast<channel::Approve>(config.approve)))
        + "\nlimits of a turn: " + std::to_string(config.limits.steps) + " steps, "
        + std::to_string(config.limits.calls)
        + " calls of tools\nsteps so far: " + std::to_string(total.steps()) + "\n";
    text += lines_of_tokens(total.counted());
    if (const auto& agents = talk.config.tools.agents) {
        std::string names;
        for (const auto& agent : agents->agents)
            names += (names.empty() ? "" : ", ") + agent.name;
        text += "agents: " + names + "\n";
    }
    if (const auto cost = talk.observer.cost())
        text += "cost: $" + amount_of(*cost) + "\n";
    if (talk.has_engine()) {
        start::Engine& engine = talk.ready_engine();
        text += "system message: "
            + start::described(engine.prompt_parts(), engine.transcript().system_text()) + "\n";
    }
    talk.reply(text);
}

void change_reasoning(ChatEngine& talk, const std::string& words)
{
    std::string& effort = talk.config.chat.reasoning_effort;
    if (words.empty())
        return talk.reply(
            "reasoning effort: " + (effort.empty() ? "the server's own" : effort) + "\n");
    start::Engine& engine = talk.ready_engine();
    effort = words;
    engine.take_settings();
    talk.reply("reasoning effort: " + words + ", from the next request on\n");
}

void change_system(ChatEngine& talk, const std::string& words)
{
    start::Engine& engine = talk.ready_engine();
    if (words.empty()) {
        const std::string text = engine.transcript().system_text();
        return talk.reply(text.empty() ? "no system message\n" : text + "\n");
    }
    engine.transcript().set_system(words);
    engine.invalidate_messages();
    talk.reply("the system message is changed, from the next request on\n");
}

void show_tools(ChatEngine& talk, const std::string&)
{
    std::string text;
    for (const auto* tool : talk.ready_engine().tools())
        text += tool->name + (tool->changes_files ? "  may change files" : "") + "\n";
    talk.reply(text.empty() ? "no tools\n" : text);
}

// Returns the mode by its value of --approve or by the name in the line of modes.
static calls::Approve mode_named(const std::string& words)
{
    for (std::size_t mode = 0; mode < channel::mode_names.size(); ++mode)
        if (words == channel::mode_names.at(mode))
            return static_cast<calls::Approve>(mode);
    try {
        return options::parse_approve(words);
    } catch (const ToolError&) {
        throw ToolError(Code::bad_request, text::in_quotes(words) + " is not a mode",
            "the modes are ask first, ask always, accept edits, plan and never ask");
    }
}

static std::string line_of_mode(calls::Approve mode)
{
    static constexpr std::array<const char*, 5> meanings {"nothing is asked",
        "edits within the workspace run unasked; commands, recursive removals and MCP are asked "
        "about",
        "calls that change files or run programs are asked about", "every call is asked about",
        "tools that only read; another call is refused"};
    return std::string(channel::mode_name(static_cast<channel::Approve>(mode))) + ": "
        + meanings.at(static_cast<std::size_t>(mode)) + "\n";
}

void change_approval(ChatEngine& talk, const std::string& words)
{
    if (!words.empty()) {
        talk.change_mode(mode_named(words));
        return talk.reply(line_of_mode(talk.config.approve));
    }
    std::string lines = "mode: " + line_of_mode(talk.config.approve);
    for (const calls::Approve mode : {calls::Approve::changes, calls::Approve::always,
             calls::Approve::edits, calls::Approve::plan, calls::Approve::never})
        if (mode != talk.config.approve)
            lines += "/approve " + line_of_mode(mode);
    talk.reply(lines);
}

}
