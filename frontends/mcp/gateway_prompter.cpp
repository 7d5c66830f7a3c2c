#include "frontends/mcp/gateway_prompter.hpp"

#include "frontends/mcp/client_form.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/requests.hpp"

#include <utility>

namespace frontends::mcp {

using agent::mcp::Form;
using agent::mcp::ServerQuestion;
using agent::mcp::UrlQuestion;
using toolkit::mcp::Era;

static constexpr std::size_t max_pages = 256; // open pages

static std::string key_of(std::uint64_t number) { return "question" + std::to_string(number); }

// Returns the params for the client, rebuilt from the parsed question. The message begins with the
// name of the server.
Json GatewayPrompter::params_of(const ServerQuestion& question, std::uint64_t number) const
{
    const std::string from = question.server.name + ": ";
    const auto* const page = std::get_if<UrlQuestion>(&question.about);
    if (page == nullptr) {
        const auto& form = std::get<Form>(question.about);
        return {{"message", from + form.message}, {"requestedSchema", agent::mcp::schema_of(form)}};
    }
    if (question.is_again)
        return {{"message", from + "Have you finished in the browser, at " + page->host + "?"},
            {"requestedSchema", {{"type", "object"}, {"properties", Json::object()}}}};
    return {{"mode", "url"}, {"message", from + page->message}, {"url", page->url},
        {"elicitationId", page->id.empty() ? "agentcli-" + key_of(number) : page->id}};
}

std::uint64_t GatewayPrompter::put(const ServerQuestion& question)
{
    Open& open = questions[++count];
    open.call = question.call;
    open.params = params_of(question, count);
    const ClientCall* const client = clients.find(question.call);
    const bool is_page = open.params.contains("mode");
    const bool can_show
        = client != nullptr && (is_page ? client->can_open_urls : client->can_be_asked);
    open.is_modern = client != nullptr && client->era == Era::modern;
    std::erase_if(pages, [&](const auto& one) { return clients.find(one.second) == nullptr; });
    if (is_page && pages.size() < max_pages)
        pages[json::string_member(open.params, "elicitationId")] = open.call;
    if (can_show && !open.is_modern && client->hears_requests)
        open.request = ask_by_form(requests, *client, open.params);
    else if (question.is_again && !can_show)
        open.is_modern = false; // the server reports when the page is no longer needed
    else if (!can_show || !open.is_modern)
        open.answer = agent::mcp::declined();
    return count;
}

static Json result_of_client(const Json& result)
{
    if (json::string_member(result, "action") == "accept" && !result.contains("content"))
        return {{"action", "accept"}, {"content", Json::object()}};
    return form_answer_in(result).result;
}

std::optional<Json> GatewayPrompter::answer_of(std::uint64_t number, const Open& open)
{
    if (open.answer)
        return open.answer;
    if (open.request != 0) {
        const auto response = requests.take(open.request);
        if (!response)
            return std::nullopt;
        return response->failure.empty() ? result_of_client(response->result)
                                         : agent::mcp::cancelled();
    }
    const ClientCall* const client = clients.find(open.call);
    if (client == nullptr) // the call has ended, so nobody can answer
        return agent::mcp::cancelled();
    if (!open.is_sent || clients.is_waiting(open.call))
        return std::nullopt;
    return result_of_client(json::member(client->responses, key_of(number).c_str()));
}

std::optional<Json> GatewayPrompter::take(std::uint64_t number)
{
    const auto found = questions.find(number);
    if (found == questions.end())
        return std::nullopt;
    auto answer = answer_of(number, found->second);
    if (answer)
        questions.erase(found);
    return answer;
}

bool GatewayPrompter::are_of_one_person(calls::CallId call, calls::CallId other) const
{
    const ClientCall* const one = clients.find(call);
    const ClientCall* const another = clients.find(other);
    return one != nullptr && another != nullptr && one->scope == another->scope;
}

void GatewayPrompter::withdraw(std::uint64_t number)
{
    const auto taken = questions.extract(number);
    if (!taken.empty() && taken.mapped().request != 0)
        requests.withdraw(taken.mapped().request);
}

// Notifies the client of the call that opened the page, if that is under way.
void GatewayPrompter::complete(const std::string& id)
{
    const auto page = pages.extract(id);
    const ClientCall* const client = page.empty() ? nullptr : clients.find(page.mapped());
    if (client != nullptr && client->era == Era::legacy && client->hears_requests)
        requests.notify({client->scope, client->address}, "notifications/elicitation/complete",
            {{"elicitationId", id}});
}

// Sends all new questions about a call together.
void GatewayPrompter::step()
{
    std::map<calls::CallId, Json> asked;
    for (auto& [number, open] : questions) {
        const ClientCall* const client = clients.find(open.call);
        if (!open.is_modern || open.is_sent || open.answer || client == nullptr
            || clients.is_waiting(open.call))
            continue;
        open.is_sent = true;
        asked[open.call][key_of(number)]
            = {{"method", "elicitation/create"}, {"params", open.params}};
    }
    for (auto& [call, inputs] : asked)
        clients.park(call, std::move(inputs));
}

}
