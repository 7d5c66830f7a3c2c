#include "toolkit/tool/seen_field.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/call_notes.hpp"
#include "toolkit/workspace/seen_files.hpp"

#include <utility>

namespace toolkit::tool {

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

}
