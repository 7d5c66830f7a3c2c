#include "agent/loop/conversation.hpp"

#include "agent/calls/repaired_reply.hpp"
#include "agent/loop/answers.hpp"
#include "agent/loop/round.hpp"
#include "agent/model/call_normaliser.hpp"
#include "agent/model/finish.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace agent::loop {

using namespace toolkit;

static std::function<model::Reply(model::ReplyListener&)> in_format(
    model::Model& model, const model::Messages& messages, const Json& format)
{
    return [&model, &messages, format](model::ReplyListener& live) {
        return format.is_null() ? model.ask(messages, live)
                                : model.ask_for_format(messages, format, live);
    };
}

static bool fits_structure(const StructuredAnswer* structure, std::string text)
{
    return structure != nullptr && structure->complaint_about(text).empty();
}

static double counted_tokens(const Task& task, const Tally& tally)
{
    return tally.reply_tokens() + (task.counts_requests ? tally.request_tokens() : 0);
}

static double tokens_left(const Task& task, const Tally& tally)
{
    return task.max_tokens == 0
        ? std::numeric_limits<double>::infinity()
        : static_cast<double>(task.max_tokens) - counted_tokens(task, tally);
}

// Returns the reply after mended_reply(). A reply with unusable calls is returned unchanged; it
// ends the turn.
static calls::RepairedReply repaired_if_usable(model::Reply reply, const Task& task,
    const model::Messages& messages, const ConversationDependencies& parties)
{
    if (reply.unusable_calls)
        return {std::move(reply), {}, false, {}};
    return calls::repaired_reply(std::move(reply), messages, parties.toolbelt,
        [&](const std::string& text) { return fits_structure(task.structure, text); });
}

static constexpr std::string_view mark_of_broken_off = "\n[the reply broke off here]";

bool is_broken_off(const model::Message& message)
{
    return message.role == model::Role::assistant && message.text().ends_with(mark_of_broken_off);
}

static calls::RepairedReply ask(const std::function<model::Reply(model::ReplyListener&)>& model,
    const Task& task, Transcript& transcript, const ConversationDependencies& parties)
{
    LiveReply live(parties.observer, task.shown, tokens_left(task, parties.tally));
    try {
        calls::RepairedReply heard
            = repaired_if_usable(model(live), task, transcript.messages(), parties);
        const model::Message& shown = heard.shown ? *heard.shown : heard.reply.message;
        live.end(heard.has_written_calls ? LiveReply::Rest::calls : LiveReply::Rest::text,
            shown.reasoning());
        const bool is_counted
            = json::member(heard.reply.usage, "prompt_tokens").is_number_unsigned();
        parties.tally.add_message(heard.reply, is_counted ? 0 : parties.context.tokens(transcript));
        parties.observer.message(parties.tally.steps(), heard.reply, shown);
        if (!heard.warning.empty())
            parties.observer.note_once(heard.warning);
        return heard;
    } catch (const EndedTurn&) { // do not add the reply to the transcript
        live.end();
        throw;
    } catch (...) {
        live.end();
        if (task.keeps_partial_text && !live.said().empty())
            transcript.add(model::text_message(model::Role::assistant,
                live.said()
                    + std::string(parties.cancel.is_set() ? "\n[interrupted by the operator]"
                                                          : mark_of_broken_off)));
        throw;
    }
}

// Returns the calls of a reply with their flags (was_text, is_cut_off, may_be_cut_off). Throws if
// they cannot be used.
static std::vector<model::ToolCall> take_calls(calls::RepairedReply& repaired)
{
    if (repaired.reply.unusable_calls)
        throw ToolError(*repaired.reply.unusable_calls);
    repaired.reply.message.give_ids();
    std::vector<model::ToolCall> calls = repaired.reply.message.calls;
    const model::Finish finish = model::finish_of(repaired.reply.finish_reason);
    for (auto& call : calls)
        call.was_text = repaired.has_written_calls;
    if (!calls.empty()) {
        calls.back().is_cut_off = finish == model::Finish::cut_off;
        calls.back().may_be_cut_off = finish != model::Finish::whole;
    }
    return calls;
}

static std::string counted(std::int64_t count, const std::string& thing)
{
    return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

// Returns a stop if this turn has used more tokens than it may.
static std::optional<Stop> token_limit(const Task& task, const Tally& tally)
{
    const double tokens = counted_tokens(task, tally);
    if (task.max_tokens == 0 || tokens <= static_cast<double>(task.max_tokens))
        return {};
    const std::string count = std::to_string(std::llround(tokens));
    const bool is_estimated
        = tally.is_estimated() || (task.counts_requests && tally.is_request_estimated());
    return Stop {Reason::max_total_tokens, "",
        std::string("no answer, and ")
            + (task.counts_requests ? "all requests and replies" : "the model's replies") + " have "
            + count + " tokens"
            + (is_estimated ? " by our estimate, because the server does not count them all" : ""),
        "--max-total-tokens allows more than " + std::to_string(task.max_tokens)};
}

// Returns a stop if this turn has cost more than it may, or if its cost is not known.
static std::optional<Stop> cost_limit(const Task& task, const Tally& tally)
{
    if (task.max_cost == 0)
        return {};
    if (tally.has_unpriced_reply())
        return stop_of_unpriced_reply(tally, "--max-cost");
    const double cost = tally.cost().value_or(0);
    if (cost <= task.max_cost)
        return {};
    return Stop {Reason::max_cost, "",
        "no answer, and requests and replies have cost " + model::amount_text(cost)
            + (tally.is_cost_estimated()
                    ? " by our estimate, because the server does not count all tokens"
                    : ""),
        "--max-cost allows more than " + model::amount_text(task.max_cost)};
}

// Returns the reason why the turn can have no further request, apart from the number of its steps.
static std::optional<Stop> spent_limit(const Task& task, const Tally& tally)
{
    if (auto stop = token_limit(task, tally))
        return stop;
    if (auto stop = cost_limit(task, tally))
        return stop;
    return task.spent ? task.spent(tally) : std::nullopt;
}

// Returns the reason not to run these calls, or nullopt.
static std::optional<Stop> obstacle(
    const model::Reply& reply, const Task& task, const Tally& tally, std::size_t calls_in_all)
{
    const auto step = static_cast<std::int64_t>(tally.steps());
    if (model::finish_of(reply.finish_reason) == model::Finish::filtered)
        return filtered_answer();
    // After the last step, the results would not be sent to the model.
    if (step == task.max_steps)
        return Stop {Reason::max_steps, "",
            "no answer after " + counted(step, "step") + ", and the model calls more tools",
            "--max-steps allows more"};
    if (calls_in_all > static_cast<std::size_t>(task.max_calls))
        return Stop {Reason::max_tool_calls, "",
            "no answer, and the model calls more than " + counted(task.max_calls, "tool"),
            "--max-tool-calls allows more"};
    return spent_limit(task, tally);
}

// Returns the messages for the next request only; they are not kept in the transcript.
static model::Messages passing_messages(
    const Task& task, const model::Messages& messages, std::optional<model::Message> nudge)
{
    model::Messages passing;
    if (nudge)
        passing.push_back(model::shared(*std::move(nudge)));
    if (task.called_answer != nullptr)
        for (model::Message& message : task.called_answer->last_messages(messages))
            passing.push_back(model::shared(std::move(message)));
    return passing;
}

static model::Messages with_passing(model::Messages messages, const model::Messages& passing)
{
    messages.insert(messages.end(), passing.begin(), passing.end());
    return messages;
}

// Makes room after a request that did not fit. Returns true if the next request is smaller.
static bool makes_room_after(const model::Overflow& overflow, Transcript& transcript,
    const ConversationDependencies& parties)
{
    const double before = transcript.tokens(nullptr);
    if (overflow.about == model::Overflow::About::unknown) {
        parties.context.make_smaller(transcript, parties.model, parties.observer, parties.tally);
    } else {
        parties.context.correct_by(overflow, transcript);
        parties.context.make_room(transcript, parties.model, parties.observer, parties.tally);
    }
    return transcript.tokens(nullptr) < before;
}

// Removes the images of new results from the next request. Returns false if there are none. The
// server may have refused one of them, for instance a damaged image, and the calls have already
// run.
static bool goes_without_new_images(Transcript& transcript, const ConversationDependencies& parties)
{
    if (!transcript.leave_new_images_out("the server refuses it"))
        return false;
    parties.model.invalidate_messages();
    parties.observer.note("the server refuses the messages: they are sent again without the images "
                          "of the last results");
    return true;
}

// Prepares another request after a refusal. Returns false if there is nothing left to try. Old
// images are left out as long as the server reports too many bytes; anything else is tried once,
// which `has_tried` records.
static bool can_ask_again(const model::RefusedMessages& error, bool& has_tried,
    Transcript& transcript, const ConversationDependencies& parties)
{
    using About = model::Overflow::About;
    const About about = error.overflow ? error.overflow->about : About::context;
    if (about != About::context
        && parties.context.leave_oldest_images_out(transcript, parties.model, parties.observer))
        return true;
    if (about == About::bytes || std::exchange(has_tried, true))
        return false;
    return error.overflow ? makes_room_after(*error.overflow, transcript, parties)
                          : goes_without_new_images(transcript, parties);
}

// Sends the request again if it did not fit and can be made smaller, or if images of results can be
// left out.
static calls::RepairedReply asked_within_context(
    const std::function<calls::RepairedReply()>& ask_now, Transcript& transcript,
    const ConversationDependencies& parties)
{
    for (bool has_tried = false;;) {
        try {
            return ask_now();
        } catch (const model::RefusedMessages& error) {
            if (!can_ask_again(error, has_tried, transcript, parties))
                throw;
        }
    }
}

// Makes one request to the model, with all preparations before it.
static calls::RepairedReply take_step(const Task& task, Transcript& transcript,
    const ConversationDependencies& parties, Answers& answers)
{
    const Json format = answers.format();
    std::optional<model::Message> nudge = answers.nudge();
    parties.cancel.check();
    if (task.steering)
        task.steering(transcript);
    parties.observer.step_begins(parties.tally.steps() + 1);
    parties.context.make_room(transcript, parties.model, parties.observer, parties.tally);
    if (auto stop = cost_limit(task, parties.tally))
        throw EndedTurn {*std::move(stop)};
    const model::Messages passing = passing_messages(task, transcript.messages(), std::move(nudge));
    const auto ask_now = [&] {
        const model::Messages more
            = passing.empty() ? model::Messages() : with_passing(transcript.messages(), passing);
        const model::Messages& asked = passing.empty() ? transcript.messages() : more;
        return ask(in_format(parties.model, asked, format), task, transcript, parties);
    };
    calls::RepairedReply heard = asked_within_context(ask_now, transcript, parties);
    transcript.mark_answered();
    parties.context.learn(transcript, heard.reply, parties.observer);
    return heard;
}

static Stop stuck(const Task& task, const std::string& reason)
{
    return {Reason::repeated_call, "", reason,
        "--max-repeats allows more than " + std::to_string(task.max_repeats)};
}

static Stop stuck_with(const Task& task, const std::string& tool)
{
    return stuck(task,
        "the model calls " + text::in_quotes(tool) + " with the same arguments again and again");
}

// Returns the reason to end the turn after the calls of a message, or nullopt.
static std::optional<Stop> end_after(const Task& task, const Repetition& repetition)
{
    if (task.called_answer != nullptr && task.called_answer->is_there())
        return Stop {Reason::answered};
    if (!repetition.reason_to_stop().empty())
        return stuck(task, repetition.reason_to_stop());
    return {};
}

// Runs the open calls of the transcript: calls of a session that an earlier process did not begin.
// Returns their number.
static std::size_t run_open_calls(
    Transcript& transcript, const ConversationDependencies& parties, Repetition& repetition)
{
    const std::vector<model::ToolCall> calls = transcript.open_calls();
    if (calls.empty())
        return 0;
    const std::vector<model::CallNormaliser::Mended> repaired(calls.size());
    Round round(calls, repaired, parties.toolbelt, repetition);
    round.run(transcript, parties.observer, parties.tally);
    transcript.sort_last_results();
    return calls.size();
}

static Stop take_steps(const Task& task, Transcript& transcript,
    const ConversationDependencies& parties, Answers& answers)
{
    calls::Toolbelt& toolbelt = parties.toolbelt;
    Observer& observer = parties.observer;
    Tally& tally = parties.tally;
    Repetition repetition(task.max_repeats);
    model::CallNormaliser sound;
    for (const auto& message : transcript.messages())
        sound.know(*message);
    std::size_t call_count = run_open_calls(transcript, parties, repetition);
    for (std::int64_t step = 1;; ++step) {
        calls::RepairedReply heard = take_step(task, transcript, parties, answers);
        model::Reply& reply = heard.reply;
        std::vector<model::ToolCall> calls = take_calls(heard);
        if (calls.empty()) {
            const bool is_at_limit = spent_limit(task, tally).has_value();
            if (auto stop = answers.take(std::move(reply), transcript, step, is_at_limit))
                return *stop;
            if (const auto stop = token_limit(task, tally))
                return *stop;
            continue;
        }
        const auto repaired = sound.repair(reply.message);
        for (std::size_t index = 0; index < calls.size(); ++index)
            calls[index].id = repaired[index].id;
        auto stop = obstacle(reply, task, tally, call_count + calls.size());
        Round round(calls, repaired, toolbelt, repetition);
        if (!stop && !round.stuck_with().empty())
            stop = stuck_with(task, round.stuck_with());
        if (stop) {
            round.leave(stop->error);
            tally.add_unrun(calls);
            return *stop;
        }
        transcript.add(std::move(reply.message));
        round.run(transcript, observer, tally);
        call_count += calls.size();
        if (const auto end = end_after(task, repetition))
            return *end;
    }
}

static bool is_limit(Reason reason)
{
    return reason == Reason::max_steps || reason == Reason::max_tool_calls
        || reason == Reason::max_seconds || reason == Reason::repeated_call
        || reason == Reason::max_total_tokens || reason == Reason::max_cost;
}

// Returns the answer after which Task::on_stop continued the turn, if the turn has then reached a
// limit; otherwise `stop`.
static Stop kept_at_limit(Stop stop, const Answers& answers, Observer& observer)
{
    if (!answers.continued() || !is_limit(stop.reason))
        return stop;
    observer.note("the turn has reached a limit (" + name_of(stop.reason)
        + ") after a hook had continued it: the answer from before stays");
    return *answers.continued();
}

Stop converse(const Task& task, Transcript& transcript, const ConversationDependencies& parties)
{
    Answers answers(task, parties.toolbelt, parties.observer);
    const auto end_with
        = [&](Stop stop) { return kept_at_limit(std::move(stop), answers, parties.observer); };
    try {
        return end_with(take_steps(task, transcript, parties, answers));
    } catch (const EndedTurn& end) {
        return end_with(end.stop);
    } catch (const ToolError&) {
        if (!answers.continued() || parties.cancel.reason() != system::Cancel::Reason::deadline)
            throw;
        return end_with({Reason::max_seconds});
    }
}

}
