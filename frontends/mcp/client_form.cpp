#include "frontends/mcp/client_form.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/responses.hpp"

#include <utility>

namespace frontends::mcp {

bool can_be_asked_by_form(const ClientCall& client)
{
    return client.era == toolkit::mcp::Era::legacy && client.can_be_asked && client.hears_requests;
}

std::uint64_t ask_by_form(ClientRequests& requests, const ClientCall& client, const Json& form)
{
    return requests.send({client.scope, client.address}, "elicitation/create", form);
}

FormAnswer form_answer_in(const Json& result)
{
    const std::string action = json::string_member(result, "action");
    const Json& content = json::member(result, "content");
    if (action == "accept" && content.is_object())
        return {{{"action", action}, {"content", content}}};
    if (action == "decline" || action == "cancel")
        return {{{"action", action}}};
    return {{{"action", "cancel"}}, "the client's answer is none to the form"};
}

std::optional<FormAnswer> take_form_answer(ClientRequests& requests, std::uint64_t question)
{
    auto response = requests.take(question);
    if (!response)
        return std::nullopt;
    if (!response->failure.empty())
        return FormAnswer {{{"action", "cancel"}}, std::move(response->failure)};
    return form_answer_in(response->result);
}

Json input_required(Json requests, const std::string& state)
{
    Json result {{"inputRequests", std::move(requests)}, {"requestState", state}};
    toolkit::mcp::finish_result(result, toolkit::mcp::Era::modern, {"agentcli"});
    result["resultType"] = "input_required";
    return result;
}

}
