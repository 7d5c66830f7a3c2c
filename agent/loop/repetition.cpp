#include "agent/loop/repetition.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::loop {

using namespace toolkit;

static constexpr std::chrono::seconds time_of_waiting {3};

Repetition::Repetition(std::int64_t most)
    : most(most)
{
}

static std::string key_of(const Repetition::Call& call)
{
    return call.tool + '\n' + system::sha256(call.input); // hashed because it can be long
}

Repetition::Call Repetition::call_of(const calls::PreparedCall& prepared)
{
    static constexpr std::size_t max_value = 1000;
    Call call {prepared.name(), prepared.input(), prepared.effect()};
    call.can_run = !prepared.obstacle;
    if (call.can_run)
        for (const auto& [name, value] : prepared.arguments.json.items())
            if (value.is_string())
                if (const auto& text = value.get_ref<const std::string&>();
                    !text.empty() && text.size() <= max_value)
                    call.values.push_back(name + '\n' + text);
    return call;
}

void Repetition::begin_message() { refused.merge(refused_now); }

Repetition::Verdict Repetition::judge(const Call& call)
{
    const std::string key = key_of(call);
    const std::int64_t before = counts[key];
    const Heard* const next = next_of_circle(key);
    if (next != nullptr)
        add_to_circles(Heard(*next));
    if (before == most || next != nullptr) {
        if (refused.contains(key))
            return Verdict::again_too_often;
        refused_now.insert(key);
        return Verdict::once_too_often;
    }
    if (call.effect == calls::Effect::changes) {
        counts.clear();
        refused.clear();
        refused_now.clear();
    }
    counts[key] = before + 1;
    return Verdict::fine;
}

// Returns the previous occurrence of this call if the call would continue a sequence that was
// repeated too often; otherwise nullptr.
const Repetition::Heard* Repetition::next_of_circle(const std::string& key) const
{
    for (std::size_t period = 2; period <= std::min(max_period, last.size()); ++period)
        if (same[period] / static_cast<std::int64_t>(period) >= most && last[period - 1].key == key)
            return &last[period - 1];
    return nullptr;
}

void Repetition::add_to_circles(Heard heard)
{
    for (std::size_t period = 2; period <= max_period; ++period) {
        const bool is_same = last.size() >= period && last[period - 1].key == heard.key
            && last[period - 1].answer == heard.answer;
        same[period] = is_same ? same[period] + 1 : 0;
    }
    last.push_front(std::move(heard));
    if (last.size() > max_period)
        last.pop_back();
}

// Removes digits, since answers that are otherwise equal may differ in times or process ids.
static std::string without_digits(std::string text)
{
    std::erase_if(text, text::is_digit);
    return text;
}

std::string Repetition::hear(const Call& call, const calls::ToolAnswer& answer)
{
    const std::string key = key_of(call);
    if (refused_now.contains(key))
        return {};
    if (answer.duration && *answer.duration >= time_of_waiting) {
        counts.erase(key);
        last.clear();
        same.fill(0);
        return {};
    }
    add_to_circles({key, system::sha256(without_digits(answer.content))});
    if (!answer.code.empty())
        return count_failure(call, answer.code);
    forget_failures(call);
    return {};
}

static std::string times(std::int64_t count)
{
    return std::to_string(count) + (count == 1 ? " time" : " times");
}

std::string Repetition::count_failure(const Call& call, const std::string& code)
{
    std::vector<std::string> values = call.values;
    values.emplace_back();
    std::string warning;
    for (const auto& value : values) {
        const std::int64_t count = ++failures[{call.tool, value}];
        // Twice as many calls may fail if they have no value in common.
        const std::int64_t weighed = value.empty() && call.can_run ? count / 2 : count;
        const std::string what = text::in_quotes(call.tool) + " has failed " + times(count)
            + " in a row"
            + (value.empty()
                    ? ""
                    : " with the same " + text::in_quotes(value.substr(0, value.find('\n'))));
        if (weighed / 2 >= most && reason.empty())
            reason = "the model goes round in circles: " + what + ", at last with " + code;
        else if (weighed >= most && warning.empty())
            warning = "\n[" + what + ": find out why, do something else, or answer]";
    }
    return reason.empty() ? warning : "";
}

void Repetition::forget_failures(const Call& call)
{
    std::erase_if(failures, [&](const auto& failure) {
        const auto& [tool, value] = failure.first;
        return tool == call.tool
            || (call.effect == calls::Effect::changes
                && std::find(call.values.begin(), call.values.end(), value) != call.values.end());
    });
}

}
