#include "agent/skills/prompt_file.hpp"

#include "agent/skills/front_matter.hpp"
#include "agent/skills/skill_files.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/system/repository.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

namespace agent::skills {

namespace fs = std::filesystem;

using namespace toolkit;

static constexpr std::size_t max_prompt_file = 256 << 10;
static constexpr std::size_t max_prompt_files = 200;
static constexpr std::size_t max_first_line = 200; // in characters
static const char* const workspace_directory = ".agentcli/prompts";

static std::string users_directory()
{
    const std::string config = system::config_directory();
    return config.empty() ? "" : config + "/prompts";
}

// Returns the first line, without the marks of a heading.
static std::string first_line_of(const std::string& body)
{
    std::string_view line = std::string_view(body).substr(0, body.find('\n'));
    line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    return cut_to(text::stripped(line), max_first_line);
}

static void take_content(PromptFile& file)
{
    FrontMatter read = read_front_matter(file.text);
    if (read.body.empty())
        throw ToolError(Code::bad_request, "it has no text");
    file.description = read.field("description");
    if (file.description.empty())
        file.description = first_line_of(read.body);
    file.argument_hint = read.field("argument-hint");
    file.body = std::move(read.body);
}

static std::string read_text(const std::string& path, Source source)
{
    if (source == Source::path)
        return system::read_named_file(path, "the prompt file", max_prompt_file);
    if (source == Source::workspace)
        if (const auto file = open_above(path))
            return system::read_whole(*file, path, max_prompt_file);
    return system::read_found_file(path, "the prompt file", max_prompt_file,
        source == Source::user ? system::LinksOut::followed : system::LinksOut::refused);
}

static void judge(PromptFile& file, const std::string& text)
{
    std::error_code error;
    const fs::path path = fs::absolute(file.path, error);
    const fs::path directory = fs::canonical(path.parent_path(), error);
    file.trusted = {
        "prompt", error ? "" : directory.string(), path.filename().string(), system::sha256(text)};
    file.is_trusted = !error && trust::is_trusted(file.trusted);
}

// Reads a prompt file. Throws like read_text(), and BAD_REQUEST if its content cannot be used.
static PromptFile read_prompt(const std::string& path, Source source)
{
    PromptFile file {fs::path(path).stem().string(), path, source};
    file.text = read_text(path, source);
    if (source == Source::workspace)
        judge(file, file.text);
    try {
        take_content(file);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request,
            "cannot use the prompt file " + text::in_quotes(path) + ": " + error.message,
            error.hint);
    }
    return file;
}

PromptFile read_prompt_of_workspace(const std::string& path)
{
    return read_prompt(path, Source::workspace);
}

static PromptFile listed(const std::string& path, Source source)
try {
    return read_prompt(path, source);
} catch (const ToolError& error) {
    return {.name = fs::path(path).stem().string(),
        .path = path,
        .source = source,
        .is_trusted = source == Source::user,
        .problem = error.message};
}

using ReadOne = std::function<PromptFile(const std::string& path, Source source)>;

static void add_files(const std::string& directory, Source source, const ReadOne& read_one,
    std::vector<PromptFile>& all)
{
    std::vector<std::string> names;
    std::error_code error;
    if (!directory.empty())
        for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
             entry.increment(error)) {
            const fs::path name = entry->path().filename();
            if (name.extension() == ".md" && workflow::is_workflow_name(name.stem().string()))
                names.push_back(name.string());
        }
    std::sort(names.begin(), names.end());
    names.resize(std::min(names.size(), max_prompt_files));
    for (const auto& name : names)
        all.push_back(read_one(directory + "/" + name, source));
}

static std::vector<PromptFile> all_prompt_files(const ReadOne& read_one)
{
    std::vector<PromptFile> all;
    add_files(users_directory(), Source::user, read_one, all);
    const std::size_t count = system::directories_of_repository().size();
    for (std::size_t up = 0; up < count; ++up)
        add_files(system::path_up(up) + workspace_directory, Source::workspace, read_one, all);
    return all;
}

std::vector<PromptFile> list_prompt_files() { return all_prompt_files(listed); }

static bool is_usable(const PromptFile& file) { return file.is_trusted && file.problem.empty(); }

static std::vector<PromptFile> usable_of(std::vector<PromptFile> all)
{
    std::vector<PromptFile> usable;
    for (auto& file : all) {
        const bool is_known = std::any_of(usable.begin(), usable.end(),
            [&](const PromptFile& other) { return other.name == file.name; });
        if (is_usable(file) && !is_known)
            usable.push_back(std::move(file));
    }
    return usable;
}

std::vector<PromptFile> usable_prompt_files() { return usable_of(list_prompt_files()); }

std::optional<PromptFileList::Status> PromptFileList::status_of(const std::string& path)
{
    struct stat now { };
    if (stat(path.c_str(), &now) != 0)
        return std::nullopt;
    return Status {static_cast<std::int64_t>(now.st_dev), static_cast<std::int64_t>(now.st_ino),
        now.st_size, now.st_mtim.tv_sec, now.st_mtim.tv_nsec, now.st_ctim.tv_sec,
        now.st_ctim.tv_nsec};
}

// Returns the trusted entries; none if trust.json cannot be trusted itself.
static std::vector<trust::Trusted> trusted_now()
try {
    return trust::list_trusted();
} catch (const ToolError&) {
    return {};
}

std::vector<PromptFile> PromptFileList::usable()
{
    std::map<std::string, Known> seen;
    std::optional<std::vector<trust::Trusted>> trusted;
    const auto read = [&](const std::string& path, Source source) {
        const auto status = status_of(path);
        const auto found = known.find(path);
        const bool is_known
            = found != known.end() && status.has_value() && found->second.status == *status;
        PromptFile file = is_known ? found->second.file : listed(path, source);
        file.text.clear();
        file.body.clear();
        if (is_known && source == Source::workspace) {
            if (!trusted)
                trusted = trusted_now();
            file.is_trusted = text::contains(*trusted, file.trusted);
        }
        if (status && file.problem.empty())
            seen[path] = {*status, file};
        return file;
    };
    std::vector<PromptFile> all = all_prompt_files(read);
    known = std::move(seen);
    return usable_of(std::move(all));
}

PromptFile find_prompt_file(const std::string& name)
{
    if (name.find('/') != std::string::npos)
        return read_prompt(name, Source::path);
    std::vector<PromptFile> all = list_prompt_files();
    std::vector<std::string> names;
    PromptFile* found = nullptr;
    for (auto& file : all) {
        names.push_back(file.name);
        if (file.name == name && (found == nullptr || (is_usable(file) && !is_usable(*found))))
            found = &file;
    }
    if (found == nullptr)
        throw ToolError(Code::not_found, "there is no prompt file " + text::in_quotes(name),
            text::did_you_mean(name, names, "'agentcli prompt list' lists them"));
    if (!found->problem.empty())
        throw ToolError(Code::bad_request, found->problem);
    if (!found->is_trusted)
        throw ToolError(Code::bad_request,
            "the prompt file " + text::in_quotes(found->path) + " is not trusted",
            "'agentcli trust " + found->path + "' shows it, and trusts it after a yes");
    return std::move(*found);
}

}
