#include "frontends/acp/choices.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::acp {

using channel::Approve;

static const char* mode_of(Approve approve)
{
    return approve == Approve::never ? "auto"
        : approve == Approve::edits  ? "edits"
        : approve == Approve::plan   ? "plan"
                                     : "ask";
}

Choices::Choices(Approve approve, const std::string& model)
    : limit(approve)
    , mode(mode_of(approve))
    , model_of_flags(model)
    , model(model)
    , models({model})
{
}

Json Choices::available_modes() const
{
    Json list = Json::array();
    const auto add = [&](const char* id, const char* name, const char* description) {
        list.push_back({{"id", id}, {"name", name}, {"description", description}});
    };
    if (limit == Approve::always)
        add("ask", "Ask always", "Each call is asked about");
    else if (limit < Approve::always)
        add("ask", "Ask first", "Calls that change files or run programs are asked about");
    if (limit <= Approve::edits)
        add("edits", "Accept edits",
            "Edits within the workspace run unasked; other changes are asked about");
    add("plan", "Plan", "Only tools that read; another call is refused");
    if (limit == Approve::never)
        add("auto", "Never ask", "No call is asked about");
    return list;
}

bool Choices::has_mode(const std::string& id) const
{
    const Json list = available_modes();
    return std::any_of(
        list.begin(), list.end(), [&](const Json& available) { return available["id"] == id; });
}

void Choices::choose_mode(const std::string& wanted)
{
    if (!has_mode(wanted))
        throw ToolError(Code::bad_request, "there is no mode " + text::in_quotes(wanted),
            limit == Approve::never
                ? "the modes are ask, edits, plan and auto"
                : "the flag --approve of 'agentcli acp' says which modes there are: edits adds "
                  "edits, and never adds auto, too");
    mode = wanted;
}

void Choices::choose_model(const std::string& wanted)
{
    if (!text::contains(models, wanted) || wanted.empty())
        throw ToolError(Code::bad_request,
            "the server has not listed a model " + text::in_quotes(wanted),
            "the option 'model' has those that can be chosen");
    model = wanted;
}

bool Choices::offer_models(const std::vector<std::string>& all)
{
    static constexpr std::size_t max_models = 100;
    static constexpr std::size_t max_name = 200;
    if (model_of_flags.empty())
        return false;
    const std::size_t before = models.size();
    for (const auto& name : all)
        if (models.size() < max_models && !name.empty() && name.size() <= max_name
            && text::for_decision(name) == name && !text::contains(models, name))
            models.push_back(name);
    return models.size() != before;
}

Choices::Begun Choices::begin() const { return {approve(), model == model_of_flags ? "" : model}; }

Approve Choices::approve() const
{
    if (limit == Approve::always) // the plan mode asks about no call that reads
        return limit;
    return mode == "plan" ? Approve::plan
        : mode == "ask"   ? std::max(limit, Approve::changes)
        : mode == "edits" ? std::max(limit, Approve::edits)
                          : limit;
}

agent::session::Chat Choices::kept(const std::string& workspace) const
{
    return {workspace, begin().model, mode};
}

void Choices::restore(const agent::session::Chat& before)
{
    if (before.mode.empty()) // a session of a chat: its model may belong to another server
        return;
    // Name of the mode in version 0.1.
    const std::string wanted = before.mode == "read" ? "plan" : before.mode;
    if (has_mode(wanted))
        mode = wanted;
    offer_models({before.model});
    if (!before.model.empty() && text::contains(models, before.model))
        model = before.model;
}

Json Choices::modes() const
{
    return {{"currentModeId", mode}, {"availableModes", available_modes()}};
}

Json Choices::model_option() const
{
    Json values = Json::array();
    for (const auto& name : models)
        values.push_back({{"value", name}, {"name", name}});
    return {{"id", "model"}, {"name", "Model"}, {"category", "model"}, {"type", "select"},
        {"currentValue", model}, {"options", std::move(values)}};
}

Json Choices::options() const
{
    Json values = Json::array();
    for (const auto& one : available_modes())
        values.push_back(
            {{"value", one["id"]}, {"name", one["name"]}, {"description", one["description"]}});
    Json all = Json::array();
    all.push_back({{"id", "mode"}, {"name", "Mode"}, {"category", "mode"}, {"type", "select"},
        {"currentValue", mode}, {"options", std::move(values)}});
    if (!model_of_flags.empty())
        all.push_back(model_option());
    return all;
}

}
