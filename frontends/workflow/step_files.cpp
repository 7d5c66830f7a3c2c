#include "frontends/workflow/step_files.hpp"

#include "toolkit/glob/glob.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace frontends::workflow {

namespace fs = std::filesystem;

static constexpr std::int64_t max_artifact = 1 << 30;
static constexpr std::size_t max_artifacts = 10'000;
static constexpr std::int64_t max_items_file = 64 << 20;
static constexpr std::size_t max_item = 16 << 20;

// Returns the directory that contains all matches: the part before the first wildcard.
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

static Json artifact_at(const std::string& path, system::Cancel& cancel)
{
    const File file = system::open_found_file(path, "the artifact");
    const std::int64_t size = system::status_of(file, path).st_size;
    if (size > max_artifact)
        throw ToolError(Code::too_large,
            "the artifact " + text::in_quotes(path) + " has more than "
                + std::to_string(max_artifact >> 30) + " GiB");
    return {{"path", path}, {"bytes", size},
        {"sha256",
            system::sha256(file, path, {size, "hash", "the step has changed it meanwhile"},
                [&] { cancel.check(); })}};
}

static void add_matches(
    const std::string& pattern, std::set<std::string>& found, system::Cancel& cancel)
{
    refuse_outside(pattern);
    const glob::Glob glob(pattern);
    const std::size_t before = found.size();
    bool has_match = false;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(fixed_part(pattern), error), end;
         !error && entry != end; entry.increment(error)) {
        cancel.check();
        const std::string path = entry->path().lexically_normal().string();
        if (!entry->is_regular_file(error) || entry->is_symlink(error) || !glob.matches(path))
            continue;
        if (!text::is_utf8(path))
            throw ToolError(Code::bad_request,
                "the name of the artifact " + text::in_quotes(path) + " is not UTF-8",
                "the step has to name it otherwise");
        has_match = true;
        found.insert(path);
        if (found.size() > max_artifacts)
            throw ToolError(Code::too_large,
                "more than " + std::to_string(max_artifacts) + " files match the artifacts",
                "the step can make an archive of them");
    }
    if (!has_match && found.size() == before)
        throw ToolError(Code::not_found, "no file matches the artifact " + text::in_quotes(pattern),
            "the step has to make it");
}

Json artifacts_of(const std::vector<YamlNode>& patterns, system::Cancel& cancel)
{
    std::set<std::string> found;
    for (const auto& pattern : patterns)
        add_matches(pattern.text, found, cancel);
    Json list = Json::array();
    for (const auto& path : found)
        list.push_back(artifact_at(path, cancel));
    return list;
}

ToolError too_many(const std::string& whose, const std::string& what)
{
    return {Code::too_large, whose + " more than " + std::to_string(max_items) + " " + what,
        "divide them into several runs"};
}

namespace {

// Takes the bytes of a file in pieces, and collects the items in its lines.
class ItemLines {
public:
    ItemLines(const std::string& path, bool are_json)
        : path(path)
        , are_json(are_json)
    {
    }

    void add(std::string_view piece)
    {
        for (std::size_t end = 0; (end = piece.find('\n')) != piece.npos;) {
            begin(piece.substr(0, end));
            end_line();
            piece.remove_prefix(end + 1);
        }
        begin(piece);
    }

    std::vector<Json> end()
    {
        if (!line.empty())
            end_line();
        return std::move(items);
    }

private:
    void begin(std::string_view bytes)
    {
        if (line.size() + bytes.size() > max_item)
            throw ToolError(Code::too_large,
                subject() + " has more than " + std::to_string(max_item >> 20) + " MiB");
        line += bytes;
    }

    void end_line()
    {
        std::string_view text = line;
        if (text.ends_with('\r'))
            text.remove_suffix(1);
        if (!are_json || !text::stripped(text).empty())
            keep(text);
        line.clear();
        ++number;
    }

    void keep(std::string_view text)
    {
        if (items.size() == max_items)
            throw too_many(text::in_quotes(path) + " has", "items");
        if (!text::is_utf8(text))
            throw ToolError(Code::bad_request, subject() + " is not UTF-8");
        if (are_json)
            items.push_back(json::parse_json(text, {.subject = subject()}));
        else
            items.emplace_back(text);
    }

    std::string subject() const
    {
        return "line " + std::to_string(number) + " of " + text::in_quotes(path);
    }

    const std::string& path;
    bool are_json;
    std::vector<Json> items;
    std::string line;
    std::size_t number = 1;
};

}

std::vector<Json> items_of_file(const std::string& path, bool are_json, system::Cancel& cancel)
{
    constexpr std::size_t piece_size = 256 << 10;
    refuse_outside(path);
    const File file = system::open_found_file(path, "the items");
    const auto check_size = [&](std::int64_t size) {
        if (size > max_items_file)
            throw ToolError(Code::too_large,
                text::in_quotes(path) + " has more than " + std::to_string(max_items_file >> 20)
                    + " MiB",
                "divide it into several files, or let each item name a file");
    };
    check_size(system::status_of(file, path).st_size);
    ItemLines lines(path, are_json);
    for (std::int64_t at = 0;;) {
        cancel.check();
        const std::string piece = system::read_range(file, path, at, piece_size);
        if (piece.empty())
            return lines.end();
        at += static_cast<std::int64_t>(piece.size());
        check_size(at); // it may be growing
        lines.add(piece);
    }
}

}
