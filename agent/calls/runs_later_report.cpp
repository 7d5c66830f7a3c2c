#include "agent/calls/runs_later_report.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace agent::calls {

using namespace toolkit;

static std::string shortened_path(const std::string& given, const redaction::Redaction* redaction)
{
    constexpr std::size_t max_path = 300;
    if (given.size() <= max_path)
        return given;
    const std::string path = redaction == nullptr ? given : redaction->redact(given);
    return text::shortened(path, max_path);
}

// Adds three fields of the answer: the paths (NAME), the number of paths left out (NAMEMore), and
// whether there may be others (NAMEIncomplete).
static void add_report(Json& fields, const std::string& name, const Json& answer,
    const redaction::Redaction* redaction)
{
    constexpr std::size_t max_paths = 20;
    Json paths = Json::array();
    const Json& files = json::member(answer, name.c_str());
    for (const auto& file : files.is_array() ? files : Json::array())
        if (file.is_string() && paths.size() < max_paths)
            paths.push_back(shortened_path(file, redaction));
    if (!paths.empty())
        fields[name] = std::move(paths);
    const Json& more = json::member(answer, (name + "More").c_str());
    const std::uint64_t stated = more.is_number_unsigned() ? more.get<std::uint64_t>() : 0;
    const std::uint64_t cut = std::max(files.is_array() ? files.size() : 0, max_paths) - max_paths;
    if (stated > 0 || cut > 0)
        fields[name + "More"] = stated > UINT64_MAX - cut ? stated : stated + cut;
    if (json::member(answer, (name + "Incomplete").c_str()) == true)
        fields[name + "Incomplete"] = true;
}

Json runs_later_of(const Json& answer, const redaction::Redaction* redaction)
{
    Json fields = Json::object();
    for (const char* name : {"runsLater", "gitObeys", "gitRemoved"})
        add_report(fields, name, answer, redaction);
    return fields;
}

static std::string rest_text(const Json& fields, const std::string& name)
{
    const Json& more = json::member(fields, (name + "More").c_str());
    std::string text = more.is_number() ? "and " + more.dump() + " more" : "";
    if (json::member(fields, (name + "Incomplete").c_str()) != true)
        return text;
    return text + (text.empty() ? "not all was looked at" : "; not all was looked at");
}

static std::string report_text(const Json& fields, const std::string& name)
{
    std::string text;
    const Json& files = json::member(fields, name.c_str());
    for (const auto& file : files.is_array() ? files : Json::array())
        text += (text.empty() ? "" : ", ")
            + (file.is_string() ? file.get<std::string>() : file.dump());
    const std::string rest = rest_text(fields, name);
    return text + (text.empty() || rest.empty() ? "" : ", ") + rest;
}

std::string runs_later_rest(const Json& fields) { return rest_text(fields, "runsLater"); }

std::string runs_later_text(const Json& fields) { return report_text(fields, "runsLater"); }

std::string git_text(const Json& fields)
{
    const std::string obeyed = report_text(fields, "gitObeys");
    const std::string removed = report_text(fields, "gitRemoved");
    return (obeyed.empty() ? "" : "git obeys: " + obeyed)
        + (obeyed.empty() || removed.empty() ? "" : "; ")
        + (removed.empty() ? "" : "git removed: " + removed);
}

}
