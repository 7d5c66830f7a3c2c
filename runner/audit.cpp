#include "runner/audit.hpp"

#include "toolkit/error.hpp"
#include "toolkit/hash.hpp"
#include "toolkit/text.hpp"
#include "toolkit/whole_json.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>

using Time = std::chrono::system_clock::time_point;

static std::string utc(Time time, const char* format)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts {};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text {};
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

static std::string rfc3339(Time time)
{
    const auto milliseconds
        = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
    std::array<char, 8> fraction {};
    std::snprintf(fraction.data(), fraction.size(), ".%03dZ", static_cast<int>(milliseconds));
    return utc(time, "%Y-%m-%dT%H:%M:%S") + fraction.data();
}

static File open_folder(const File& parent, const char* name, const std::string& path)
{
    const int where = parent ? parent.descriptor() : AT_FDCWD;
    if (mkdirat(where, name, 0700) != 0 && errno != EEXIST)
        throw system_error("cannot make the audit folder '" + path + "'");
    File folder(openat(where, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder)
        throw system_error("cannot open the audit folder '" + path + "'");
    return folder;
}

static File open_log(const std::string& path, const std::string& name)
{
    const File home = open_folder(File(), ".agentcli", ".agentcli");
    const File folder = open_folder(home, "audit", ".agentcli/audit");
    File log(openat(folder.descriptor(), name.c_str(),
        O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600));
    if (!log)
        throw system_error("cannot open the audit log '" + path + "'");
    if (!S_ISREG(status_of(log, path).st_mode))
        throw ToolError(Code::not_a_file, "the audit log '" + path + "' is not a regular file");
    return log;
}

static std::pair<File, std::string> open_log(Time time)
{
    const std::string name = utc(time, "%Y%m%d.log");
    std::string path = ".agentcli/audit/" + name;
    return {open_log(path, name), path};
}

static Json document(const AuditEntry& entry)
{
    Json line {{"ts", rfc3339(entry.time)}, {"tool", printable(entry.tool)}, {"argv", Json::array()},
        {"cwd", printable(std::filesystem::current_path().string())}, {"exit", nullptr},
        {"ms", entry.duration.count()}, {"stdoutBytes", entry.output_bytes},
        {"stderrBytes", entry.error_bytes}, {"truncated", entry.truncated},
        {"requestSha256", sha256(entry.request)}};
    for (const auto& argument : entry.argv)
        line["argv"].push_back(printable(argument));
    if (entry.exit)
        line["exit"] = *entry.exit;
    if (entry.signal)
        line["signal"] = *entry.signal;
    if (!entry.repairs.empty())
        line["repairs"] = Json::array();
    for (const auto& repair : entry.repairs)
        line["repairs"].push_back(printable(repair));
    if (!entry.failure.empty())
        line["failure"] = printable(entry.failure);
    if (!entry.sandbox.empty())
        line["sandbox"] = Json::parse(entry.sandbox);
    return line;
}

Audit::Audit(const Redaction& redaction)
    : redaction(redaction)
{
}

void Audit::check() const { open_log(std::chrono::system_clock::now()); }

void Audit::write(const AuditEntry& entry) const
{
    const auto [log, path] = open_log(entry.time);
    const std::string line = redaction.redact_json(document(entry)).dump() + "\n";
    const ssize_t put = ::write(log.descriptor(), line.data(), line.size());
    if (put < 0)
        throw system_error("cannot write the audit log '" + path + "'");
    if (static_cast<std::size_t>(put) != line.size())
        throw ToolError(
            Code::no_space, "cannot write the audit log '" + path + "': it took a part of a line only");
}
