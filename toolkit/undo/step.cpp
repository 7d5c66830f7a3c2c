#include "toolkit/undo/step.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace toolkit::undo {

namespace {

constexpr std::array<std::pair<Action, const char*>, 5> action_names {
    {{Action::created, "created"}, {Action::modified, "modified"}, {Action::deleted, "deleted"},
        {Action::moved, "moved"}, {Action::made_directory, "made-directory"}}};
constexpr std::array<std::pair<Kind, const char*>, 3> kind_names {
    {{Kind::file, "file"}, {Kind::tree, "tree"}, {Kind::link, "link"}}};

template<class Value, std::size_t count>
const char* name_in(const std::array<std::pair<Value, const char*>, count>& names, Value value)
{
    return std::find_if(names.begin(), names.end(), [=](const auto& row) {
        return row.first == value;
    })->second;
}

// Thrown for a line that these tools do not write.
struct Malformed { };

template<class Value, std::size_t count>
Value value_in(
    const std::array<std::pair<Value, const char*>, count>& names, const std::string& name)
{
    const auto found = std::find_if(
        names.begin(), names.end(), [&](const auto& row) { return row.second == name; });
    if (found == names.end())
        throw Malformed();
    return found->first;
}

// Adds bytes; if they are not UTF-8, in base64 under a name with a suffix.
void put_bytes(Json& json, const std::string& name, const std::string& bytes)
{
    if (text::is_utf8(bytes))
        json[name] = bytes;
    else
        json[name + "Base64"] = text::base64_encode(bytes);
}

std::string text_in(const Json& json, const char* name)
{
    const Json& value = json::member(json, name);
    if (!value.is_string())
        throw Malformed();
    return value;
}

std::optional<std::string> bytes_in(const Json& json, const std::string& name)
{
    if (const Json& value = json::member(json, name.c_str()); value.is_string())
        return value.get<std::string>();
    const Json& encoded = json::member(json, (name + "Base64").c_str());
    if (!encoded.is_string())
        return {};
    auto bytes = text::base64_decode(encoded.get_ref<const std::string&>());
    if (!bytes)
        throw Malformed();
    return bytes;
}

std::int64_t number_in(const Json& json, const char* name)
{
    const Json& value = json::member(json, name);
    if (!value.is_number_integer() || value > INT64_MAX || value < 0)
        throw Malformed();
    return value;
}

std::string hash_in(const Json& json, const char* name)
{
    std::string hash = text_in(json, name);
    constexpr std::size_t digits = 64;
    if (hash.size() != digits || hash.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw Malformed();
    return hash;
}

// Requires the spelling of a genuine line, so that no other spelling can hide a protected path.
std::string path_in(const Json& json, const char* name)
{
    auto path = bytes_in(json, name);
    if (!path || path->find('\0') != std::string::npos)
        throw Malformed();
    const text::Names names = text::split_path(*path);
    if (names.empty() || path->starts_with('/') || text::join_path(names) != *path
        || std::find(names.begin(), names.end(), "..") != names.end())
        throw Malformed();
    return *path;
}

Json json_of(const Kept& kept)
{
    Json json {{"name", kept.name}, {"size", kept.size}, {"inode", kept.inode},
        {"ctime", {kept.seconds, kept.nanoseconds}}};
    if (kept.kind != Kind::file) {
        json["kind"] = name_in(kind_names, kept.kind);
        json["sha256"] = kept.sha256;
    }
    return json;
}

std::string kept_name_in(const Json& json, const char* name)
{
    std::string number = text_in(json, name);
    constexpr std::size_t max_digits = 9;
    if (number.empty() || number.size() > max_digits
        || number.find_first_not_of("0123456789") != std::string::npos)
        throw Malformed();
    return number;
}

Kept kept_in(const Json& json)
{
    Kept kept {.name = kept_name_in(json, "name"), .size = number_in(json, "size")};
    kept.inode = static_cast<std::uint64_t>(number_in(json, "inode"));
    const Json& time = json::member(json, "ctime");
    if (!time.is_array() || time.size() != 2 || !time[0].is_number_integer()
        || !time[1].is_number_integer())
        throw Malformed();
    kept.seconds = time[0];
    kept.nanoseconds = time[1];
    if (json.contains("kind")) {
        kept.kind = value_in(kind_names, text_in(json, "kind"));
        kept.sha256 = hash_in(json, "sha256");
    }
    return kept;
}

Json json_of(const Change& change)
{
    Json json = Json::object();
    put_bytes(json, "path", change.path);
    json["action"] = name_in(action_names, change.action);
    if (!change.from.empty())
        put_bytes(json, "from", change.from);
    if (!change.new_sha256.empty())
        json["newSha256"] = change.new_sha256;
    if (!change.new_metadata.empty())
        json["newMetadata"] = change.new_metadata;
    if (change.copy)
        json["copy"] = *change.copy;
    if (change.kind != Kind::file)
        json["kind"] = name_in(kind_names, change.kind);
    if (change.kept && change.origin == 0)
        json["kept"] = json_of(*change.kept);
    if (change.link_target)
        put_bytes(json, "linkTarget", *change.link_target);
    if (change.directory_mode)
        json["directoryMode"] = *change.directory_mode;
    return json;
}

// Requires exactly one member that describes what existed before; for an empty directory, its mode
// and its copy.
void check_deleted(const Change& change)
{
    if (change.kept && change.kept->kind == Kind::tree && change.directory_mode
        && !change.link_target)
        return;
    if ((change.kept ? 1 : 0) + (change.link_target ? 1 : 0) + (change.directory_mode ? 1 : 0) != 1)
        throw Malformed();
}

Change change_in(const Json& json)
{
    Change change {value_in(action_names, text_in(json, "action")), path_in(json, "path")};
    if (json.contains("kind"))
        change.kind = value_in(kind_names, text_in(json, "kind"));
    if (const Json& kept = json::member(json, "kept"); !kept.is_null())
        change.kept = kept_in(kept);
    if (json.contains("newMetadata"))
        change.new_metadata = hash_in(json, "newMetadata");
    if (json.contains("copy"))
        change.copy = kept_name_in(json, "copy");
    switch (change.action) {
    case Action::created: change.new_sha256 = hash_in(json, "newSha256"); break;
    case Action::modified:
        change.new_sha256 = hash_in(json, "newSha256");
        if (!change.kept || change.kept->kind != Kind::file || change.kind != Kind::file)
            throw Malformed();
        break;
    case Action::deleted:
        change.link_target = bytes_in(json, "linkTarget");
        if (change.link_target && change.link_target->find('\0') != std::string::npos)
            throw Malformed();
        if (json.contains("directoryMode"))
            change.directory_mode
                = static_cast<mode_t>(number_in(json, "directoryMode")) & mode_t {0777};
        check_deleted(change);
        break;
    case Action::moved:
        change.from = path_in(json, "from");
        if (json.contains("newSha256"))
            change.new_sha256 = hash_in(json, "newSha256");
        break;
    case Action::made_directory: break;
    }
    return change;
}

std::vector<std::uint64_t> numbers_in(const Json& json, const char* name)
{
    std::vector<std::uint64_t> numbers;
    const Json& list = json::member(json, name);
    if (!list.is_null() && !list.is_array())
        throw Malformed();
    for (const Json& number : list) {
        if (!number.is_number_unsigned())
            throw Malformed();
        numbers.push_back(number);
    }
    return numbers;
}

Step step_in(const Json& json)
{
    Step step {.head = {},
        .time = text_in(json, "ts"),
        .tool = text_in(json, "tool"),
        .request_sha256 = text_in(json, "requestSha256"),
        .undoes = numbers_in(json, "undoes"),
        .redoes = numbers_in(json, "redoes"),
        .changes = {}};
    const Json& changes = json::member(json, "changes");
    if (!changes.is_array())
        throw Malformed();
    for (const Json& change : changes)
        step.changes.push_back(change_in(change));
    return step;
}

// Removes `name` and the number after it from the line.
template<class Number>
bool take(std::string_view& line, std::string_view name, Number& number)
{
    if (!line.starts_with(name))
        return false;
    line.remove_prefix(name.size());
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || number < 0)
        return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    return true;
}

}

std::string line_of(const Step& step)
{
    Json json {{"n", step.head.number}, {"bytes", step.head.bytes}, {"sum", step.head.sum},
        {"ts", step.time}, {"tool", step.tool}, {"requestSha256", step.request_sha256}};
    if (!step.undoes.empty())
        json["undoes"] = step.undoes;
    if (!step.redoes.empty())
        json["redoes"] = step.redoes;
    json["changes"] = Json::array();
    for (const Change& change : step.changes)
        json["changes"].push_back(json_of(change));
    return json.dump() + '\n';
}

std::optional<Head> parse_head(std::string_view line)
{
    Head head;
    const bool is_head = take(line, R"({"n":)", head.number)
        && take(line, R"(,"bytes":)", head.bytes) && take(line, R"(,"sum":)", head.sum)
        && line.starts_with(',');
    // Leaves room for later steps.
    constexpr std::int64_t most = INT64_MAX / 4;
    const bool is_possible = head.number > 0 && head.number < static_cast<std::uint64_t>(most)
        && head.bytes <= head.sum && head.sum < most;
    return is_head && is_possible ? std::optional(head) : std::nullopt;
}

std::optional<Step> parse_line(std::string_view line)
try {
    const auto head = parse_head(line);
    if (!head)
        return {};
    Step step = step_in(json::parse_bounded(line, json::RepeatedNames::refused));
    step.head = *head;
    return step;
} catch (const Malformed&) {
    return {};
} catch (const ToolError&) { // not JSON
    return {};
}

}
