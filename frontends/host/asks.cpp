#include "frontends/host/asks.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::host {

using namespace toolkit;

static const char* name_of(channel::AskKind kind)
{
    switch (kind) {
    case channel::AskKind::approval: return "approval";
    case channel::AskKind::host_tool: return "hostTool";
    case channel::AskKind::question: break;
    }
    return "question";
}

static const char* name_of(channel::QuestionType type)
{
    switch (type) {
    case channel::QuestionType::confirm: return "confirm";
    case channel::QuestionType::edit: return "edit";
    case channel::QuestionType::choice: return "choice";
    case channel::QuestionType::text:
    case channel::QuestionType::other: break;
    }
    return "text";
}

std::string ChannelAsks::open(const About& about, std::size_t limit)
{
    std::string id = "a" + std::to_string(count + 1);
    Open ask {static_cast<channel::AskKind>(about.index()), {{"id", id}}};
    ask.ask["kind"] = name_of(ask.kind);
    if (const auto* const question = std::get_if<channel::QuestionAsk>(&about)) {
        ask.ask["type"] = name_of(question->type);
        for (const auto& choice : question->choices)
            ask.ask["choices"].push_back(channel.hidden(choice));
    }
    channel.event(channel::Ask {id, about}, limit);
    open_asks[id] = std::move(ask);
    ++count;
    return id;
}

std::string ChannelAsks::open(const channel::ChatApproval& approval, std::size_t limit)
{
    std::string id = "a" + std::to_string(count + 1);
    channel.screen_event(channel::ChatAsk {id, approval}, limit);
    const channel::AskKind kind = channel::AskKind::approval;
    open_asks[id] = {kind, {{"id", id}, {"kind", name_of(kind)}}};
    ++count;
    return id;
}

// What would answer it.
static const char* wanted_by(const Json& ask)
{
    const std::string kind = json::string_member(ask, "kind");
    if (kind == name_of(channel::AskKind::approval))
        return "'verdict' is yes, no or always";
    if (kind == name_of(channel::AskKind::host_tool))
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
    if (kind == name_of(channel::AskKind::approval))
        return fields.contains("verdict");
    if (fields.contains("error"))
        return true;
    return kind == name_of(channel::AskKind::host_tool)
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

static channel::AskedVerdict verdict_in(const Json& answer)
{
    const std::string verdict = answer.at("verdict");
    return answer.contains("arguments") ? channel::AskedVerdict::edited
        : verdict == "yes"              ? channel::AskedVerdict::yes
        : verdict == "no"               ? channel::AskedVerdict::no
                                        : channel::AskedVerdict::always;
}

void ChannelAsks::answer(const Json& fields)
{
    const std::string id = fields.at("id");
    const auto found = open_asks.find(id);
    if (found == open_asks.end())
        throw ToolError(Code::not_found, "no ask " + text::in_quotes(id) + " is open",
            "each is answered once, and ends with its timeout and with its turn");
    require_answer(found->second.ask, fields);
    channel::Asked asked {id, found->second.kind, channel::AskedState::answered};
    if (fields.contains("verdict"))
        asked.verdict = verdict_in(fields);
    open_asks.erase(found);
    answers[id] = fields;
    channel.event(asked);
    if (on_answer)
        on_answer();
}

std::vector<std::string> ChannelAsks::open_ids() const
{
    std::vector<std::string> ids;
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

void ChannelAsks::close(const std::string& id, channel::AskedState state)
{
    answers.erase(id);
    const auto found = open_asks.find(id);
    if (found == open_asks.end())
        return;
    const channel::AskKind kind = found->second.kind;
    open_asks.erase(found);
    channel.event(channel::Asked {id, kind, state});
}

}
