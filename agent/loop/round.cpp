#include "agent/loop/round.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

namespace agent::loop {

using namespace toolkit;

static ToolError refusal_of(const model::ToolCall& call)
{
    return {Code::conflict,
        text::in_quotes(call.name)
            + " was called with the same arguments again and again: it was not run",
        "its answer stands above; do something else, or answer"};
}

// Returns the repair of the arguments; empty if there was none.
static std::string repair_of_arguments(const calls::PreparedCall& call)
{
    static constexpr std::string_view subject = "arguments ";
    for (const auto& repair : call.repairs)
        if (repair.starts_with(subject))
            return repair.substr(subject.size());
    return {};
}

// Returns the note to append to a result if the operator edited the arguments of the call;
// otherwise an empty string. Shows at most 8 KiB of the changes.
static std::string note_about(const std::optional<calls::ChangedArguments>& changed)
{
    static constexpr std::size_t max_shown = 8 << 10;
    if (!changed)
        return {};
    const std::string difference
        = changed->difference().dump(-1, ' ', false, Json::error_handler_t::replace);
    return "\n[The operator has changed the arguments of this call: "
        + text::shortened(difference, max_shown) + "]";
}

Round::Round(const std::vector<model::ToolCall>& calls,
    const std::vector<model::CallNormaliser::Mended>& repaired, calls::Toolbelt& toolbelt,
    Repetition& repetition)
    : calls(calls)
    , repaired(repaired)
    , toolbelt(toolbelt)
    , repetition(repetition)
{
    repetition.begin_message();
    for (const auto& call : calls) {
        calls::PreparedCall one = toolbelt.prepare(call);
        made.push_back(Repetition::call_of(one));
        const auto verdict = repetition.judge(made.back());
        if (verdict != Repetition::Verdict::fine && one.tool != nullptr)
            one.obstacle = refusal_of(one.call);
        repairs.push_back(repair_of_arguments(one));
        shown.push_back(one.call);
        prepared.push_back(std::move(one));
        if (verdict == Repetition::Verdict::again_too_often)
            stuck = shown.back().name;
    }
}

void Round::run(Transcript& transcript, Observer& observer, Tally& tally)
{
    for (calls::PreparedCall& call : prepared)
        observer.follow(call);
    observer.calls(tally.steps(), shown);
    std::vector<model::SharedMessage> answers(calls.size());
    const auto add_answers = [&] {
        for (auto& answer : answers)
            if (answer)
                transcript.add_kept(std::move(answer));
    };
    try {
        toolbelt.run(std::move(prepared), [&](std::size_t index, const calls::ToolAnswer& answer) {
            const std::string warning = repetition.hear(made[index], answer);
            answers[index] = model::shared(model::result_message(calls[index].id,
                model::with_unusable_arguments(
                    answer.content, repaired[index].unusable, repairs[index])
                    + note_about(answer.changed) + warning,
                answer.images));
            transcript.keep(*answers[index]);
            tally.add_result(shown[index], answer);
            observer.result(shown[index], answer);
        });
    } catch (...) {
        add_answers();
        throw;
    }
    add_answers();
}

}
