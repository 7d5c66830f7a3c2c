#include "agent/calls/runs_later_report.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/json/whole_json.hpp"
#include "toolkit/text/shortened.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

static std::string shortened_path(const std::string& given, const Redaction* redaction)
{
    constexpr std::size_t longest_path = 300;
    if (given.size() <= longest_path)
        return given;
    const std::string path = redaction == nullptr ? given : redaction->redact(given);
    return shortened(path, longest_path);
}

Json runs_later_of(const Json& answer, const Redaction* redaction)
{
    constexpr std::size_t most_paths = 20;
    Json fields = Json::object();
    Json paths = Json::array();
    const Json& files = member(answer, "runsLater");
    for (const auto& file : files.is_array() ? files : Json::array())
        if (file.is_string() && paths.size() < most_paths)
            paths.push_back(shortened_path(file, redaction));
    if (!paths.empty())
        fields["runsLater"] = std::move(paths);
    const Json& more = member(answer, "runsLaterMore");
    const std::uint64_t stated = more.is_number_unsigned() ? more.get<std::uint64_t>() : 0;
    const std::uint64_t cut = std::max(files.is_array() ? files.size() : 0, most_paths) - most_paths;
    if (stated > 0 || cut > 0)
        fields["runsLaterMore"] = stated > UINT64_MAX - cut ? stated : stated + cut;
    if (member(answer, "runsLaterIncomplete") == true)
        fields["runsLaterIncomplete"] = true;
    return fields;
}

std::string runs_later_rest(const Json& fields)
{
    const Json& more = member(fields, "runsLaterMore");
    std::string text = more.is_number() ? "and " + more.dump() + " more" : "";
    if (member(fields, "runsLaterIncomplete") != true)
        return text;
    return text + (text.empty() ? "not all was looked at" : "; not all was looked at");
}

std::string runs_later_text(const Json& fields)
{
    std::string text;
    const Json& files = member(fields, "runsLater");
    for (const auto& file : files.is_array() ? files : Json::array())
        text += (text.empty() ? "" : ", ") + (file.is_string() ? file.get<std::string>() : file.dump());
    const std::string rest = runs_later_rest(fields);
    return text + (text.empty() || rest.empty() ? "" : ", ") + rest;
}
