#include "runner/host/asks.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace runner::host {

using namespace toolkit;

static const char* name_of_kind(Asks::Kind kind)
{
    return kind == Asks::Kind::approval ? "approval" : "hostTool";
}

std::string Asks::open(Kind kind, const Json& fields)
{
    std::string id = "a" + std::to_string(++count);
    open_asks[id] = kind;
    Json line {{"id", id}, {"kind", name_of_kind(kind)}};
    line.update(fields);
    channel.redacted_event("ask", line);
    return id;
}

void Asks::answer(const Json& fields)
{
    const std::string id = fields.at("id");
    const auto found = open_asks.find(id);
    if (found == open_asks.end())
        throw ToolError(Code::not_found, "no ask " + text::in_quotes(id) + " is open",
            "each is answered once, and ends with its timeout and with its turn");
    const bool fits = found->second == Kind::approval
        ? fields.contains("verdict")
        : fields.contains("output") || fields.contains("error");
    if (!fits)
        throw ToolError(Code::bad_request,
            "that is no answer to the ask " + text::in_quotes(id) + " of kind "
                + name_of_kind(found->second),
            found->second == Kind::approval ? "'verdict' is yes, no or always"
                                            : "'output' is any JSON, 'error' has code and message");
    Json asked {{"id", id}, {"kind", name_of_kind(found->second)}, {"state", "answered"}};
    if (fields.contains("verdict"))
        asked["verdict"] = fields.contains("arguments") ? Json("edited") : fields.at("verdict");
    open_asks.erase(found);
    answers[id] = fields;
    channel.event("asked", asked);
}

std::optional<Json> Asks::take(const std::string& id)
{
    auto taken = answers.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

void Asks::close(const std::string& id, const char* state)
{
    answers.erase(id);
    const auto found = open_asks.find(id);
    if (found == open_asks.end())
        return;
    const Kind kind = found->second;
    open_asks.erase(found);
    channel.event("asked", {{"id", id}, {"kind", name_of_kind(kind)}, {"state", state}});
}

}
