#include "toolkit/journal.hpp"

#include "toolkit/directory.hpp"
#include "toolkit/error.hpp"
#include "toolkit/opening.hpp"
#include "toolkit/workspace.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

namespace {

constexpr const char* home_name = ".agentcli";
constexpr const char* folder_name = "journal";

// Fields that end with a NUL, which no name can hold.
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

    Writer& operator<<(const std::optional<Identity>& identity)
    {
        if (identity)
            for (const auto number : {static_cast<std::int64_t>(identity->inode), identity->size,
                     identity->seconds, identity->nanoseconds})
                text += std::to_string(number) + ' ';
        return *this << "";
    }
};

// Each is none where the text is at its end, or not what it should be.
class Reader {
public:
    explicit Reader(std::string_view text)
        : rest(text)
    {
    }

    std::optional<std::string> field()
    {
        const std::size_t end = rest.find('\0');
        if (end == std::string_view::npos)
            return std::nullopt;
        std::string value(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        return value;
    }

    bool has(std::string_view expected) { return field() == expected; }

    std::optional<std::size_t> count()
    {
        const auto value = field();
        std::size_t number = 0;
        if (!value || !read(*value, number) || number > most_in_a_plan)
            return std::nullopt;
        return number;
    }

    bool identity(std::optional<Identity>& identity)
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
};

// True where all of the plan is there.
bool read_plan(Reader& reader, Plan& plan)
{
    const auto directories = reader.count();
    for (std::size_t index = 0; directories && index < *directories; ++index)
        if (auto path = reader.field())
            plan.new_directories.push_back(std::move(*path));
    const auto changes = reader.count();
    for (std::size_t index = 0; changes && index < *changes; ++index) {
        auto directory = reader.field();
        auto name = reader.field();
        auto temporary = reader.field();
        std::optional<Identity> old;
        if (!temporary || !reader.identity(old))
            return false;
        plan.changes.push_back({std::move(*directory), std::move(*name), std::move(*temporary), old});
    }
    return directories && changes && reader.has(last_planned);
}

bool read_prepared(Reader& reader, Plan& plan)
{
    for (auto& change : plan.changes)
        if (!reader.identity(change.fresh))
            return false;
    return reader.has(last_prepared);
}

// Errors after which the change goes on without a journal: .agentcli can't be written, or is something else.
bool is_no_place(int error)
{
    return error == EACCES || error == EPERM || error == EROFS || error == ENOTDIR || error == ELOOP
        || error == EXDEV;
}

// Opens it, or makes it. Errors are errno, with a File that holds none.
File make_folder(const File& parent, const char* name, bool& is_new)
{
    File opened = open_in(parent, name, O_RDONLY | O_DIRECTORY);
    if (opened || errno != ENOENT)
        return opened;
    if (mkdirat(parent.descriptor(), name, 0700) == 0)
        is_new = true;
    else if (errno != EEXIST)
        return {};
    return open_in(parent, name, O_RDONLY | O_DIRECTORY);
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
        writer << change.fresh;
    return (writer << last_prepared).text;
}

std::string done_text() { return (Writer() << last_done).text; }

std::optional<Plan> parse_journal(std::string_view text)
{
    Reader reader(text);
    const bool has_title = reader.has(title);
    const bool is_cut = (std::string(title) + '\0').starts_with(text);
    if (!has_title && !is_cut)
        return std::nullopt;
    Plan plan;
    if (!has_title || !read_plan(reader, plan))
        return Plan {};
    Plan prepared = plan;
    prepared.is_prepared = read_prepared(reader, prepared);
    prepared.is_done = prepared.is_prepared && reader.has(last_done);
    return prepared.is_prepared ? prepared : plan;
}

File open_journals(const Workspace& workspace)
{
    return open_in(workspace.root(), std::string(home_name) + "/" + folder_name, O_RDONLY | O_DIRECTORY);
}

Journal::Journal(const Workspace& workspace, const Plan& plan)
    : workspace(workspace)
{
    if (std::max(plan.changes.size(), plan.new_directories.size()) > most_in_a_plan)
        throw ToolError(Code::too_large,
            "more than " + std::to_string(most_in_a_plan)
                + " files can't be changed all at once or not at all",
            "change fewer at a time");
    try {
        constexpr int most_tries = 64; // each is lost to another program that is done, or looks for journals
        for (int tries = 0; !create(); ++tries)
            if (tries == most_tries)
                throw system_error("cannot write a journal of the changes to '.agentcli/journal'");
        write(plan_text(plan));
    } catch (const ToolError& error) {
        remove();
        file.close();
        const bool changes_a_name = std::any_of(plan.changes.begin(), plan.changes.end(),
            [](const PlannedChange& change) { return !change.name.empty(); });
        // What makes room must not need any.
        if (changes_a_name || error.code != Code::no_space)
            throw;
    }
}

// False where it should be tried again.
bool Journal::create()
{
    home = make_folder(workspace.root(), home_name, is_home_new);
    bool is_new = false;
    directory = home ? make_folder(home, folder_name, is_new) : File();
    name = temporary_name();
    file = directory ? create_beneath(directory, name) : File();
    if (!file && is_no_place(errno))
        return true;
    if (!file && errno != ENOENT)
        throw system_error("cannot write a journal of the changes to '.agentcli/journal'");
    // Until it is locked it looks like that of a process which was killed, and may be removed as such.
    struct stat status { };
    if (file && flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0 && fstat(file.descriptor(), &status) == 0
        && status.st_nlink > 0)
        return true;
    if (file)
        unlinkat(directory.descriptor(), name.c_str(), 0);
    return false;
}

void Journal::write(std::string_view text)
{
    if (!file)
        return;
    write_whole(file, "the journal of the changes", text);
    if (workspace.is_durable())
        synchronise();
}

// The file, and the names that lead to it.
void Journal::synchronise() const
{
    const File root = open_in(workspace.root(), ".", O_RDONLY | O_DIRECTORY);
    if (fdatasync(file.descriptor()) != 0 || fsync(directory.descriptor()) != 0
        || fsync(home.descriptor()) != 0 || (is_home_new && fsync(root.descriptor()) != 0))
        throw system_error("cannot write the journal of the changes through to the disk");
}

void Journal::prepared(const Plan& plan) { write(prepared_text(plan)); }

void Journal::done() { write(done_text()); }

// The folders stay where something else is in them.
void Journal::remove() noexcept
{
    if (file)
        unlinkat(directory.descriptor(), name.c_str(), 0);
    if (home)
        unlinkat(home.descriptor(), folder_name, AT_REMOVEDIR);
    if (is_home_new)
        unlinkat(workspace.root().descriptor(), home_name, AT_REMOVEDIR);
}

Journal::~Journal() { remove(); }

void remove_empty_journals(const Workspace& workspace)
{
    if (const File home = open_in(workspace.root(), home_name, O_RDONLY | O_DIRECTORY))
        unlinkat(home.descriptor(), folder_name, AT_REMOVEDIR);
    unlinkat(workspace.root().descriptor(), home_name, AT_REMOVEDIR);
}
