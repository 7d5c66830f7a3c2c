#include "runner/servers/asked_sign_ins.hpp"

#include "runner/servers/sign_in_state.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <utility>

namespace runner::servers {

using agent::mcp::ServerQuestion;
using agent::mcp::SignInEnd;
using agent::mcp::UrlQuestion;
using agent::mcp::WantedSignIn;

static SignInEnd failed_sign_in(const ToolError& error)
{
    return {.text = error.message + (error.hint.empty() ? "" : "; " + error.hint)};
}

static SignInEnd left_sign_in(const char* reason) { return {.text = reason, .reason = reason}; }

static SignInEnd successful_sign_in(const agent::mcp::ServerEntry& entry)
{
    return {true, sign_in_text_of(sign_in_state_of(entry))};
}

static UrlQuestion question_about(const SignInFlow& flow, const WantedSignIn& wanted)
{
    UrlQuestion question;
    question.url = flow.url();
    question.host = web::host_field(web::parse_address(flow.url()));
    question.sign_in = flow.lines();
    question.warnings = agent::mcp::warnings_about_host(question.host);
    if (!wanted.scopes.empty())
        question.sign_in.push_back("added     " + wanted.scopes + "   (a call needs it)");
    return question;
}

std::uint64_t AskedSignIns::begin(const WantedSignIn& wanted)
{
    Open& open = all[++count];
    try {
        begin(open, wanted);
    } catch (const ToolError& error) {
        open.end = failed_sign_in(error);
        open.end->was_asked = false;
    }
    if (open.end && open.end->is_signed_in)
        open.flow->record();
    return count;
}

void AskedSignIns::begin(Open& open, const WantedSignIn& wanted)
{
    open.flow = std::make_unique<SignInFlow>(wanted.server, 0, by);
    open.flow->discover();
    if (!open.flow->is_by_person()) {
        open.flow->finish_by_credentials();
        open.end = successful_sign_in(wanted.server);
        return;
    }
    oauth::SignIn& protocol = open.flow->protocol();
    if (protocol.needs_client())
        throw ToolError(Code::unsupported,
            "the authorization server " + text::in_quotes(text::printable(protocol.issuer()))
                + " does not register clients by itself",
            "'agentcli mcp login " + wanted.server.name + "' in a terminal asks for a client");
    if (left_issuers.erase(protocol.issuer()) != 0)
        protocol.register_again();
    open.flow->listen();
    open.flow->make_request();
    open.deadline = Clock::now() + max_time_of_sign_in;
    open.question = std::make_unique<ServerQuestion>(
        ServerQuestion {wanted.server, wanted.call, question_about(*open.flow, wanted)});
    open.prompted = prompter->put(*open.question);
}

std::optional<SignInEnd> AskedSignIns::take(std::uint64_t number)
{
    const auto found = all.find(number);
    if (found == all.end() || !found->second.end)
        return std::nullopt;
    auto end = std::move(found->second.end);
    all.erase(found);
    return end;
}

void AskedSignIns::leave(const Open& open)
{
    if (open.flow->has_stored_client())
        left_issuers.insert(open.flow->protocol().issuer());
}

void AskedSignIns::close_question(Open& open)
{
    if (open.prompted)
        prompter->withdraw(*std::exchange(open.prompted, std::nullopt));
}

void AskedSignIns::withdraw(std::uint64_t number)
{
    auto taken = all.extract(number);
    if (taken.empty())
        return;
    Open& open = taken.mapped();
    if (!open.end && open.flow)
        leave(open);
    close_question(open);
}

void AskedSignIns::take_answer(Open& open)
{
    const auto answer = open.prompted ? prompter->take(*open.prompted) : std::nullopt;
    if (!answer)
        return;
    open.prompted.reset();
    if (json::string_member(*answer, "action") != "accept") {
        leave(open);
        open.end = left_sign_in("the operator has not signed in");
        return;
    }
    const std::string address = json::string_member(json::member(*answer, "content"), "address");
    if (open.flow->take_pasted(address) || open.flow->has_response())
        return;
    std::string& message = std::get<UrlQuestion>(open.question->about).message;
    if (!address.empty())
        message = open.flow->message_about_address();
    else if (open.question->is_again)
        return; // the browser or the deadline ends the sign-in
    else
        message = "waiting for the browser";
    open.question->is_again = true;
    open.prompted = prompter->put(*open.question);
}

void AskedSignIns::finish(Open& open, const agent::mcp::ServerEntry& entry)
{
    close_question(open);
    try {
        open.flow->finish();
    } catch (const ToolError& error) {
        open.end = failed_sign_in(error);
        return;
    }
    open.end = successful_sign_in(entry);
    open.flow->record();
}

void AskedSignIns::step(Open& open)
{
    if (open.end)
        return;
    system::Watch watch;
    open.flow->watch(watch);
    watch.until(Clock::now());
    watch.wait();
    open.flow->step(watch);
    if (!open.flow->has_response())
        take_answer(open);
    if (open.flow->has_response() && !open.flow->has_to_write())
        return finish(open, open.question->server);
    if (!open.end && Clock::now() >= open.deadline) {
        leave(open);
        close_question(open);
        open.end = left_sign_in(sign_in_timed_out);
    }
}

void AskedSignIns::step(std::uint64_t number)
{
    prompter->step();
    if (const auto found = all.find(number); found != all.end())
        step(found->second);
}

void AskedSignIns::watch(std::uint64_t number, system::Watch& watch) const
{
    prompter->watch(watch);
    const auto found = all.find(number);
    if (found == all.end())
        return;
    const Open& open = found->second;
    if (open.end)
        return watch.until(Clock::now());
    open.flow->watch(watch);
    watch.until(open.deadline);
}

}
