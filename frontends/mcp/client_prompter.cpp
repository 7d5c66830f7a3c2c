#include "frontends/mcp/client_prompter.hpp"

#include "frontends/mcp/approval_form.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"

#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

static constexpr const char* key = "approval"; // key of the question in a result

static AskedCall asked_call(const CallQuestion& question, const ClientCall& client)
{
    return {question.call.tool->name, system::sha256(question.call.arguments.text),
        client.principal, question.trial.effect_hash()};
}

// The call of a question is always in progress.
const ClientCall& ClientPrompter::client_of(calls::CallId call) const
{
    const ClientCall* const client = clients.find(call);
    if (client == nullptr)
        throw ToolError(Code::internal, "a call that is asked about has no client");
    return *client;
}

std::string ClientPrompter::asked_party(calls::CallId call) const
{
    const ClientCall& client = client_of(call);
    return client.era == protocol::Era::legacy ? "session " + std::to_string(client.scope)
                                               : "principal " + client.principal;
}

std::optional<calls::Decision> ClientPrompter::refusal(calls::CallId call)
{
    const ClientCall& client = client_of(call);
    if (client.era == protocol::Era::legacy ? can_be_asked_by_form(client) : client.can_be_asked)
        return std::nullopt;
    const std::string why = "it needs the operator's yes, and the client can't ask";
    if (client.era == protocol::Era::modern)
        clients.answer_by(call,
            {protocol::error_line(client.id,
                 {protocol::missing_capability, why,
                     R"({"requiredCapabilities":{"elicitation":{}}})"}),
                protocol::missing_capability});
    return calls::Decision {.is_yes = false,
        .reason = why,
        .record = "no (client): it can't ask",
        .hint = "do without it; the operator can ask on the terminal of a server with --listen"};
}

std::optional<QuestionPrompter::Given> ClientPrompter::given(
    calls::CallId call, const CallQuestion& question)
{
    const ClientCall& client = client_of(call);
    if (client.era == protocol::Era::legacy || !client.request_state)
        return std::nullopt;
    const auto verdict = states.take(*client.request_state, asked_call(question, client));
    if (verdict == RequestStates::Verdict::invalid) {
        clients.answer_by(call,
            {protocol::error_line(client.id,
                 {protocol::invalid_params,
                     "params.requestState is not that of an open question about this call"}),
                protocol::invalid_params});
        return Given {{CallAnswer::Word::no, "its requestState is not that of an open question",
            "no (client): no such question"}};
    }
    FormAnswer answer = form_answer_in(json::member(client.responses, key));
    if (!answer.failure.empty()) // what is missing is requested again
        return std::nullopt;
    return Given {approval_in(answer), verdict == RequestStates::Verdict::other_effect};
}

std::optional<calls::Decision> ClientPrompter::put(calls::CallId call, const CallQuestion& question)
{
    const ClientCall& client = client_of(call);
    const Json form = approval_form(question, redaction);
    if (client.era == protocol::Era::legacy) {
        open[call] = ask_by_form(requests, client, form);
        return std::nullopt;
    }
    const Json result
        = input_required({{key, {{"method", "elicitation/create"}, {"params", form}}}},
            states.issue(asked_call(question, client)));
    clients.answer_by(call, {protocol::result_line(client.id, result)});
    return calls::Decision {
        .is_yes = false, .reason = "its client is asked first", .record = "asked (client)"};
}

std::optional<CallAnswer> ClientPrompter::take(calls::CallId call)
{
    const auto found = open.find(call);
    if (found == open.end())
        return std::nullopt;
    const auto answer = take_form_answer(requests, found->second);
    if (!answer)
        return std::nullopt;
    open.erase(found);
    return approval_in(*answer);
}

void ClientPrompter::withdraw(calls::CallId call)
{
    const auto question = open.extract(call);
    if (!question.empty())
        requests.withdraw(question.mapped());
}

}
