#include "runner/workflow/step_files.hpp"

#include "toolkit/glob/glob.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

namespace runner::workflow {

namespace fs = std::filesystem;

static constexpr std::size_t max_artifact = 1 << 30;
static constexpr std::size_t max_items_file = 1 << 30;

// The directory at which all that matches begins: what stands before the first wildcard.
static std::string fixed_part(const std::string& pattern)
{
    const auto wildcard = pattern.find_first_of("*?[\\");
    const auto slash = pattern.rfind('/', wildcard);
    return slash == std::string::npos ? "." : pattern.substr(0, slash);
}

static void refuse_outside(const std::string& path)
{
    const fs::path whole(path);
    const bool leaves = path.empty() || whole.is_absolute()
        || std::any_of(
            whole.begin(), whole.end(), [](const fs::path& part) { return part == ".."; });
    if (leaves)
        throw ToolError(Code::outside_workspace,
            text::in_quotes(path) + " is not a path in the workspace",
            "a relative path without ..");
}

static Json artifact_at(const std::string& path)
{
    const std::string bytes = system::read_found_file(path, "the artifact", max_artifact);
    return {{"path", path}, {"bytes", bytes.size()}, {"sha256", system::sha256(bytes)}};
}

static void add_matches(const std::string& pattern, std::map<std::string, Json>& found)
{
    refuse_outside(pattern);
    const glob::Glob glob(pattern);
    const std::size_t before = found.size();
    bool has_match = false;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(fixed_part(pattern), error), end;
         !error && entry != end; entry.increment(error)) {
        const std::string path = entry->path().lexically_normal().string();
        if (!entry->is_regular_file(error) || entry->is_symlink(error) || !glob.matches(path))
            continue;
        if (!text::is_utf8(path))
            throw ToolError(Code::bad_request,
                "the name of the artifact " + text::in_quotes(path) + " is not UTF-8",
                "the step has to name it otherwise");
        has_match = true;
        found.try_emplace(path, Json());
    }
    if (!has_match && found.size() == before)
        throw ToolError(Code::not_found, "no file matches the artifact " + text::in_quotes(pattern),
            "the step has to make it");
}

Json artifacts_of(const std::vector<YamlNode>& patterns)
{
    std::map<std::string, Json> found;
    for (const auto& pattern : patterns)
        add_matches(pattern.text, found);
    Json list = Json::array();
    for (const auto& [path, unused] : found)
        list.push_back(artifact_at(path));
    return list;
}

std::vector<Json> items_of_file(const std::string& path, bool are_json)
{
    refuse_outside(path);
    const std::string whole = system::read_found_file(path, "the items", max_items_file);
    if (!text::is_utf8(whole))
        throw ToolError(Code::bad_request, text::in_quotes(path) + " is not UTF-8");
    std::vector<Json> items;
    std::string_view rest = whole;
    std::size_t number = 0;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++number;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (!are_json)
            items.emplace_back(line);
        else if (!text::stripped(line).empty())
            items.push_back(json::parse_json(line,
                {.subject = "line " + std::to_string(number) + " of " + text::in_quotes(path)}));
    }
    return items;
}

}
