#include "frontends/screen/retry_status.hpp"

#include "frontends/screen/values.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace frontends::screen {

using namespace std::chrono_literals;
using channel::RetryCause;

static constexpr std::int64_t too_many_requests = 429;

static std::uint64_t positive(std::int64_t number)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0));
}

bool RetryStatus::is_of_other_kind(const channel::ChatRetry& event) const
{
    return pause && (pause->cause == RetryCause::loading) != (event.cause == RetryCause::loading);
}

void RetryStatus::begin(const channel::ChatRetry& event, Moment now)
{
    static constexpr std::int64_t longest = 1'000'000'000; // ms
    if (!pause)
        since = now;
    pause = event;
    until = now + Moment(std::clamp<std::int64_t>(event.ms, 0, longest));
}

// Returns what has happened.
static SafeText reason_text(const channel::ChatRetry& pause, bool with_host)
{
    const SafeText host = strict(pause.host);
    switch (pause.cause) {
    case RetryCause::cut: return "the stream was cut";
    case RetryCause::no_answer:
        return with_host ? SafeText("no usable answer from ") + host : SafeText("no usable answer");
    case RetryCause::loading: return number_text(positive(pause.status)) + " loading the model";
    case RetryCause::status: break;
    }
    const SafeText status = number_text(positive(pause.status));
    return with_host ? status + " from " + host : status;
}

// Returns how long the pause lasts: until the next attempt, or so far while a model is loaded.
static SafeText time_text(const channel::ChatRetry& pause, Moment left, Moment taken)
{
    static constexpr Moment short_pause = 2s;
    if (pause.cause == RetryCause::loading)
        return SafeText("waiting, ") + seconds_text(taken);
    if (pause.cause == RetryCause::cut && Moment(pause.ms) <= short_pause)
        return "asking again";
    return (pause.cause == RetryCause::cut ? SafeText("asking again in ") : SafeText("again in "))
        + seconds_text(left + 999ms);
}

Line RetryStatus::line(Moment now, std::size_t columns, const Palette& palette) const
{
    if (!pause || now >= until)
        return {};
    const SafeText time = SafeText(": ") + time_text(*pause, until - now, now - since);
    const SafeText attempt = pause->attempt > 0
        ? SafeText(" (try ") + number_text(positive(pause->attempt)) + " of "
            + number_text(positive(pause->attempts)) + ")"
        : SafeText();
    const SafeText key = pause->cause == RetryCause::cut ? SafeText() : SafeText(" · Esc stops");
    const SafeText told = reason_text(*pause, true) + time;
    const Style warning = palette.of(Role::warning);
    for (const SafeText& text : {told + attempt + key, told + key, told})
        if (Line line {text, warning}; line.max_columns() < columns)
            return line;
    return {reason_text(*pause, false) + time, warning};
}

std::optional<Moment> RetryStatus::deadline(Moment now) const
{
    if (!pause || now >= until)
        return std::nullopt;
    const Moment rest
        = pause->cause == RetryCause::loading ? 1s - (now - since) % 1s : (until - now) % 1s;
    return now + (rest == 0s ? 1s : rest);
}

Line RetryStatus::finish(Moment now, const Palette& palette)
{
    static constexpr Moment least = 2s;
    if (!pause)
        return {};
    const channel::ChatRetry last = *std::exchange(pause, std::nullopt);
    const Moment taken = std::min(now, until) - since;
    if (taken < least)
        return {};
    const SafeText awaited = last.cause == RetryCause::loading ? SafeText("the model to load")
        : last.status == too_many_requests                     ? SafeText("the rate limit")
                                                               : strict(last.host);
    return {SafeText("waited ") + seconds_text(taken) + " for " + awaited, palette.of(Role::dim)};
}

}
