#include "frontends/host/asks.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::host {

using namespace toolkit;

const char* name_of(Asks::Kind kind)
{
    switch (kind) {
    case Asks::Kind::approval: return "approval";
    case Asks::Kind::host_tool: return "hostTool";
    case Asks::Kind::question: break;
    }
    return "question";
}

std::string ChannelAsks::open(Kind kind, const Json& fields)
{
    std::string id = "a" + std::to_string(++count);
    Json line {{"id", id}, {"kind", name_of(kind)}};
    open_asks[id] = line;
    line.update(fields);
    if (kind == Kind::question)
        open_asks[id] = line;
    channel.redacted_event("ask", line);
    return id;
}

// What would answer it.
static const char* wanted_by(const Json& ask)
{
    const std::string kind = json::string_member(ask, "kind");
    if (kind == name_of(Asks::Kind::approval))
        return "'verdict' is yes, no or always";
    if (kind == name_of(Asks::Kind::host_tool))
        return "'output' is any JSON, 'error' has code and message";
    const std::string type = json::string_member(ask, "type");
    return type == "confirm" ? "'value' is true or false"
        : type == "choice"   ? "'value' is one of its 'choices'"
                             : "'value' is a text";
}

static bool is_value_of(const Json& question, const Json& value)
{
    const std::string type = json::string_member(question, "type");
    const Json& choices = json::member(question, "choices");
    return type == "confirm" ? value.is_boolean()
        : type == "choice"   ? std::find(choices.begin(), choices.end(), value) != choices.end()
                             : value.is_string();
}

static bool is_answer_to(const Json& ask, const Json& fields)
{
    const std::string kind = json::string_member(ask, "kind");
    if (kind == name_of(Asks::Kind::approval))
        return fields.contains("verdict");
    if (fields.contains("error"))
        return true;
    return kind == name_of(Asks::Kind::host_tool)
        ? fields.contains("output")
        : fields.contains("value") && is_value_of(ask, fields.at("value"));
}

void require_answer(const Json& ask, const Json& fields)
{
    if (!is_answer_to(ask, fields))
        throw ToolError(Code::bad_request,
            "that is no answer to the ask " + text::in_quotes(json::string_member(ask, "id"))
                + " of kind " + json::string_member(ask, "kind"),
            wanted_by(ask));
}

void ChannelAsks::answer(const Json& fields)
{
    const std::string id = fields.at("id");
    const auto found = open_asks.find(id);
    if (found == open_asks.end())
        throw ToolError(Code::not_found, "no ask " + text::in_quotes(id) + " is open",
            "each is answered once, and ends with its timeout and with its turn");
    require_answer(found->second, fields);
    Json asked {{"id", id}, {"kind", found->second.at("kind")}, {"state", "answered"}};
    if (fields.contains("verdict"))
        asked["verdict"] = fields.contains("arguments") ? Json("edited") : fields.at("verdict");
    open_asks.erase(found);
    answers[id] = fields;
    channel.event("asked", asked);
    if (on_answer)
        on_answer();
}

Json ChannelAsks::open_ids() const
{
    Json ids = Json::array();
    for (const auto& [id, ask] : open_asks)
        ids.push_back(id);
    return ids;
}

std::optional<Json> ChannelAsks::take(const std::string& id)
{
    auto taken = answers.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

void ChannelAsks::close(const std::string& id, const char* state)
{
    answers.erase(id);
    const auto found = open_asks.find(id);
    if (found == open_asks.end())
        return;
    const Json kind = found->second.at("kind");
    open_asks.erase(found);
    channel.event("asked", {{"id", id}, {"kind", kind}, {"state", state}});
}

}
