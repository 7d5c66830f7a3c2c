#include "agent/audit/audit_lines.hpp"

#include "agent/audit/audit_log.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace agent::audit {

using Visit = std::function<void(const AuditPlace& place, std::string_view line)>;

static constexpr std::size_t max_entry = max_audit_line;

std::string AuditPlace::text() const { return file + ", line " + std::to_string(line); }

static bool read_more(int descriptor, std::string& text, const std::string& name)
{
    constexpr std::size_t step = 256 << 10;
    const std::size_t before = text.size();
    text.resize(before + step);
    ssize_t got = 0;
    do
        got = read(descriptor, text.data() + before, step);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        throw system::system_error("cannot read " + text::in_quotes(name));
    text.resize(before + static_cast<std::size_t>(got));
    return got > 0;
}

// Visits the lines in at most the first `size` bytes.
static void visit_lines(int descriptor, const std::string& name, const Visit& visit,
    std::uint64_t size = std::numeric_limits<std::uint64_t>::max())
{
    AuditPlace place {name};
    std::string held;
    bool is_more = true;
    while (is_more) {
        const std::size_t before = held.size();
        is_more = size > 0 && read_more(descriptor, held, name);
        if (held.size() - before > size)
            held.resize(before + size);
        size -= held.size() - before;
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = held.find('\n', begin)) != std::string::npos;
             begin = end + 1) {
            ++place.line;
            visit(place, std::string_view(held).substr(begin, end - begin));
        }
        held.erase(0, begin);
        if (held.size() > max_entry)
            throw ToolError(
                Code::too_large, place.text() + ": the next line is longer than 16 MiB");
    }
    ++place.line;
    if (!held.empty()) // an incomplete last line, cut off by a crash
        visit(place, held);
}

static File open_to_read(const std::string& path, std::uint64_t flags)
{
    File file(open(path.c_str(), static_cast<int>(O_RDONLY | O_CLOEXEC | O_NOCTTY | flags)));
    if (!file)
        throw system::system_error("cannot read the audit trail " + text::in_quotes(path));
    return file;
}

struct LogSize {
    std::string name;
    std::uint64_t size;
};

// Returns the logs of a directory, sorted by name, with their sizes. Holds the lock meanwhile, so
// that no size ends within a line that is being written; but no longer, since the reader of the
// output may take any time.
static std::vector<LogSize> whole_logs_in(const File& directory, const std::string& path)
{
    const auto while_looking = AuditLock::find(directory);
    std::vector<LogSize> logs;
    system::for_each_entry(directory, path, [&](std::string_view entry, unsigned char) {
        if (!entry.ends_with(".log"))
            return;
        const auto status = system::status_in(directory, std::string(entry));
        logs.push_back(
            {std::string(entry), status ? static_cast<std::uint64_t>(status->st_size) : 0});
    });
    std::sort(logs.begin(), logs.end(),
        [](const LogSize& left, const LogSize& right) { return left.name < right.name; });
    return logs;
}

void for_each_audit_line(int descriptor, const std::string& name, const Visit& visit)
{
    visit_lines(descriptor, name, visit);
}

void for_each_audit_line(const std::string& source, const Visit& visit)
{
    const File file = open_to_read(source, O_NONBLOCK);
    if (!S_ISDIR(system::status_of(file, source).st_mode))
        return visit_lines(file.descriptor(), source, visit);
    for (const auto& [name, size] : whole_logs_in(file, source)) {
        const std::string path = source + "/" + name;
        visit_lines(open_to_read(path, O_NOFOLLOW | O_NONBLOCK).descriptor(), path, visit, size);
    }
}

template<std::size_t count>
static bool is_among(const std::array<std::string_view, count>& fields, std::string_view field)
{
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

Json redacted_field(const redaction::Redaction& redaction, const std::string& field, Json value)
{
    static constexpr std::array<std::string_view, 13> verified {"ts", "seq", "prev", "run", "exit",
        "signal", "ms", "requestSha256", "answerSha256", "end", "exitStatus", "steps", "calls"};
    static constexpr std::array<std::string_view, 18> of_operator {"argv", "cwd", "approval",
        "sandbox", "runsLater", "gitObeys", "gitRemoved", "background", "via", "mcp", "server",
        "state", "variables", "listSha256", "tools", "rule", "allows", "binding"};
    const redaction::Redaction& own = redaction.of_operator();
    if (is_among(verified, field))
        return value;
    if (field == "tool" && value.is_string())
        return own.redact_name(value.get<std::string>());
    return is_among(of_operator, field) ? own.redact_json(value) : redaction.redact_json(value);
}

std::string redacted_line(const redaction::Redaction& redaction, std::string_view line)
{
    std::string plain = redaction.redact(line);
    if (plain == line)
        return plain;
    try {
        Json fields = json::parse_bounded(line);
        if (fields.is_object()) {
            for (const auto& [field, value] : fields.items())
                value = redacted_field(redaction, field, std::move(value));
            return fields.dump();
        }
    } catch (const ToolError&) { // not a line of a trail
    }
    return plain;
}

}
