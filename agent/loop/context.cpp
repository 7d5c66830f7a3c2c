#include "agent/loop/context.hpp"

#include "agent/calls/repair.hpp"
#include "agent/loop/live_reply.hpp"
#include "agent/loop/null_observer.hpp"
#include "agent/model/finish.hpp"
#include "agent/model/reply_text.hpp"
#include "agent/session/history.hpp"
#include "agent/tasks/kept_tasks.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace agent::loop {

using namespace toolkit;

static constexpr double max_for_reply = 4096;
static constexpr std::size_t short_answer = 400; // bytes
static constexpr std::string_view why_no_image = "left out, since the conversation would not fit";
static constexpr std::string_view summary_mark = "[A summary in place of ";
static constexpr std::string_view request_mark
    = "\n[The last request of the user among them was:]\n";
// Share of the room to shorten to, so that the next message does not exceed the limit again.
static constexpr double enough = 0.75;

Context::Context(std::int64_t window, std::string_view around, system::Cancel* cancel,
    const redaction::Redaction* redaction)
    : cancel(cancel)
    , redaction(redaction)
    , around(estimated_tokens(around))
{
    keep_within(static_cast<double>(window));
}

void Context::keep_within(double tokens)
{
    window = tokens;
    room = window - std::min(window / 4, max_for_reply);
}

void Context::set_around(std::string_view text) { around = estimated_tokens(text); }

std::string Context::redacted(const std::string& text) const
{
    return redaction == nullptr ? text : redaction->redact(text);
}

double Context::tokens_of(Transcript& transcript) const
{
    return (around + transcript.tokens(cancel)) * prompts.correction();
}

bool Context::fits(Transcript& transcript, double share) const
{
    return tokens_of(transcript) <= room * share;
}

// Ignores `cancel`, because the reply was shown already and must be kept.
void Context::learn(Transcript& transcript, const model::Reply& reply, Observer& observer)
{
    if (!reply.usage.is_object())
        return;
    const double estimated = around + transcript.tokens(nullptr);
    if (const auto note = prompts.learn(transcript.messages(), estimated, reply.usage))
        observer.note(*note);
}

static bool is_result(const model::SharedMessage& message)
{
    return message->role == model::Role::tool;
}

// Returns the index of the message with the last calls if only their results follow it; otherwise
// of the last message.
static std::size_t begin_of_tail(const model::Messages& messages)
{
    std::size_t at = messages.size() - 1;
    while (at > 0 && is_result(messages[at]))
        --at;
    return at;
}

static std::string cut_for_context(const std::string& text, std::size_t most)
{
    const std::size_t kept = text::utf8_boundary(text, std::min(most, text.size()));
    return text.substr(0, kept) + "… [" + std::to_string(text.size() - kept)
        + " bytes were left out, since the conversation would not fit the context: call again for "
          "what is "
          "needed]";
}

static std::size_t begin_of_turn(const model::Messages& messages)
{
    std::size_t at = messages.empty() ? 0 : messages.size() - 1;
    while (at > 0 && !session::begins_turn(messages, at))
        --at;
    return at;
}

static void tell_left_out(std::size_t count, Observer& observer)
{
    observer.context({channel::Shortened {static_cast<std::int64_t>(count)},
        "the images of " + std::to_string(count)
            + (count == 1 ? " earlier message are" : " earlier messages are") + " left out"});
}

// Leaves out the images of earlier turns, the oldest first, until the request fits. Returns the
// number of messages changed.
std::size_t Context::leave_images_out(Transcript& transcript) const
{
    const model::Messages& messages = transcript.messages();
    const std::size_t after = begin_of_turn(messages);
    std::size_t count = 0;
    for (std::size_t at = 0; at < after && !fits(transcript, enough); ++at)
        if (model::has_images(*messages[at])) {
            transcript.leave_images_out(at, why_no_image);
            ++count;
        }
    return count;
}

bool Context::leave_oldest_images_out(
    Transcript& transcript, model::Model& model, Observer& observer) const
{
    const model::Messages& messages = transcript.messages();
    const std::size_t prompt = begin_of_turn(messages);
    std::vector<std::size_t> with_images;
    for (std::size_t at = 0; at < messages.size(); ++at)
        if (at != prompt && model::has_images(*messages[at]))
            with_images.push_back(at);
    const std::size_t count = (with_images.size() + 1) / 2;
    with_images.resize(count);
    if (count == 0 && !messages.empty() && model::has_images(*messages[prompt])) {
        with_images.push_back(prompt);
        observer.note("the images of the prompt are left out, since the request is too large");
    }
    if (with_images.empty())
        return false;
    model.invalidate_messages();
    for (const std::size_t at : with_images)
        transcript.leave_images_out(at, "left out, since the request is too large");
    if (count > 0)
        tell_left_out(count, observer);
    return true;
}

// Shortens results of tools to `most` bytes, the oldest first, until the request fits. Also removes
// their images if `most` leaves hardly any text. Returns the number of results changed.
std::size_t Context::shorten(
    Transcript& transcript, std::size_t first, std::size_t after, std::size_t most) const
{
    static constexpr std::size_t worth_it = 200;
    std::size_t count = 0;
    for (std::size_t at = first; at < after && !fits(transcript, enough); ++at) {
        if (cancel != nullptr)
            cancel->check();
        const model::SharedMessage& message = transcript.messages()[at];
        if (!is_result(message))
            continue;
        const bool has_images = most < 2 * short_answer && model::has_images(*message);
        const std::string text = message->text();
        const bool is_long = text.size() > most + worth_it;
        if (is_long)
            transcript.set_content(at, cut_for_context(redacted(text), most));
        if (has_images)
            transcript.leave_images_out(at, why_no_image);
        if (is_long || has_images)
            ++count;
    }
    return count;
}

// Returns the messages to summarise as text.
static std::string told(const model::Messages& messages, std::size_t first, std::size_t after)
{
    std::string text;
    for (std::size_t at = first; at < after; ++at) {
        const model::Message& message = *messages[at];
        const std::string role(model::name_of(message.role));
        const std::string said = model::has_images(message)
            ? model::without_images(message, "not in this summary").text()
            : message.text();
        if (!said.empty())
            text += role + ": " + said + "\n";
        for (const auto& call : message.calls)
            text += role + " calls " + call.name + " " + call.arguments + "\n";
    }
    return text;
}

namespace {

struct Excerpt {
    std::string text;
    std::size_t left_out = 0; // number of bytes left out
};

}

// Returns the beginning and the end of the text if it has more than `max_tokens`.
static Excerpt without_middle(const std::string& text, double max_tokens)
{
    const double tokens = estimated_tokens(text);
    if (tokens <= max_tokens)
        return {text};
    const auto half
        = static_cast<std::size_t>(static_cast<double>(text.size()) * max_tokens / tokens / 2);
    const std::size_t first = text::utf8_boundary(text, half);
    const std::size_t second = text::utf8_boundary(text, text.size() - half);
    return {text.substr(0, first) + "\n… [" + std::to_string(second - first)
            + " bytes left out] …\n" + text.substr(second),
        second - first};
}

// Returns true if the text is JSON other than a string. A structured answer or a number is not a
// summary, but a string may be one.
static bool is_data(const std::string& text)
{
    try {
        return !json::parse_bounded(text).is_string();
    } catch (const ToolError&) {
        return false;
    }
}

// Returns why the reply cannot serve as a summary; empty if it can.
static std::string complaint_about(const model::Reply& reply)
{
    const std::string said = model::parts_of_reply(reply.message.text()).text;
    const std::string text(text::stripped(said));
    if (!reply.message.calls.empty() || reply.unusable_calls)
        return "it calls a tool";
    if (model::finish_of(reply.finish_reason) == model::Finish::filtered)
        return "the server has filtered it";
    if (text.empty())
        return "it is empty";
    for (const char* mark : {"<tool_call>", "[TOOL_CALLS]", "<function="})
        if (text.starts_with(mark))
            return "it calls a tool";
    const auto unfenced = calls::repaired_arguments(text, calls::Ending::cut_off);
    return is_data(text) || (!unfenced.empty() && is_data(unfenced.front().text)) ? "it is JSON"
                                                                                  : "";
}

namespace {

struct Summary {
    std::string text;
    std::string complaint = {}; // why the reply is not a summary; empty if it is
};

}

// Sends a request outside the conversation. A refusal is not reported as RefusedMessages, since it
// is not about the messages of the conversation.
static model::Reply asked_aside(model::Model& model, const model::Messages& messages)
try {
    NullListener deaf;
    return model.ask_separately(messages, deaf);
} catch (const model::RefusedMessages& error) {
    throw ToolError(error.code, error.message, error.hint);
}

// Asks for a summary, and once more if the reply is not one.
static Summary ask_for_summary(const std::string& text, model::Model& model, Tally& tally)
{
    std::string request
        = "Summarise this part of a conversation between a user and an assistant with tools, for "
          "the "
          "assistant, who will go on without it. Say what was asked, what was found out (with "
          "names, "
          "paths, numbers), what was changed, what failed, and what is left to do. Call no tools.";
    Summary summary;
    for (int count = 0; count < 2; ++count) {
        const model::Messages messages {
            model::shared(model::text_message(model::Role::system, request)),
            model::shared(model::text_message(model::Role::user, text))};
        const model::Reply reply = asked_aside(model, messages);
        tally.add_reply(reply, estimated_tokens(request) + estimated_tokens(text));
        const std::string said = model::parts_of_reply(reply.message.text()).text;
        summary = {std::string(text::stripped(said)), complaint_about(reply)};
        if (model::finish_of(reply.finish_reason) == model::Finish::cut_off)
            summary.text += " … [the summary is cut off here]";
        if (summary.complaint.empty())
            break;
        request += count > 0 ? ""
                             : " An answer before this one was of no use, since "
                + summary.complaint + ": write sentences, and nothing else.";
    }
    return summary;
}

// Returns the last request of the user among these messages, on which the model is working; empty
// if there is none. It may be quoted in an earlier summary.
static std::string last_request(
    const model::Messages& messages, std::size_t first, std::size_t after)
{
    for (std::size_t at = after; at-- > first;) {
        if (messages[at]->role != model::Role::user)
            continue;
        std::string text = messages[at]->text();
        const std::size_t mark = text.rfind(request_mark);
        if (mark != std::string::npos)
            return text.substr(mark + request_mark.size());
        if (!text.starts_with(summary_mark))
            return text;
    }
    return {};
}

// Returns the index of the first message that is not summarised. The last calls and their results
// are kept, and as many messages before them as fit into half of the room that `enough` leaves.
// Results are not separated from their calls.
std::size_t Context::end_of_old(const model::Messages& messages, std::size_t first) const
{
    std::size_t after = begin_of_tail(messages);
    double left = (room * enough / prompts.correction() - around) / 2;
    for (std::size_t at = messages.size(); at-- > first;) {
        left -= estimated_tokens_of(*messages[at]);
        if (left < 0)
            break;
        if (at < after && !is_result(messages[at]))
            after = at;
    }
    return after;
}

void Context::summarise(
    Transcript& transcript, model::Model& model, Observer& observer, Tally& tally)
{
    const model::Messages& messages = transcript.messages();
    std::size_t first = 0;
    while (first < messages.size() && messages[first]->role != model::Role::user)
        ++first;
    const std::size_t after = end_of_old(messages, first + 1);
    if (++first >= after)
        return;
    const std::string text = told(messages, first, after);
    // The request for the summary has to fit as well.
    const double most = window == 0 ? std::numeric_limits<double>::max()
                                    : (room - around) * enough / prompts.correction() - 200;
    const Excerpt excerpt = without_middle(redacted(text), std::max(most, 200.0));
    const Summary summary = ask_for_summary(excerpt.text, model, tally);
    const auto count = static_cast<std::int64_t>(after - first);
    if (!summary.complaint.empty())
        return observer.context({channel::NotSummarised {count, summary.complaint},
            "the model was asked for a summary, and its answer is none (" + summary.complaint
                + "): " + std::to_string(count) + " messages stay as they are"});
    const std::string left_out = excerpt.left_out == 0
        ? ""
        : "; " + std::to_string(excerpt.left_out) + " bytes of them did not fit the request for it";
    std::string content = std::string(summary_mark) + std::to_string(count)
        + " messages, which would not fit the context" + left_out + ":]\n" + summary.text;
    if (tasks::last_tasks(messages, after, messages.size()).empty())
        content += tasks::note_for_summary(tasks::last_tasks(messages, first, after));
    if (const std::string request = last_request(messages, first, after); !request.empty())
        content += std::string(request_mark) + request;
    channel::Summarised summarised {count};
    if (excerpt.left_out > 0)
        summarised.skipped_bytes = static_cast<std::int64_t>(excerpt.left_out);
    observer.context(
        {summarised, std::to_string(count) + " messages are replaced by a summary" + left_out});
    transcript.replace(first, after - first, model::text_message(model::Role::user, content));
    has_summarised = true;
}

static constexpr double less = 0.75; // share of a request that did not fit which is assumed to fit

void Context::correct_by(const model::Overflow& overflow, Transcript& transcript)
{
    const double estimated = around + transcript.tokens(cancel);
    const double before = tokens_of(transcript);
    const double named = overflow.window ? static_cast<double>(*overflow.window) : 0;
    const double known = named == 0 ? window : window == 0 ? named : std::min(window, named);
    if (overflow.used)
        prompts.learn(estimated, static_cast<double>(*overflow.used));
    else if (known > before)
        prompts.learn(estimated, known / less);
    keep_within(known > 0 ? known : before * less);
}

void Context::make_smaller(
    Transcript& transcript, model::Model& model, Observer& observer, Tally& tally)
{
    const double known = window;
    const bool had_warned = std::exchange(has_warned, true); // no warning: the size is a guess
    const auto restore = [&] {
        keep_within(known);
        has_warned = had_warned;
    };
    window = room = tokens_of(transcript) * less;
    try {
        make_room(transcript, model, observer, tally);
    } catch (...) {
        restore();
        throw;
    }
    restore();
}

void Context::compact(Transcript& transcript, model::Model& model, Observer& observer, Tally& tally)
{
    model.invalidate_messages();
    summarise(transcript, model, observer, tally);
}

void Context::make_room(
    Transcript& transcript, model::Model& model, Observer& observer, Tally& tally)
{
    constexpr double surely_fits = 3000; // tokens
    if (window == 0 && !has_asked_for_window && tokens_of(transcript) > surely_fits) {
        has_asked_for_window = true;
        keep_within(static_cast<double>(model.context_window()));
    }
    if (window == 0 || fits(transcript, 1))
        return;
    const auto tell = [&](std::size_t count) {
        if (count > 0)
            observer.context({channel::Shortened {static_cast<std::int64_t>(count)},
                std::to_string(count)
                    + (count == 1 ? " answer of a tool is" : " answers of tools are")
                    + " shortened"});
    };
    model.invalidate_messages();
    if (const std::size_t count = leave_images_out(transcript); count > 0)
        tell_left_out(count, observer);
    tell(shorten(transcript, 0, begin_of_tail(transcript.messages()), short_answer));
    if (!fits(transcript, 1))
        summarise(transcript, model, observer, tally);
    std::size_t count = 0;
    for (std::size_t most = 64 << 10; most >= short_answer && !fits(transcript, 1); most /= 2)
        count = std::max(count,
            shorten(transcript, begin_of_tail(transcript.messages()), transcript.messages().size(),
                most));
    tell(count);
    if (const std::size_t prompt = begin_of_turn(transcript.messages());
        !fits(transcript, 1) && model::has_images(*transcript.messages()[prompt])) {
        transcript.leave_images_out(prompt, why_no_image);
        observer.note(
            "the images of the prompt are left out, since the conversation would not fit");
    }
    if (!fits(transcript, 1) && !std::exchange(has_warned, true))
        observer.note("about " + std::to_string(std::llround(tokens_of(transcript)))
            + " tokens are asked of a model with " + std::to_string(std::llround(window))
            + ", of which a part is for its reply: tools, the system message and what was said "
              "last can't be "
              "left out; "
              "--only-tools leaves tools out");
}

}
