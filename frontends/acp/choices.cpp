#include "frontends/acp/choices.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::acp {

using channel::Approve;

Choices::Choices(Approve approve, const std::string& model)
    : limit(approve)
    , mode(approve == Approve::never ? "auto" : "ask")
    , model_of_flags(model)
    , model(model)
    , models({model})
{
}

Json Choices::available_modes() const
{
    const bool asks_always = limit == Approve::always;
    Json list {{{"id", "read"}, {"name", "Read"},
                   {"description", "Only tools that change no files and run no programs"}},
        {{"id", "ask"}, {"name", "Ask"},
            {"description",
                asks_always ? "Each call is asked about"
                            : "Calls that change files or run programs are asked about"}}};
    if (limit == Approve::never)
        list.push_back(
            {{"id", "auto"}, {"name", "Auto"}, {"description", "No call is asked about"}});
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
                ? "the modes are read, ask and auto"
                : "the modes are read and ask; auto needs 'agentcli acp --approve "
                  "never'");
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

Choices::Begun Choices::begin() const
{
    return {approve(), is_read(), model == model_of_flags ? "" : model};
}

Approve Choices::approve() const
{
    return limit == Approve::never && mode != "auto" ? Approve::changes : limit;
}

agent::session::Chat Choices::kept(const std::string& workspace) const
{
    return {workspace, begin().model, mode};
}

void Choices::restore(const agent::session::Chat& before)
{
    if (before.mode.empty()) // a chat: its model may be one of another server
        return;
    if (has_mode(before.mode))
        mode = before.mode;
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
