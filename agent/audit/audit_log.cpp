#include "agent/audit/audit_log.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace agent::audit {

using namespace toolkit;

static const std::string place = ".agentcli/audit";

std::string hash_before_all() { return std::string(64, '0'); }

// Holds the lock while a log is read and written to.
class AuditLog::Turn {
public:
    explicit Turn(AuditLog& log)
        : log(log)
    {
        log.open_audit_directory();
        if (!log.lock || !log.lock->take_again(log.audit_directory)) {
            log.lock.reset();
            log.lock.emplace(log.audit_directory);
        }
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { log.lock->give_up(); }

private:
    AuditLog& log;
};

AuditLog::AuditLog(std::string directory)
    : directory_path(std::move(directory))
{
}

// Opens the directory only once: if it is removed later, that is an error, and it is not created
// again.
void AuditLog::open_audit_directory()
{
    if (audit_directory)
        return;
    directory = File(open(directory_path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory)
        throw system::system_error("cannot open the directory of the audit directory");
    audit_directory = system::open_own_part(directory, "audit", "the audit directory");
}

static bool is_log(std::string_view name)
{
    return name.size() == 12 && name.ends_with(".log")
        && name.substr(0, 8).find_first_not_of("0123456789") == std::string_view::npos;
}

std::vector<std::string> AuditLog::logs() const
{
    std::vector<std::string> names;
    lseek(audit_directory.descriptor(), 0, SEEK_SET); // from the start
    system::for_each_entry(audit_directory, place, [&](std::string_view entry, unsigned char) {
        if (is_log(entry))
            names.emplace_back(entry);
    });
    std::sort(names.rbegin(), names.rend());
    return names;
}

AuditLog::End AuditLog::end_of(const File& file, const std::string& file_path) const
{
    const std::int64_t bytes = system::status_of(file, file_path).st_size;
    std::string tail;
    std::size_t begin = std::string::npos;
    for (std::int64_t step = 1 << 14; begin == std::string::npos; step *= 4) {
        if (step > max_audit_line)
            throw ToolError(Code::too_large,
                "the audit log '" + file_path
                    + "' ends with a line of more than 16 MiB, which agentcli has not written",
                "put that file elsewhere; --audit best-effort continues without a complete trail");
        const std::int64_t from = std::max<std::int64_t>(bytes - step, 0);
        tail = system::read_range(file, file_path, from, static_cast<std::size_t>(bytes - from));
        begin = tail.size() < 2 ? std::string::npos : tail.rfind('\n', tail.size() - 2);
        if (from == 0 && begin == std::string::npos)
            break;
    }
    End result;
    result.is_torn = !tail.ends_with('\n');
    std::string_view line(tail);
    line.remove_prefix(begin == std::string::npos ? 0 : begin + 1);
    line.remove_suffix(result.is_torn ? 0 : 1);
    result.hash = system::sha256(line);
    try {
        result.count = json::parse_bounded(line).value("seq", std::uint64_t {0});
    } catch (const std::exception&) {
        result.count = 0; // not a line of agentcli; `audit verify` reports it
    }
    return result;
}

// Checks the type of the file: a clone or a command may have put anything there.
static struct stat status_of_log(const File& log, const std::string& path)
{
    const struct stat status = system::status_of(log, path);
    if (!S_ISREG(status.st_mode))
        throw ToolError(Code::not_a_file, "the audit log '" + path + "' is not a regular file");
    return status;
}

// Returns the end of the newest log that is older than `limit` and not empty.
AuditLog::End AuditLog::end_before(const std::string& limit) const
{
    for (const auto& entry : logs()) {
        if (entry >= limit)
            continue;
        const File file(openat(audit_directory.descriptor(), entry.c_str(),
            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
        const std::string file_path = place + "/" + entry;
        if (!file)
            throw system::system_error("cannot read the audit log '" + file_path + "'");
        if (status_of_log(file, file_path).st_size > 0)
            return end_of(file, file_path);
    }
    return {0, hash_before_all()};
}

void AuditLog::open_log(const std::string& wanted)
{
    path = place + "/" + wanted;
    log = File(openat(audit_directory.descriptor(), wanted.c_str(),
        O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600));
    if (!log)
        throw system::system_error("cannot open the audit log '" + path + "'");
    const struct stat status = status_of_log(log, path);
    number = number_of(status);
    if (status.st_nlink > 1)
        throw ToolError(Code::not_a_file,
            "the audit log '" + path + "' has another name, which may be that of any file",
            "put a copy in its place");
    name = wanted;
    size = -1;
}

// Opens the log for the next line and finds its end. Lines are in the order in which they are
// written: never in an older file than the line before, whatever the clock says. The lock must be
// held.
void AuditLog::take_log(text::Time time)
{
    // List the logs each time: another run may have begun one, and modification times are too
    // coarse to show that.
    const std::vector<std::string> names = logs();
    const std::string day = text::utc(time, "%Y%m%d.log");
    const std::string wanted = names.empty() ? day : std::max(names.front(), day);
    if (wanted != name)
        open_log(wanted);

    struct stat status { };
    const int at = directory.descriptor();
    if (fstatat(at, path.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || number_of(status) != number)
        throw ToolError(Code::not_found,
            "the audit log '" + path + "' was taken away while it was written to",
            "put it back; --audit best-effort continues without it");
    if (size > status.st_size)
        throw ToolError(Code::not_found,
            "the audit log '" + path + "' was cut off while it was written to",
            "lines of this run are lost; --audit best-effort continues without them");
    if (status.st_size != size)
        end = status.st_size == 0 ? end_before(name) : end_of(log, path);
    size = status.st_size;
}

void AuditLog::check(text::Time time)
{
    const Turn turn(*this);
    take_log(time);
}

AuditReceipt AuditLog::append(text::Time time, std::string_view object)
{
    const Turn turn(*this);
    take_log(time);
    json::ObjectText head;
    head.add("ts", text::rfc3339(time));
    head.add_json("seq", std::to_string(end.count + 1));
    head.add("prev", end.hash);
    std::string line = head.take();
    line.back() = ',';
    line += object.substr(1);
    const std::string piece = (end.is_torn ? "\n" : "") + line + "\n";
    const ssize_t put = ::write(log.descriptor(), piece.data(), piece.size());
    if (put < 0)
        throw system::system_error("cannot write the audit log '" + path + "'");
    if (static_cast<std::size_t>(put) != piece.size()) {
        if (ftruncate(log.descriptor(), size) != 0) // the last line stays incomplete
            size = -1;
        throw ToolError(Code::no_space,
            "cannot write the audit log '" + path + "': the disk has no room for a line",
            "make room; --audit best-effort continues without it");
    }
    size += put;
    end = {end.count + 1, system::sha256(line)};
    return {end.count, end.hash};
}

}
