#include "agent/loop/transcript.hpp"

#include "toolkit/json/error_line.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace agent::loop {

using namespace toolkit;

Transcript::Transcript(
    const std::string& system, model::Messages past, std::unique_ptr<session::Session> session)
    : list(std::move(past))
    , session(std::move(session))
{
    if (!system.empty() && !has_system())
        list.insert(list.begin(), model::shared(model::text_message(model::Role::system, system)));
}

bool Transcript::has_system() const
{
    return !list.empty() && list.front()->role == model::Role::system;
}

void Transcript::add_to_system(const std::string& text)
{
    if (has_system() && list.front()->content == model::Message::Content::text)
        set_text(0, list.front()->text() + "\n\n" + text);
    else
        insert_system(text);
    token_sum.forget_from(0);
}

void Transcript::insert_system(const std::string& text)
{
    list.insert(list.begin(), model::shared(model::text_message(model::Role::system, text)));
    ++answered;
}

void Transcript::keep_in(std::unique_ptr<session::Session> wanted)
{
    session = std::move(wanted);
    for (std::size_t at = has_system() ? 1 : 0; session && at < list.size(); ++at)
        session->add(*list[at]);
}

void Transcript::resume(std::unique_ptr<session::Session> wanted)
{
    restart();
    for (auto& message : wanted->history().take())
        list.push_back(std::move(message));
    session = std::move(wanted);
}

void Transcript::cut(std::size_t first, const std::string& why)
{
    if (session)
        session->add_cut(first - (has_system() ? 1 : 0), why);
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(first), list.end());
    token_sum.forget_from(first);
    answered = std::min(answered, first);
    std::erase_if(passing, [&](const Passing& one) { return one.index >= first; });
}

void Transcript::drop_unanswered(const std::string& why)
{
    if (answered < list.size())
        cut(answered, why);
}

void Transcript::restart()
{
    session.reset();
    cut(has_system() ? 1 : 0);
}

void Transcript::set_system(const std::string& text)
{
    if (has_system()) {
        list.erase(list.begin());
        answered -= std::min<std::size_t>(answered, 1);
    }
    if (!text.empty())
        insert_system(text);
    token_sum.forget_from(0);
}

void Transcript::set_content(std::size_t index, std::string text)
{
    set_text(index, std::move(text));
    token_sum.change(index, *list[index]);
}

void Transcript::set_text(std::size_t index, std::string text)
{
    model::Message message = *list[index];
    std::erase_if(message.parts,
        [](const model::Part& part) { return part.kind != model::Part::Kind::image; });
    if (message.parts.empty())
        message.set_text(std::move(text));
    else
        message.parts.insert(message.parts.begin(), {model::Part::Kind::text, std::move(text)});
    list[index] = model::shared(std::move(message));
}

void Transcript::leave_images_out(std::size_t index, std::string_view why)
{
    list[index] = model::shared(model::without_images(*list[index], why));
    token_sum.change(index, *list[index]);
}

bool Transcript::leave_new_images_out(std::string_view why)
{
    bool has_changed = false;
    for (std::size_t at = answered; at < list.size(); ++at)
        if (list[at]->role == model::Role::tool && model::has_images(*list[at])) {
            replace(at, 1, model::without_images(*list[at], why));
            has_changed = true;
        }
    return has_changed;
}

void Transcript::replace(std::size_t first, std::size_t count, model::Message message)
{
    if (session)
        session->add_summary(first - (has_system() ? 1 : 0), count, message);
    list[first] = model::shared(std::move(message));
    const auto after = list.begin() + static_cast<std::ptrdiff_t>(first) + 1;
    list.erase(after, after + static_cast<std::ptrdiff_t>(count) - 1);
    token_sum.forget_from(first);
    answered = answered < first + count ? std::min(answered, first) : answered - (count - 1);
    std::erase_if(passing,
        [&](const Passing& one) { return one.index >= first && one.index < first + count; });
    for (auto& one : passing)
        if (one.index >= first + count)
            one.index -= count - 1;
}

void Transcript::add_for_turn(model::Message message, model::Message kept)
{
    keep(kept);
    passing.push_back({list.size(), model::shared(std::move(kept))});
    add_kept(model::shared(std::move(message)));
}

// Returns the index of the first result in the row of results at the end of the list; its size if
// the last message is not a result.
std::size_t Transcript::last_results_begin() const
{
    std::size_t at = list.size();
    while (at > 0 && list[at - 1]->role == model::Role::tool)
        --at;
    return at;
}

std::vector<model::ToolCall> Transcript::open_calls() const
{
    std::vector<model::ToolCall> open;
    const std::size_t at = last_results_begin();
    if (at == 0)
        return open;
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
    for (const auto& call : list[at - 1]->calls)
        if (std::none_of(
                first, list.end(), [&](const auto& result) { return result->call_id == call.id; }))
            open.push_back(call);
    return open;
}

void Transcript::answer_open_calls()
{
    for (const auto& call : open_calls())
        add(model::result_message(call.id,
            json::error_line(
                ToolError(Code::internal, "the call was interrupted, and its end is not known"))));
}

void Transcript::sort_last_results()
{
    const std::size_t at = last_results_begin();
    if (at == 0)
        return;
    const auto place_of = [&](const model::SharedMessage& result) {
        const auto& calls = list[at - 1]->calls;
        return std::find_if(calls.begin(), calls.end(), [&](const auto& call) {
            return call.id == result->call_id;
        }) - calls.begin();
    };
    std::stable_sort(list.begin() + static_cast<std::ptrdiff_t>(at), list.end(),
        [&](const auto& one, const auto& other) { return place_of(one) < place_of(other); });
    token_sum.forget_from(at);
}

bool Transcript::end_turn()
{
    answer_open_calls();
    const bool has_changed = !passing.empty();
    for (auto& one : passing) {
        list[one.index] = std::move(one.kept);
        token_sum.change(one.index, *list[one.index]);
    }
    passing.clear();
    return has_changed;
}

void Transcript::keep(const model::Message& message) const
{
    if (session)
        session->add(message);
}

void Transcript::add(model::Message message)
{
    keep(message);
    add_kept(model::shared(std::move(message)));
}

void Transcript::save(
    const File& file, const std::string& path, const redaction::Redaction& redaction) const
{
    if (ftruncate(file.descriptor(), 0) != 0 && errno != EINVAL) // a pipe
        throw system::system_error("cannot write the messages to " + text::in_quotes(path));
    system::write_named_file(
        file, path, redaction.redact_json(model::messages_json(list)).dump(1) + "\n");
}

}
