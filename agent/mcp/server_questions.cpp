#include "agent/mcp/server_questions.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

static constexpr std::size_t max_question_in_audit = 1'000;

ServerQuestions::~ServerQuestions()
{
    for (const auto& [number, open] : all)
        try {
            if (open.answer.is_null())
                by.prompter->withdraw(open.prompted);
        } catch (const ToolError&) { // the prompter has disconnected
        }
}

static std::string audited_message(const std::string& message)
{
    return text::shortened(text::printable(message), max_question_in_audit);
}

static Json audited(const ServerQuestion& question, const Json& answer)
{
    const auto* const page = std::get_if<UrlQuestion>(&question.about);
    const std::string& message
        = page != nullptr ? page->message : std::get<Form>(question.about).message;
    Json fields {{"question", audited_message(message)}, {"mode", page != nullptr ? "url" : "form"},
        {"answer", json::string_member(answer, "action")}};
    if (page != nullptr)
        fields["host"] = page->host;
    if (const Json& content = json::member(answer, "content"); !content.is_null())
        fields["answerSha256"] = system::sha256(content.dump());
    return fields;
}

static std::unique_ptr<ServerQuestion> question_in(
    const ServerEntry& server, calls::CallId call, const Json& params, bool is_again)
{
    if (json::member(params, "mode") == "url")
        return std::make_unique<ServerQuestion>(
            ServerQuestion {server, call, url_question_in(params, server), is_again});
    return std::make_unique<ServerQuestion>(ServerQuestion {server, call, form_in(params)});
}

ServerQuestions::Number ServerQuestions::decline(const Json& params)
{
    if (by.asked)
        by.asked({{"question", audited_message(json::string_member(params, "message"))},
            {"answer", "decline"}});
    all[++count].answer = declined();
    return count;
}

ServerQuestions::Number ServerQuestions::put(calls::CallId call, const Json& params, bool is_again)
try {
    auto question = question_in(server, call, params, is_again);
    const bool is_form = std::holds_alternative<Form>(question->about);
    if (!(is_form ? modes().form : modes().url))
        return decline(params);
    Open open;
    open.question = std::move(question);
    ask(open);
    all[++count] = std::move(open);
    note_asking();
    return count;
} catch (const ToolError& error) {
    if (error.code == Code::internal) // interrupted
        throw;
    return decline(params);
}

void ServerQuestions::ask(Open& open)
{
    const auto begun = Clock::now();
    open.deadline = begun + answer_time;
    open.prompted = by.prompter->put(*open.question);
    if (auto answer = by.prompter->take(open.prompted)) {
        settle(open, *answer);
        asked_for += Clock::now() - begun;
    }
}

// Returns the result for the server: declined if the answer does not fit the form.
Json ServerQuestions::checked(const ServerQuestion& question, const Json& answer) const
try {
    const std::string action = json::string_member(answer, "action");
    if (action != "accept")
        return action == "decline" ? declined() : cancelled();
    const auto* const form = std::get_if<Form>(&question.about);
    if (form == nullptr)
        return {{"action", "accept"}};
    Json content = completed_answer(*form, json::member(answer, "content"));
    if (by.may_send && !by.may_send(content))
        return declined();
    return accepted(std::move(content));
} catch (const ToolError&) {
    return declined();
}

void ServerQuestions::settle(Open& open, const Json& answer)
{
    open.answer = checked(*open.question, answer);
    if (by.asked && !open.question->is_again)
        by.asked(audited(*open.question, open.answer));
}

std::optional<Json> ServerQuestions::take(Number number)
{
    const auto found = all.find(number);
    if (found == all.end() || found->second.answer.is_null())
        return std::nullopt;
    Json answer = std::move(found->second.answer);
    all.erase(found);
    return answer;
}

void ServerQuestions::withdraw(Number number)
{
    const auto taken = all.extract(number);
    if (!taken.empty() && taken.mapped().answer.is_null())
        by.prompter->withdraw(taken.mapped().prompted);
    note_asking();
}

bool ServerQuestions::is_asking() const
{
    return std::any_of(
        all.begin(), all.end(), [](const auto& one) { return one.second.answer.is_null(); });
}

void ServerQuestions::note_asking()
{
    const auto now = Clock::now();
    if (is_asking() == asking_since.has_value())
        return;
    if (asking_since)
        asked_for += now - *std::exchange(asking_since, std::nullopt);
    else
        asking_since = now;
}

ServerQuestions::Clock::duration ServerQuestions::time_asking() const
{
    return asked_for + (asking_since ? Clock::now() - *asking_since : Clock::duration());
}

void ServerQuestions::watch(system::Watch& watch) const
{
    if (by.prompter)
        by.prompter->watch(watch);
    for (const auto& [number, open] : all)
        watch.until(open.answer.is_null() ? open.deadline : Clock::now());
}

void ServerQuestions::step()
{
    if (by.prompter)
        by.prompter->step();
    for (auto& [number, open] : all) {
        if (!open.answer.is_null())
            continue;
        if (auto answer = by.prompter->take(open.prompted)) {
            settle(open, *answer);
        } else if (Clock::now() >= open.deadline) {
            by.prompter->withdraw(open.prompted);
            settle(open, cancelled());
        }
    }
    note_asking();
}

}
