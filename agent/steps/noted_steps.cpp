#include "agent/steps/noted_steps.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/undo/step.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace agent::steps {

using namespace toolkit;

namespace {

constexpr std::size_t max_notes_bytes = 8 << 20;

std::string name_of_notes(const std::string& root)
{
    std::error_code error;
    const auto real = std::filesystem::canonical(root, error);
    return system::sha256(error ? root : real.string()) + ".ndjson";
}

std::string directory_of_notes() { return system::state_directory() + "/undo"; }

// Returns at most the last `window` bytes of the log, from the beginning of a line on; empty if it
// can't be read.
std::string end_of_log(const std::string& root, std::int64_t window)
{
    const File log(
        open(log_of(root).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status { };
    if (!log || fstat(log.descriptor(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    const std::int64_t begin = std::max<std::int64_t>(status.st_size - window, 0);
    std::string text
        = system::read_range(log, "the log of changes", begin, static_cast<std::size_t>(window));
    if (begin > 0)
        text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
    return text;
}

// Returns the newest step that this request has made.
std::optional<NotedStep> find_step(std::string_view text, const std::string& request_sha256)
{
    for (std::size_t end = text.rfind('\n'); end != std::string_view::npos && end > 0;) {
        const std::size_t before = text.rfind('\n', end - 1);
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        const std::string_view line = text.substr(begin, end - begin);
        // A cheap test before the line is parsed.
        if (line.find(request_sha256) != std::string_view::npos) {
            const auto step = toolkit::undo::parse_line(line);
            if (step && step->request_sha256 == request_sha256)
                return NotedStep {
                    step->head.number, system::sha256(text.substr(begin, end + 1 - begin))};
        }
        end = before;
    }
    return {};
}

std::optional<NotedStep> step_of(const std::string& root, const std::string& request_sha256)
{
    constexpr std::int64_t usual = 64 << 10;
    constexpr std::int64_t longest = toolkit::undo::max_log;
    for (const std::int64_t window : {usual, longest})
        if (auto step = find_step(end_of_log(root, window), request_sha256))
            return step;
    return {};
}

// Removes the older half of notes that have become long.
void shorten_notes(const system::PrivateDirectory& directory, const std::string& name)
{
    const File lock = directory.lock();
    const auto text = directory.read(name, max_notes_bytes);
    if (text && text->size() > max_notes_bytes / 2)
        directory.write(
            name, std::string_view(*text).substr(text->find('\n', text->size() / 2) + 1));
}

void write_note(const std::string& root, const NotedStep& step)
{
    const auto directory = system::PrivateDirectory::make(directory_of_notes());
    const std::string name = name_of_notes(root);
    const File file(open((directory_of_notes() + "/" + name).c_str(),
        O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    if (!file)
        return;
    system::write_whole(file, "the notes of steps",
        Json({{"n", step.number}, {"sha256", step.sha256}}).dump() + "\n");
    if (system::status_of(file, name).st_size > static_cast<off_t>(max_notes_bytes / 2))
        shorten_notes(directory, name);
}

}

std::string log_of(const std::string& root) { return root + "/.agentcli/undo/log.ndjson"; }

void StepNotes::call_ended(const std::string& root, const std::string& request_sha256)
try {
    const auto step = step_of(root, request_sha256);
    if (!step || std::find(noted.begin(), noted.end(), *step) != noted.end())
        return;
    noted.push_back(*step);
    write_note(root, *step);
} catch (const ToolError&) { // NOLINT(bugprone-empty-catch): no reason to fail a call that is done
}

std::vector<NotedStep> noted_steps(const std::string& root)
{
    const auto directory = system::PrivateDirectory::find(directory_of_notes());
    const auto text
        = directory ? directory.read(name_of_notes(root), max_notes_bytes) : std::nullopt;
    std::vector<NotedStep> steps;
    for (std::size_t at = 0; text && at < text->size();) {
        const std::size_t end = std::min(text->find('\n', at), text->size());
        try {
            const Json note = json::parse_bounded(std::string_view(*text).substr(at, end - at));
            if (json::member(note, "n").is_number_unsigned())
                steps.push_back({note.at("n"), json::string_member(note, "sha256")});
        } catch (
            const ToolError&) { // NOLINT(bugprone-empty-catch): half a line, of one that was killed
        }
        at = end + 1;
    }
    return steps;
}

void forget_steps(const std::string& root)
{
    if (const auto directory = system::PrivateDirectory::find(directory_of_notes())) {
        const File lock = directory.lock();
        directory.remove(name_of_notes(root));
    }
}

}
