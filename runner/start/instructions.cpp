#include "runner/start/instructions.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/system/repository.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace runner::start {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t max_instructions = 32 << 10; // bytes of all files together
static constexpr std::size_t max_of_user = max_instructions / 2;
// Maximum size of a secret that a cut may split.
static constexpr std::size_t max_of_secret = 64 << 10;
static constexpr std::array file_names {"AGENTS.md", "CLAUDE.md", "GEMINI.md"};

using Place = InstructionFile::Place;

std::string visible_part(std::string text, const std::string& file, model::Trace& trace)
{
    text::Visible visible = text::visible_part(std::move(text), 1);
    if (!visible.left_out.empty())
        trace.note_once("characters of " + file
            + " that a reader does not see are left out: " + text::in_line(visible.left_out));
    return std::move(visible.text);
}

static bool has_entry(const std::filesystem::path& path)
{
    struct stat status { };
    return lstat(path.c_str(), &status) == 0;
}

static std::optional<InstructionFile> file_in(
    const std::filesystem::path& directory, std::size_t up)
{
    const auto* const name = std::find_if(file_names.begin(), file_names.end(),
        [&](const char* one) { return has_entry(directory / one); });
    if (name == file_names.end())
        return std::nullopt;
    return InstructionFile {directory.empty() ? "." : directory.string(), *name,
        system::path_up(up) + *name, up == 0 ? Place::current : Place::above};
}

std::vector<InstructionFile> find_instruction_files()
{
    std::vector<InstructionFile> files;
    const auto directories = system::directories_of_repository();
    for (std::size_t up = 0; up < directories.size(); ++up)
        if (auto file = file_in(directories[up], up))
            files.push_back(*std::move(file));
    if (const std::string own = system::config_directory(); !own.empty())
        if (const std::string path = own + "/" + file_names.front(); has_entry(path))
            files.push_back({own, file_names.front(), path, Place::of_user});
    std::reverse(files.begin(), files.end());
    return files;
}

static File open_file(const InstructionFile& file)
{
    if (file.place == Place::of_user)
        return system::open_found_file(file.label, "the instructions", system::LinksOut::followed);
    workspace::WorkspaceOptions options;
    options.root = file.directory;
    File opened = Workspace(options).open_to_read(file.name);
    if (file.place == Place::above && system::status_of(opened, file.name).st_uid != geteuid())
        throw ToolError(
            Code::permission_denied, text::in_quotes(file.name) + " belongs to another user");
    return opened;
}

// Returns true if this is a link out of its directory to one of these files, which are read anyway.
static bool is_link_to_one_of(
    const InstructionFile& link, const std::vector<InstructionFile>& files)
{
    const auto path = [](const InstructionFile& file) {
        return std::filesystem::path(file.directory) / file.name;
    };
    std::error_code error;
    return std::filesystem::is_symlink(path(link), error)
        && std::any_of(files.begin(), files.end(), [&](const InstructionFile& other) {
               return &other != &link && !std::filesystem::is_symlink(path(other), error)
                   && std::filesystem::equivalent(path(link), path(other), error);
           });
}

namespace {

// The state that all files of a run share.
struct Reading {
    model::Trace& trace;
    std::size_t room = max_instructions; // left for files that have not been read yet
};

}

static void note_cut(const InstructionFile& file, std::size_t bytes, model::Trace& trace)
{
    trace.note_once("the instructions are too long: the model gets "
        + (bytes == 0 ? "nothing" : "the first " + std::to_string(bytes) + " bytes") + " of "
        + text::in_quotes(file.label));
}

// Returns the part of the file that is sent.
static std::string read_file(const InstructionFile& file, Reading& reading)
{
    const std::size_t room
        = file.place == Place::of_user ? std::min(reading.room, max_of_user) : reading.room;
    const std::size_t max_read = max_instructions + max_of_secret;
    std::string text = system::read_range(open_file(file), file.name, 0, max_read);
    if (text.size() == max_read)
        text.resize(text::utf8_boundary(text, max_read - 3));
    // Done before redaction, so that an invisible character in a secret does not hide it.
    text = text::stripped(visible_part(std::move(text), file.label, reading.trace));
    if (!text::is_utf8(text))
        throw ToolError(Code::bad_request, text::in_quotes(file.name) + " is not UTF-8");
    if (text.size() > room) {
        text = reading.trace.redacted(text);
        text.resize(text::utf8_boundary(text, std::min(room, text.size())));
        note_cut(file, text.size(), reading.trace);
    }
    reading.room -= text.size();
    return text;
}

static PromptPart part_of(const InstructionFile& file, Reading& reading)
{
    try {
        const std::string text = read_file(file, reading);
        const std::string of = file.place == Place::of_user ? "the user" : file.label;
        return {file.label, text.empty() ? "" : "Instructions of " + of + ":\n\n" + text};
    } catch (const ToolError& error) {
        const bool is_named = file.place == Place::current;
        throw ToolError(Code::bad_request,
            (is_named ? "" : text::in_quotes(file.label) + ": ") + error.message,
            "--no-agents-md goes without it");
    }
}

PromptParts read_instruction_files(model::Trace& trace)
{
    const std::vector<InstructionFile> files = find_instruction_files();
    Reading reading {trace};
    PromptParts parts(files.size());
    const auto read = [&](std::size_t index) {
        if (!is_link_to_one_of(files[index], files))
            parts[index] = part_of(files[index], reading);
    };
    const bool has_own = !files.empty() && files.front().place == Place::of_user;
    if (has_own)
        read(0);
    for (std::size_t index = files.size(); index-- > (has_own ? 1 : 0);)
        read(index);
    std::erase_if(parts, [](const PromptPart& part) { return part.text.empty(); });
    return parts;
}

}
