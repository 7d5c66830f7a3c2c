#include "toolkit/tool/answer_fields.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/seen_files.hpp"

#include <string>
#include <utility>

namespace toolkit::tool {

void put_bytes(Json& answer, const std::string& name, std::string_view bytes)
{
    if (text::is_utf8(bytes))
        answer[name] = std::string(bytes);
    else
        answer[name + "Base64"] = text::base64_encode(bytes);
}

void put_text(Json& answer, const std::string& name, std::string_view bytes)
{
    auto text = text::readable(bytes);
    if (!text)
        return put_bytes(answer, name, bytes);
    answer[name] = std::move(text->text);
    if (text->replaced > 0)
        answer[name + "Replaced"] = text->replaced;
}

void put_invisible(
    Json& answer, const std::string& name, std::string_view text, std::int64_t first_line)
{
    if (auto names = text::invisible_in(text, first_line); !names.empty())
        answer[name] = std::move(names);
}

void put_path(Json& answer, std::string_view path, const std::string& name)
{
    answer[name] = text::printable(path);
    if (!text::is_utf8(path))
        answer[name + "Base64"] = text::base64_encode(path);
}

void put_changed_file(Answer& answer, const workspace::ChangedFile& file)
{
    if (!file.kept.empty())
        answer["kept"] = file.kept;
    if (file.mixes_encodings)
        answer["mixesEncodings"] = true;
    if (!file.not_kept.empty())
        answer["notKept"] = file.not_kept;
    put_runs_later(answer, file.runs_later);
}

void put_diff(Answer& answer, const text::Diff& diff)
{
    put_text(answer, "diff", diff.text);
    if (diff.is_cut)
        answer["truncated"] = true;
}

void put_recovered(Json& answer)
{
    constexpr std::size_t most = 20;
    const auto& notes = workspace::notes_of_call();
    const std::string name = notes.is_dry_run ? "recovers" : "recovered";
    for (const std::string& path : notes.recovered) {
        if (answer[name].size() == most) {
            answer[name + "More"] = notes.recovered.size() - most;
            break;
        }
        answer[name].push_back(text::printable(path));
    }
}

void put_runs_later(Json& answer, const workspace::LaterFiles& touched)
{
    constexpr std::size_t most = 20;
    workspace::LaterFiles files = touched;
    for (const std::string& path : workspace::notes_of_call().recovered) {
        files.add(path, workspace::EntryKind::other);
        files.add(path, workspace::EntryKind::directory);
    }
    for (const std::string& path : files.paths()) {
        if (answer["runsLater"].size() == most)
            break;
        answer["runsLater"].push_back(text::printable(path));
    }
    if (files.paths().size() > most)
        answer["runsLaterMore"] = files.paths().size() - most;
    if (files.is_incomplete())
        answer["runsLaterIncomplete"] = true;
}

void take_seen(Json& request)
{
    workspace::notes_of_call().seen.reset();
    if (!request.is_object() || !request.contains("seen"))
        return;
    workspace::SeenFiles seen;
    if (const auto refuses = request.find("refuseUnread"); refuses != request.end()) {
        if (!refuses->is_boolean())
            throw ToolError(Code::bad_request, "'refuseUnread' must be true or false");
        seen.refuses_unread = refuses->get<bool>();
        request.erase(refuses);
    }
    const auto wrong
        = [] { return ToolError(Code::bad_request, "'seen' must be an object of hashes by path"); };
    const Json& hashes = json::member(request, "seen");
    if (!hashes.is_object())
        throw wrong();
    for (const auto& [path, hash] : hashes.items()) {
        if (!hash.is_string())
            throw wrong();
        seen.before[path] = hash.get<std::string>();
    }
    request.erase("seen");
    workspace::notes_of_call().seen = std::move(seen);
}

void put_seen(Json& answer)
{
    const workspace::SeenFiles* const seen = workspace::seen_files_of_call();
    if (seen == nullptr)
        return;
    if (seen->shown)
        answer["content"] = *seen->shown;
    for (const auto& [path, hash] : seen->now)
        if (text::is_utf8(path))
            answer["seen"][path] = hash ? Json(*hash) : Json();
}

void translate_written_encoding(Json& request, const Json& /*maximums*/)
{
    const auto found = request.find("encoding");
    if (found == request.end() || !found->is_string())
        return;
    const std::string name = text::in_lower_case(found->get<std::string>());
    if (name == "utf8")
        *found = "utf-8";
    else if (name == "utf16" || name == "utf-16le" || name == "utf16le")
        *found = "utf-16";
    else if (text::is_name_of_windows_1252(name))
        *found = "latin1";
    if (name != "base64" || !request.contains("content") || request.contains("contentBase64"))
        return;
    Json content = request.at("content");
    request.erase("content");
    request.erase("encoding");
    request["contentBase64"] = std::move(content);
}

}
