#include "parameters.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/request_findings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace fs_edit {

using namespace toolkit;

using namespace toolkit::tool;

constexpr auto choices(MatchMode)
{
    return std::array {Choice {MatchMode::automatic, "auto"}, Choice {MatchMode::exact, "exact"},
        Choice {MatchMode::flexible, "flexible"}, Choice {MatchMode::regex, "regex"}};
}

// These fields exist in a request and in each edit of a list.
template<class Owner>
static Parameter<Owner> old_string()
{
    return optional<Owner>("oldString", &Owner::old_string, "Must occur once")
        .alias("old_str")
        .alias("oldText")
        .alias("search")
        .alias("find");
}

template<class Owner>
static Parameter<Owner> new_string()
{
    return optional<Owner>("newString", &Owner::new_string)
        .alias("new_str")
        .alias("newText")
        .alias("replace")
        .alias("replacement")
        .alias("insert_text");
}

template<class Owner>
static Parameter<Owner> replace_all()
{
    return optional<Owner>("replaceAll", &Owner::replace_all).alias("allow_multiple");
}

template<class Owner>
static Parameter<Owner> expected_replacements()
{
    return optional<Owner>("expectedReplacements", &Owner::expected_replacements, {}, at_least(1))
        .unlisted();
}

template<class Owner>
static Parameter<Owner> insert_line(const char* description)
{
    return optional<Owner>("insertLine", &Owner::insert_line, description, at_least(0));
}

template<class Owner>
static Parameter<Owner> match()
{
    return optional<Owner>("match", &Owner::match, "regex: RE2, groups as \\1");
}

static std::vector<Parameter<Edit>> parameters_of_edit()
{
    Parameter<Edit> old_text = old_string<Edit>();
    old_text.field.description = {};
    return {
        old_text,
        new_string<Edit>(),
        replace_all<Edit>().unlisted(),
        insert_line<Edit>("").unlisted(),
        expected_replacements<Edit>(),
        match<Edit>().unlisted(),
        ignored<Edit>("instruction"),
    };
}

std::vector<Parameter<Request>> parameters()
{
    return {
        required_path(&Request::path, "").alias("target_file").alias("filepath"),
        old_string<Request>(),
        new_string<Request>(),
        replace_all<Request>(),
        insert_line<Request>("Insert after this line instead (0: at the beginning)")
            .hint_for(
                "line", "insertLine inserts after that line; to insert before line N, send N-1"),
        optional("edits", &Request::edits, parameters_of_edit(), "In order, all or none")
            .alias("replacements"),
        match<Request>(),
        expected_replacements<Request>(),
        optional("expectedSha256", &Request::expected_sha256).unlisted().of_format(sha256_format),
        optional("dryRun", &Request::dry_run).unlisted(),
        optional("diff", &Request::search_blocks).unlisted(),
        optional("command", &Request::command).unlisted(),
        optional("content", &Request::content).alias("file_text").alias("contents").unlisted(),
        optional("code", &Request::code).alias("code_edit").alias("changes").unlisted(),
        ignored<Request>("instruction"),
        ignored<Request>("instructions"),
        ignored<Request>("summary"),
        ignored<Request>("view_range"),
    };
}

namespace {

constexpr std::array names_of_path {
    "path", "file_path", "filePath", "filepath", "absolute_path", "target_file"};
constexpr std::array names_of_old_text {
    "oldString", "old_string", "old_str", "oldText", "old_text"};
constexpr std::array names_of_new_text {
    "newString", "new_string", "new_str", "newText", "new_text"};

bool has_text(const Json& object, const char* name)
{
    return object.contains(name) && object.at(name).is_string();
}

template<class Names>
bool has_any(const Json& object, const Names& names)
{
    return std::any_of(names.begin(), names.end(),
        [&](const char* name) { return object.contains(name) && !object.at(name).is_null(); });
}

std::optional<std::int64_t> line_in(const Json& value)
{
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    const auto* const text = value.get_ptr<const std::string*>();
    std::int64_t line = 0;
    if (text == nullptr || text->empty()
        || std::from_chars(text->data(), text->data() + text->size(), line).ptr
            != text->data() + text->size())
        return std::nullopt;
    return line;
}

std::string request_text(Json request) { return tool::as_request_for("", std::move(request)); }

// Translates "before" and "after" of goose, the old and the new text. If only one of the two is
// present, it is the place of an insertion in other agents.
void take_before_and_after(Json& object)
{
    if (!has_text(object, "before") || !has_text(object, "after")
        || has_any(object, names_of_old_text) || has_any(object, names_of_new_text))
        return;
    object["oldString"] = object.at("before");
    object["newString"] = object.at("after");
    object.erase("before");
    object.erase("after");
}

// Removes "mode" of Zed, which only repeats what other fields state.
void take_mode(Json& request)
{
    constexpr std::array<std::string_view, 4> modes {"edit", "write", "overwrite", "create"};
    if (has_text(request, "mode")
        && std::find(modes.begin(), modes.end(), request.at("mode").get<std::string>())
            != modes.end())
        request.erase("mode");
}

// Removes the path from an edit and returns it.
std::optional<Json> take_path(Json& edit)
{
    for (const char* name : names_of_path)
        if (edit.is_object() && has_text(edit, name)) {
            Json path = edit.at(name);
            edit.erase(name);
            return path;
        }
    return std::nullopt;
}

Json with_path(const Json& path, const Json& rest)
{
    Json request {{"path", path}};
    request.update(rest);
    return request;
}

// Translates edits that name their files. Throws with one request for each file if they name
// several files.
void take_paths_of_edits(Json& request, const char* name)
{
    if (!request.contains(name) || !request.at(name).is_array())
        return;
    if (std::none_of(request.at(name).begin(), request.at(name).end(),
            [](const Json& edit) { return edit.is_object() && has_any(edit, names_of_path); }))
        return;
    Json edits = request.at(name);
    Json rest = request;
    rest.erase(name);
    const std::optional<Json> path = take_path(rest);
    std::vector<std::pair<Json, Json>> files; // each file with its edits
    for (Json& edit : edits) {
        const auto own = take_path(edit);
        if (!own && !path)
            return; // refused later, since the path is missing
        const Json file = own.value_or(path.value_or(Json()));
        const auto known = std::find_if(
            files.begin(), files.end(), [&](const auto& other) { return other.first == file; });
        auto& list
            = known != files.end() ? known->second : files.emplace_back(file, Json::array()).second;
        list.push_back(std::move(edit));
    }
    std::string hint;
    for (auto& [file, list] : files) {
        rest["edits"] = std::move(list);
        Json whole = with_path(file, rest);
        if (files.size() == 1 && path.value_or(file) == file) {
            request = std::move(whole);
            return;
        }
        hint += (hint.empty() ? "" : "; ") + request_text(std::move(whole));
    }
    throw ToolError(Code::bad_request,
        "a request of fs_edit is about one file, and its edits name others", hint);
}

[[noreturn]] void refuse_line_unknown(
    const std::string& name, std::int64_t line, const Json& rest, const Json& text)
{
    Json before = rest;
    before["insertLine"] = line - 1;
    before["newString"] = text;
    Json after = rest;
    after["insertLine"] = line;
    after["newString"] = text;
    throw ToolError(Code::bad_request,
        text::in_quotes(name) + " may be the line before or after which the text is inserted",
        "before line " + std::to_string(line) + ": " + request_text(before)
            + "; after it: " + request_text(after));
}

// Throws if the place is ambiguous: Cline inserts new_text before the line, but Anthropic's editor
// inserts new_str or insert_text after it.
void refuse_line_of_cline(const Json& request)
{
    if (!request.contains("insert_line") || !has_text(request, "new_text")
        || request.contains("command") || has_any(request, names_of_old_text))
        return;
    Json rest = request;
    rest.erase("insert_line");
    rest.erase("new_text");
    for (const char* name : names_of_old_text)
        rest.erase(name);
    if (const auto line = line_in(request.at("insert_line")); line && *line > 0)
        refuse_line_unknown("insert_line", *line, rest, request.at("new_text"));
}

// Throws if the place is ambiguous: Roo Code inserts before the line, or at the end for line 0.
void refuse_line_of_roo(const Json& request)
{
    if (!request.contains("line") || !has_text(request, "content"))
        return;
    Json rest = request;
    rest.erase("line");
    rest.erase("content");
    const auto line = line_in(request.at("line"));
    if (line && *line > 0)
        refuse_line_unknown("line", *line, rest, request.at("content"));
    if (line != 0)
        return;
    Json first = rest;
    first["insertLine"] = 0;
    first["newString"] = request.at("content");
    Json last = rest;
    last["content"] = request.at("content");
    throw ToolError(Code::bad_request, "'line' 0 may be the beginning or the end of the file",
        "at the beginning: " + request_text(first)
            + "; at the end: " + tool::as_request_for("fs_append_file", last));
}

}

void translate(Json& request, const Json& /*maximums*/)
{
    take_before_and_after(request);
    take_mode(request);
    refuse_line_of_cline(request);
    refuse_line_of_roo(request);
    for (const char* name : {"edits", "replacements"}) {
        if (request.contains(name) && request.at(name).is_array())
            for (Json& edit : request.at(name))
                if (edit.is_object())
                    take_before_and_after(edit);
        take_paths_of_edits(request, name);
    }
}

}
