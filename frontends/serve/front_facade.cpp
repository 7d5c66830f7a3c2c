#include "frontends/facade/chat_answer.hpp"
#include "frontends/serve/front.hpp"
#include "frontends/serve/refusal.hpp"
#include "frontends/serve/run_request.hpp"
#include "toolkit/text/text.hpp"

namespace frontends::serve {

// The routes of the façade. frontends/facade translates their requests and responses.

void Front::list_models(Asked& asked)
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
    throw Refusal(404, "MODEL_NOT_FOUND", "there is no model " + text::in_quotes(name),
        error.hint.starts_with("did") ? error.hint : "GET /openai/v1/models lists them");
}

void Front::complete_chat(Asked& asked)
{
    Json body = body_in(asked.request.body);
    const facade::ChatRequest request = facade::chat_request_in(body);
    if (!request.results.empty())
        return chats.go_on(asked.client, request);
    require_model(request.model, parts.settings);
    RunRequest run = chats.run_request(request);
    run.body = std::move(body);
    run.refuses_approvals = true;
    chats.begin(asked.client, begin(std::move(run), {}), request);
}

}
