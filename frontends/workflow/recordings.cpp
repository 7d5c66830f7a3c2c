#include "frontends/workflow/recordings.hpp"

#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace frontends::workflow {

static constexpr std::size_t max_recording = 1 << 30;

template<class Visit>
static void for_each_line(std::string_view text, const Visit& visit)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (const auto line = text.substr(0, end); !text::stripped(line).empty())
            visit(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

Recordings::Recordings(const std::string& record, const std::string& replay)
    : replays(!replay.empty())
    , record_path(record)
{
    if (replays)
        for_each_line(system::read_named_file(replay, "the recording", max_recording),
            [&](std::string_view line) {
                Json fields = json::parse_json(line, {.subject = "a line of the recording"});
                if (!fields.is_object() || !fields.contains("step")
                    || !fields.at("step").is_string())
                    throw ToolError(Code::bad_request,
                        "the recording " + text::in_quotes(replay) + " has a line without a step",
                        "--record of a workflow writes one for each");
                const std::string step = fields.at("step");
                fields.erase("step");
                parts[step].push_back(fields.dump() + "\n");
            });
    if (!record.empty())
        recorded = system::open_named_file(record, "the recording to", O_TRUNC);
}

Recordings::Part::Part(const std::string& content)
    : file(memfd_create("recording", MFD_CLOEXEC))
{
    if (!file)
        throw system::system_error("cannot keep a recording in memory");
    const int error = system::write_all(file.descriptor(), content, [] { return false; });
    if (error != 0)
        throw system::system_error("cannot keep a recording in memory", error);
}

std::string Recordings::Part::path() const
{
    return "/proc/self/fd/" + std::to_string(file.descriptor());
}

std::string Recordings::Part::content() const
{
    return system::read_named_file(path(), "the recording", max_recording);
}

Recordings::Part Recordings::part_of(const std::string& step)
{
    const auto found = parts.find(step);
    if (found == parts.end())
        throw ToolError(
            Code::conflict, "the recording has nothing of the step " + text::in_quotes(step));
    const auto& lines = found->second;
    std::size_t& first = replayed[step];
    if (first >= lines.size())
        first = 0;
    std::string rest;
    for (std::size_t number = first; number < lines.size(); ++number)
        rest += lines[number];
    return Part(rest);
}

void Recordings::add(const std::string& step, const Part& part)
{
    std::string lines;
    for_each_line(part.content(), [&](std::string_view line) {
        Json whole {{"step", step}};
        whole.update(json::parse_bounded(line));
        lines += whole.dump() + "\n";
    });
    system::write_named_file(recorded, record_path, lines);
}

}
