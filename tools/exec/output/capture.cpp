#include "capture.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/outputs.hpp"
#include "toolkit/text/elision.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace exec::output {

Spill::Spill(const Workspace& workspace, std::string stream, std::int64_t limit)
    : workspace(workspace)
    , stream(std::move(stream))
    , room(limit)
{
}

Spill Spill::none(const Workspace& workspace)
{
    Spill spill(workspace, "", 0);
    spill.cut = true;
    return spill;
}

std::string Spill::path() const { return name.empty() ? "" : ".agentcli/output/" + name; }

void Spill::make()
{
    outputs_directory = system::open_outputs(workspace.root());
    const std::string made = system::name_for_output(stream);
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    file = File(openat(outputs_directory.descriptor(), made.c_str(), flags, S_IRUSR | S_IWUSR));
    if (!file)
        throw system::system_error("cannot make a file for the output");
    // If locking fails, the file is not removed soon: it is the newest one.
    flock(file.descriptor(), LOCK_EX | LOCK_NB);
    name = made;
}

void Spill::write(std::string_view bytes)
{
    if (!file)
        make();
    system::write_whole(file, path(), bytes);
}

void Spill::append(std::string_view bytes)
{
    if (!reason.empty() || cut)
        return;
    cut = std::cmp_greater(bytes.size(), room);
    bytes = bytes.substr(0, static_cast<std::size_t>(room));
    room -= static_cast<std::int64_t>(bytes.size());
    try {
        write(bytes);
    } catch (const ToolError& error) {
        reason = error.message;
        if (!name.empty())
            unlinkat(outputs_directory.descriptor(), name.c_str(), 0);
        name.clear();
        file.close();
    }
}

namespace {

std::int64_t line_ends(std::string_view bytes)
{
    return std::count(bytes.begin(), bytes.end(), '\n');
}

}

Capture::Capture(std::size_t most, Spill spill)
    : most(most)
    , spill(std::move(spill))
{
}

void Capture::append(std::string_view bytes)
{
    total += static_cast<std::int64_t>(bytes.size());
    lines += line_ends(bytes);
    if (is_over) {
        spill.append(bytes);
        tail += bytes;
        trim();
        return;
    }
    head += bytes;
    if (head.size() > most)
        divide();
}

void Capture::divide()
{
    is_over = true;
    spill.append(head);
    const std::size_t end = text::end_of_head(head, most / 2);
    tail = head.substr(end);
    head.resize(end);
    head.shrink_to_fit();
    trim();
}

// Keeps one byte more than needed: it tells whether the kept part begins a line.
void Capture::trim()
{
    const std::size_t kept = most - most / 2 + 1;
    constexpr std::size_t slack = 256 << 10;
    if (tail.size() > kept + slack)
        tail.erase(0, tail.size() - kept);
}

std::string Capture::missing(std::string_view end) const
{
    const std::int64_t bytes = total - static_cast<std::int64_t>(head.size() + end.size());
    const std::int64_t missing_lines = lines - line_ends(head) - line_ends(end);
    std::string line = head.empty() || head.ends_with('\n') ? "[" : "\n[";
    line += std::to_string(bytes) + " bytes, " + std::to_string(missing_lines)
        + " newlines left out";
    if (!spill.path().empty())
        line += (spill.is_cut() ? "; the beginning is in " : "; the whole is in ") + spill.path();
    return line + "]\n";
}

std::int64_t Capture::first_missing_line() const { return line_ends(head) + 1; }

void Capture::limit(std::size_t fewer)
{
    if (fewer >= most)
        return;
    most = fewer;
    if (is_over)
        head.resize(text::end_of_head(head, most / 2));
    else if (head.size() > most)
        divide();
}

std::string Capture::text() const
{
    if (!is_over)
        return head;
    const std::string_view all = tail;
    const std::string_view end
        = all.substr(text::begin_of_tail(all, std::min(all.size(), most - most / 2)));
    return head + missing(end) + std::string(end);
}

}
