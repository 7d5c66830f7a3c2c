#include "agent/loop/round.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

static Json result_message(const ToolCall& call, const std::string& content)
{
    return {{"role", "tool"}, {"tool_call_id", call.id}, {"content", content}};
}

static ToolError refusal_of(const ToolCall& call)
{
    return {Code::conflict,
        in_quotes(call.name) + " was called with the same arguments again and again: it was not run",
        "its answer stands above; do something else, or answer"};
}

Round::Round(const std::vector<ToolCall>& calls, const std::vector<SoundCalls::Mended>& mended,
    const Toolbelt& toolbelt, Repetition& repetition)
    : calls(calls)
    , mended(mended)
    , toolbelt(toolbelt)
{
    repetition.begin_message();
    for (const auto& call : calls) {
        const auto verdict = repetition.judge(call, toolbelt.effect_of(call.name));
        asked.push_back({call});
        if (verdict != Repetition::Verdict::fine)
            asked.back().refusal = refusal_of(call);
        if (verdict == Repetition::Verdict::again_too_often)
            stuck = call.name;
    }
}

void Round::run(Transcript& transcript, Observer& observer, Tally& tally) const
{
    observer.calls(tally.steps(), calls);
    std::vector<Json> answers(calls.size());
    const auto add_answers = [&] {
        for (auto& answer : answers)
            if (!answer.is_null())
                transcript.add_kept(std::move(answer));
    };
    try {
        toolbelt.run(asked, [&](std::size_t index, const std::string& content) {
            answers[index]
                = result_message(calls[index], with_unusable_arguments(content, mended[index].unusable));
            transcript.keep(answers[index]);
            tally.add_result(calls[index], content);
            observer.result(calls[index], content);
        });
    } catch (...) {
        add_answers();
        throw;
    }
    add_answers();
}
