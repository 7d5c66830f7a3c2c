#include "frontends/facade/chat_answer.hpp"
#include "frontends/facade/responses_answer.hpp"
#include "frontends/facade/responses_request.hpp"
#include "frontends/serve/front.hpp"
#include "frontends/serve/refusal.hpp"
#include "frontends/serve/run_request.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <memory>
#include <utility>

namespace frontends::serve {

// The routes of the façade. frontends/facade translates their requests and responses.

void Front::list_models(RouteRequest& asked)
{
    std::vector<std::string> names;
    names.reserve(parts.settings.profiles.size());
    for (const auto& profile : parts.settings.profiles)
        names.push_back(profile.name);
    answer(asked.client, 200, facade::model_list(names));
}

static void require_model(const std::string& name, const Settings& settings)
try {
    profile_named(name, settings);
} catch (const ToolError& error) {
    throw Refusal(404, "MODEL_NOT_FOUND", "unknown model " + text::in_quotes(name),
        error.hint.starts_with("did") ? error.hint : "GET /openai/v1/models lists them");
}

void Front::show_model(RouteRequest& asked)
{
    require_model(asked.id, parts.settings);
    answer(asked.client, 200, facade::model_named(asked.id));
}

void Front::answer_conversation(RouteRequest& asked, Facade::Question question, Json body)
{
    if (!question.request.results.empty() && chats.go_on(asked.client, question))
        return;
    require_model(question.request.model, parts.settings);
    RunRequest run = chats.run_request(question.request);
    run.body = std::move(body);
    run.refuses_approvals = true;
    chats.cancel_abandoned(asked.caller(), question.request);
    chats.begin(asked.client, begin(std::move(run), {}, asked.caller()), std::move(question));
}

void Front::complete_chat(RouteRequest& asked)
{
    Json body = body_in(asked.request.body);
    facade::ChatRequest request = facade::chat_request_in(body);
    auto form = std::make_unique<facade::ChatForm>(request.tells_usage);
    answer_conversation(asked, {std::move(request), std::move(form)}, std::move(body));
}

void Front::respond(RouteRequest& asked)
{
    Json body = body_in(asked.request.body);
    const auto may_use
        = [&](const std::string& owner) { return asked.caller().covers(Scope::run, owner); };
    const Json chat = facade::chat_body_of(body,
        {[&](const auto& id) { return chats.responses.conversation(id, may_use); },
            [&](const auto& id) { return chats.responses.item(id, may_use); }});
    Json messages = chat.at("messages");
    if (!json::string_member(body, "instructions").empty())
        messages.erase(0);
    auto form = std::make_unique<facade::ResponsesForm>(
        body, std::move(messages), chats.responses, asked.caller().owner);
    answer_conversation(asked, {facade::chat_request_in(chat), std::move(form)}, std::move(body));
}

}
