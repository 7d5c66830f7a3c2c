#include "agent/steps/step_diff.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/undo/store.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>

namespace agent::steps {

using namespace toolkit;
using toolkit::undo::Action;

static constexpr std::size_t max_file = 1 << 20;
static constexpr std::uint64_t flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;

static std::optional<std::string> text_in(const File& file, const std::string& name)
{
    struct stat status { };
    if (!file || fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode)
        || status.st_size > static_cast<off_t>(max_file))
        return std::nullopt;
    std::string text = system::read_whole(file, name, max_file);
    const bool is_text = text::is_utf8(text) && text.find('\0') == std::string::npos;
    return is_text ? std::optional(std::move(text)) : std::nullopt;
}

// Returns the content before the change; empty for a new file, nullopt if it was not kept.
static std::optional<std::string> text_before(
    const File& store, const std::string& directory, const toolkit::undo::Change& change)
{
    if (change.action == Action::created)
        return std::string();
    if (!change.kept)
        return std::nullopt;
    const File kept_in = system::open_in(store, directory, O_RDONLY | O_DIRECTORY);
    return kept_in ? text_in(system::open_in(kept_in, change.kept->name, flags), change.path)
                   : std::nullopt;
}

static std::string diff_of(
    const File& root, const File& store, const toolkit::undo::Step& step, std::size_t most)
{
    std::string diff;
    for (const auto& change : step.changes) {
        if ((change.action != Action::created && change.action != Action::modified)
            || change.kind != toolkit::undo::Kind::file)
            continue;
        const auto before
            = text_before(store, toolkit::undo::directory_of(step.head.number), change);
        const auto after = text_in(
            system::open_beneath(root, change.path, flags, RESOLVE_NO_SYMLINKS), change.path);
        if (!before || !after || *before == *after || diff.size() >= most
            || (!change.new_sha256.empty() && system::sha256(*after) != change.new_sha256))
            continue;
        const bool is_new = change.action == Action::created;
        diff += text::unified_diff(*before, {text::difference_between(*before, *after)},
            {is_new ? std::nullopt : std::optional<std::string_view>(change.path), change.path},
            most - diff.size())
                    .text;
    }
    return diff;
}

std::string diff_of_last_steps(
    const std::string& root, const std::vector<NotedStep>& steps, std::size_t count)
try {
    const std::string log = log_of(root);
    const File directory(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const File store(open(
        log.substr(0, log.rfind('/')).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory || !store || count == 0)
        return {};
    const std::vector<NotedStep> wanted(
        steps.end() - static_cast<std::ptrdiff_t>(std::min(count, steps.size())), steps.end());
    std::string diff;
    for (const auto& logged : toolkit::undo::read_steps(store)) {
        const NotedStep step {logged.step.head.number, logged.sha256};
        if (std::find(wanted.begin(), wanted.end(), step) != wanted.end())
            diff += diff_of(directory, store, logged.step,
                text::max_diff_bytes - std::min(diff.size(), text::max_diff_bytes));
    }
    return diff;
} catch (const ToolError&) {
    return {};
}

}
