#include "toolkit/change/journal.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <iterator>
#include <utility>

namespace toolkit::change {

namespace {

constexpr const char* home_name = ".agentcli";
constexpr const char* directory_name = "journal";

// Returns true for errors after which the change continues without a journal: .agentcli cannot be
// written, or is not a directory.
bool is_no_place(int error)
{
    return error == EACCES || error == EPERM || error == EROFS || error == ENOTDIR || error == ELOOP
        || error == EXDEV;
}

// Opens a directory, and makes it first if it does not exist. After an error, returns an empty File
// and sets errno.
File make_directory(const File& parent, const char* name, bool& is_new)
{
    File opened = system::open_in(parent, name, O_RDONLY | O_DIRECTORY);
    if (opened || errno != ENOENT)
        return opened;
    if (mkdirat(parent.descriptor(), name, 0700) == 0)
        is_new = true;
    else if (errno != EEXIST)
        return {};
    return system::open_in(parent, name, O_RDONLY | O_DIRECTORY);
}

}

File open_journals(const Workspace& workspace)
{
    return system::open_in(
        workspace.root(), std::string(home_name) + "/" + directory_name, O_RDONLY | O_DIRECTORY);
}

Journal::Journal(const Workspace& workspace, const Plan& plan)
    : workspace(workspace)
{
    if (std::max(plan.changes.size(), plan.new_directories.size()) > max_in_a_plan)
        throw ToolError(Code::too_large,
            "more than " + std::to_string(max_in_a_plan)
                + " files can't be changed all at once or not at all",
            "change fewer at a time");
    const std::string text = plan_text(plan);
    if (text.size() + max_of_prepared_text(plan) + done_text().size() > max_journal)
        throw ToolError(Code::too_large,
            "the names of " + std::to_string(plan.changes.size())
                + " files are too long for them to be changed all at once or not at all",
            "change fewer at a time");
    std::copy_if(plan.changes.begin(), plan.changes.end(), std::back_inserter(temporaries),
        [](const PlannedChange& change) { return change.name.empty(); });
    try {
        constexpr int max_tries
            = 64; // each is lost to another program that is done, or looks for journals
        for (int tries = 0; !create(); ++tries)
            if (tries == max_tries)
                throw system::system_error(
                    "cannot write a journal of the changes to '.agentcli/journal'");
        write(text);
    } catch (const ToolError& error) {
        remove();
        file.close();
        // A call that frees space must not need any.
        if (temporaries.size() < plan.changes.size() || error.code != Code::no_space)
            throw;
    }
}

// Creates and locks the journal. Returns false if it should be tried again.
bool Journal::create()
{
    home = make_directory(workspace.root(), home_name, is_home_new);
    bool is_new = false;
    directory = home ? make_directory(home, directory_name, is_new) : File();
    name = workspace::temporary_name();
    file = directory ? system::create_beneath(directory, name) : File();
    if (!file && is_no_place(errno))
        return true;
    if (!file && errno != ENOENT)
        throw system::system_error("cannot write a journal of the changes to '.agentcli/journal'");
    // Before it is locked, the journal looks like that of a killed process, so another process may
    // remove it.
    struct stat status { };
    if (file && flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0
        && fstat(file.descriptor(), &status) == 0 && status.st_nlink > 0)
        return true;
    if (file)
        unlinkat(directory.descriptor(), name.c_str(), 0);
    return false;
}

void Journal::write(std::string_view text)
{
    if (!file)
        return;
    system::write_whole(file, "the journal of the changes", text);
    size += static_cast<off_t>(text.size());
    if (workspace.is_durable())
        synchronise();
}

// Writes the file and all names that lead to it through to the disk.
void Journal::synchronise() const
{
    const File root = system::open_in(workspace.root(), ".", O_RDONLY | O_DIRECTORY);
    const std::string what_failed = "cannot write the journal of the changes through to the disk";
    if (fdatasync(file.descriptor()) != 0)
        throw system::system_error(what_failed);
    system::synchronise_names(directory, what_failed);
    system::synchronise_names(home, what_failed);
    if (is_home_new)
        system::synchronise_names(root, what_failed);
}

void Journal::prepared(const Plan& plan) { write(prepared_text(plan)); }

// If writing the text through to the disk fails, the text may be there nevertheless. The caller
// then takes the change back; if it is killed meanwhile, a recovery must not treat the change as
// done, so the text is cut off again. If that fails, too, the recovery decides by the names, which
// lead to what they led to before.
void Journal::done()
{
    const off_t before = size;
    try {
        write(done_text());
    } catch (const ToolError&) {
        if (file && ftruncate(file.descriptor(), before) != 0)
            keep();
        throw;
    }
}

bool Journal::is_something_left() const noexcept
try {
    return std::any_of(temporaries.begin(), temporaries.end(), [&](const PlannedChange& change) {
        return system::status_in(
            workspace.open_resolved(change.directory, O_RDONLY | O_DIRECTORY), change.temporary);
    });
} catch (const ToolError& error) {
    return error.code != Code::not_found && error.code != Code::not_a_directory;
}

// The directories stay if they contain anything else.
void Journal::remove() noexcept
{
    if (file && !is_kept && !is_something_left())
        unlinkat(directory.descriptor(), name.c_str(), 0);
    if (home)
        unlinkat(home.descriptor(), directory_name, AT_REMOVEDIR);
    if (std::exchange(is_home_new, false) && flock(home.descriptor(), LOCK_EX | LOCK_NB) == 0)
        unlinkat(workspace.root().descriptor(), home_name, AT_REMOVEDIR);
}

Journal::~Journal() { remove(); }

void remove_empty_journals(const Workspace& workspace)
{
    if (const File home = system::open_in(workspace.root(), home_name, O_RDONLY | O_DIRECTORY))
        unlinkat(home.descriptor(), directory_name, AT_REMOVEDIR);
}

namespace {

// A journal is a sequence of fields that end with NUL, which file names cannot contain.
constexpr std::string_view title = "agentcli journal 1";
constexpr std::string_view last_planned = "planned";
constexpr std::string_view last_prepared = "prepared";
constexpr std::string_view last_done = "done";

class Writer {
public:
    std::string text;

    Writer& operator<<(std::string_view field)
    {
        text += field;
        text += '\0';
        return *this;
    }

    Writer& operator<<(const std::optional<system::Identity>& identity)
    {
        if (identity)
            for (const auto number : {static_cast<std::int64_t>(identity->inode), identity->size,
                     identity->seconds, identity->nanoseconds})
                text += std::to_string(number) + ' ';
        return *this << "";
    }
};

constexpr std::size_t max_field = PATH_MAX;

// Reads the fields of a journal. Each read fails (nullopt or false) if the text ends too early
// (is_cut), or if the field is not what it should be.
class Reader {
public:
    explicit Reader(std::string_view text)
        : rest(text)
    {
    }

    std::optional<std::string> field()
    {
        const std::size_t end = rest.substr(0, max_field).find('\0');
        if (end == std::string_view::npos) {
            cut = rest.size() < max_field;
            return std::nullopt;
        }
        std::string value(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        return value;
    }

    bool has(std::string_view expected)
    {
        const auto value = field();
        cut = cut && expected.starts_with(rest);
        return value == expected;
    }

    // Returns true if the text ended within the field that was read last, which was correct up to
    // there.
    bool is_cut() const { return cut; }

    bool is_at_end() const { return rest.empty(); }

    std::optional<std::size_t> count()
    {
        const auto value = field();
        std::size_t number = 0;
        if (!value || !read(*value, number) || number > max_in_a_plan)
            return std::nullopt;
        return number;
    }

    bool identity(std::optional<system::Identity>& identity)
    {
        const auto value = field();
        if (!value || value->empty())
            return value.has_value();
        std::array<std::int64_t, 4> numbers {};
        std::string_view text = *value;
        for (auto& number : numbers) {
            const std::size_t end = text.find(' ');
            if (end == std::string_view::npos || !read(text.substr(0, end), number))
                return false;
            text.remove_prefix(end + 1);
        }
        identity = {static_cast<std::uint64_t>(numbers[0]), numbers[1], numbers[2], numbers[3]};
        return text.empty();
    }

private:
    template<class Number>
    static bool read(std::string_view text, Number& number)
    {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc() && end == text.data() + text.size();
    }

    std::string_view rest;
    bool cut = false;
};

// Returns true if the plan is complete.
bool read_plan(Reader& reader, Plan& plan)
{
    const auto directories = reader.count();
    for (std::size_t index = 0; directories && index < *directories; ++index) {
        auto path = reader.field();
        if (!path)
            return false;
        plan.new_directories.push_back(std::move(*path));
    }
    const auto changes = directories ? reader.count() : std::nullopt;
    for (std::size_t index = 0; changes && index < *changes; ++index) {
        PlannedChange& change = plan.changes.emplace_back();
        for (std::string* const text : {&change.directory, &change.name, &change.temporary}) {
            auto value = reader.field();
            if (!value)
                return false;
            *text = std::move(*value);
        }
        if (!reader.identity(change.old))
            return false;
    }
    return changes && reader.has(last_planned);
}

bool read_prepared(Reader& reader, Plan& plan)
{
    for (auto& change : plan.changes)
        if (!reader.identity(change.future))
            return false;
    return reader.has(last_prepared);
}

}

std::string plan_text(const Plan& plan)
{
    Writer writer;
    writer << title << std::to_string(plan.new_directories.size());
    for (const auto& path : plan.new_directories)
        writer << path;
    writer << std::to_string(plan.changes.size());
    for (const auto& change : plan.changes)
        writer << change.directory << change.name << change.temporary << change.old;
    return (writer << last_planned).text;
}

std::string prepared_text(const Plan& plan)
{
    Writer writer;
    for (const auto& change : plan.changes)
        writer << change.future;
    return (writer << last_prepared).text;
}

std::string done_text() { return (Writer() << last_done).text; }

std::optional<Plan> parse_journal(std::string_view text)
{
    Reader reader(text);
    const auto unless_malformed = [&](Plan plan) {
        return reader.is_cut() ? std::optional(std::move(plan)) : std::nullopt;
    };
    Plan plan;
    if (!reader.has(title) || !read_plan(reader, plan))
        return unless_malformed({});
    if (!read_prepared(reader, plan)) {
        for (auto& change : plan.changes)
            change.future.reset();
        return unless_malformed(std::move(plan));
    }
    plan.is_prepared = true;
    if (!reader.has(last_done))
        return unless_malformed(std::move(plan));
    plan.is_done = true;
    return reader.is_at_end() ? std::optional(std::move(plan)) : std::nullopt;
}

std::size_t max_of_prepared_text(const Plan& plan)
{
    constexpr std::size_t max_identity
        = 4 * 21 + 1; // four 64-bit numbers, a space after each, and the NUL
    return plan.changes.size() * max_identity + prepared_text({}).size();
}

}
