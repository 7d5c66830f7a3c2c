#include "runner/start/hooks.hpp"

#include "agent/calls/manifest.hpp"
#include "agent/calls/protection.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace runner::start {

namespace fs = std::filesystem;

static constexpr std::size_t max_hook_file = 1 << 20;
static const char* const hook_file = ".agentcli/hooks.json";

static std::vector<calls::Hook> hooks_of_user(const options::ConfigText& config)
{
    if (!config.text)
        return {};
    const char* const home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    const Json document = json::parse_bounded(*config.text, json::RepeatedNames::refused);
    return calls::hooks_in(json::member(document, "hooks"),
        {.path = config.path,
            .directory = fs::path(config.path).parent_path().string(),
            .home = home != nullptr ? home : ""});
}

// Parses a list of hooks. Throws BAD_REQUEST.
static std::vector<calls::Hook> hooks_of_workspace(const std::string& text)
{
    const Json document = json::parse_bounded(text, json::RepeatedNames::refused);
    if (!document.is_object() || document.size() != 1 || !document.contains("hooks"))
        throw ToolError(Code::bad_request, "it is not {\"hooks\": {…}}");
    return calls::hooks_in(document.at("hooks"), {.path = hook_file, .is_of_workspace = true});
}

static bool is_place_of_hooks(const std::string& path)
{
    const fs::path whole = fs::path(manifest::absolute_path(path)).lexically_normal();
    return whole.filename() == "hooks.json" && whole.parent_path().filename() == ".agentcli";
}

static trust::Trusted place_of_hooks(const std::string& path)
{
    const fs::path whole = manifest::absolute_path(path);
    std::error_code error;
    const fs::path directory = fs::canonical(whole.parent_path(), error);
    if (error)
        throw system::system_error("cannot read " + text::in_quotes(path), error.value());
    return {"hooks", directory.string(), whole.filename().string(), {}};
}

static trust::Trusted trusted_of(const std::string& path, const std::string& text)
{
    trust::Trusted trusted = place_of_hooks(path);
    trusted.sha256 = system::sha256(text);
    return trusted;
}

// Adds the hooks of the workspace. Errors become notes: the file may come with a cloned repository,
// and must not prevent work in it.
static void add_hooks_of_workspace(FoundHooks& found)
{
    struct stat status { };
    if (lstat(hook_file, &status) != 0)
        return;
    try {
        const std::string text = system::read_found_file(hook_file, "the hooks", max_hook_file);
        std::vector<calls::Hook> hooks = hooks_of_workspace(text);
        const bool is_trusted = trust::is_trusted(trusted_of(hook_file, text));
        std::vector<calls::Hook>& list = is_trusted ? found.hooks : found.untrusted;
        std::move(hooks.begin(), hooks.end(), std::back_inserter(list));
        if (!found.untrusted.empty())
            found.notes.push_back(std::string("./") + hook_file
                + ": not trusted, so none of its hooks is run; 'agentcli trust " + hook_file
                + "' shows them");
    } catch (const ToolError& error) {
        found.notes.push_back(
            std::string("./") + hook_file + ": " + error.message + ", so none of its hooks is run");
    }
}

static bool is_missing(const std::string& program)
{
    std::error_code error;
    return program.find('/') != std::string::npos && !fs::exists(program, error);
}

FoundHooks find_hooks(const options::ConfigFiles& files)
{
    FoundHooks found {hooks_of_user(files.own)};
    add_hooks_of_workspace(found);
    for (const auto& hook : found.hooks)
        if (is_missing(hook.command.front()))
            found.notes.push_back("the hook " + text::in_quotes(hook.name) + ": its program "
                + text::in_quotes(hook.command.front())
                + " does not exist; a command of a tool may be able to make it");
    return found;
}

std::vector<std::string> FoundHooks::files() const
{
    std::vector<std::string> files;
    std::error_code error;
    for (const auto& hook : hooks) {
        const std::string& program = hook.command.front();
        if (std::string path = calls::find_program(program, fs::current_path(error)); !path.empty())
            files.push_back(std::move(path));
        else if (program.find('/') != std::string::npos)
            files.push_back(manifest::absolute_path(program));
        for (std::string& file : manifest::files_named_by(hook.command, manifest::Missing::added))
            files.push_back(std::move(file));
    }
    return files;
}

std::string text_of(const calls::Hook& hook)
{
    std::string text = hook.name + ":";
    for (const auto& word : hook.command)
        text += " " + text::printable(word);
    for (const auto& pattern : hook.patterns)
        text += (&pattern == &hook.patterns.front() ? "; " : ", ") + text::printable(pattern);
    if (hook.sandbox == calls::HookSandbox::none)
        text += "; no sandbox";
    else if (hook.sandbox == calls::HookSandbox::workspace_write)
        text += "; may write in the workspace";
    return text;
}

static std::vector<std::string> hook_rows(
    const trust::Trusted& trusted, const std::string& text, const terminal::TerminalStyle& look)
{
    terminal::Rows rows(look);
    terminal::add_heading(rows, "the hooks", trusted);
    terminal::add_text(rows, text);
    rows.add_lines(
        "  Trust covers these bytes. It does not cover the programs that they name:\n"
        "  whoever can change those decides what is denied, and what the model is told.\n"
        "  They run in a sandbox without network.\n");
    return rows.take();
}

static terminal::TrustedThing read_trusted(const std::string& path)
{
    const std::string text = system::read_found_file(path, "the hooks", max_hook_file);
    try {
        hooks_of_workspace(text);
    } catch (const ToolError& error) {
        throw ToolError(error.code, text::in_quotes(path) + ": " + error.message, error.hint);
    }
    const trust::Trusted trusted = trusted_of(path, text);
    return {trusted,
        [trusted, text](std::size_t columns) { return hook_rows(trusted, text, {columns}); }};
}

const terminal::TrustedKind trusted_hooks {is_place_of_hooks, place_of_hooks, read_trusted,
    "the hooks that are to be trusted:",
    "'hooks' in agentcli/config.json of $XDG_CONFIG_HOME or ~/.config need no trust"};

// Returns the launcher with its flags for this workspace; empty if the manifest names none.
static std::vector<std::string> launcher_of(
    const manifest::ToolSelection& tools, const std::string& workspace)
{
    manifest::ManifestChoice choice = manifest::choose_manifest(tools.manifest);
    std::vector<std::string> launcher = std::move(choice.launcher);
    if (launcher.empty())
        return launcher;
    std::vector<std::string> obeyed = std::move(choice.obeyed);
    for (const auto& file : tools.obeyed)
        obeyed.push_back(manifest::absolute_path(file));
    for (const auto& place : calls::protected_places(workspace, std::move(obeyed)))
        launcher.push_back("--protect=" + place);
    launcher.insert(launcher.end(), {"--root", workspace});
    return launcher;
}

std::unique_ptr<calls::Hooks> make_hooks(FoundHooks found, const HookSurroundings& by)
{
    for (const auto& note : found.notes)
        by.note(note);
    if (found.hooks.empty())
        return {};
    std::error_code error;
    const fs::path current = fs::current_path(error);
    const fs::path real = fs::canonical(current, error);
    calls::Hooks::Setting setting {{}, error ? current.string() : real.string(), by.run};
    const auto needs_launcher
        = [](const calls::Hook& hook) { return hook.sandbox != calls::HookSandbox::none; };
    if (std::any_of(found.hooks.begin(), found.hooks.end(), needs_launcher))
        setting.launcher = launcher_of(by.tools, setting.workspace);
    return std::make_unique<calls::Hooks>(std::move(found.hooks), std::move(setting), by.redaction);
}

}
