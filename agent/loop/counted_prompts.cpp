#include "agent/loop/counted_prompts.hpp"

#include "agent/loop/tokens.hpp"
#include "agent/model/chat_completions.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace agent::loop {

using namespace toolkit;

// Returns the tokens of the prompt; 0 if the server did not count them. Adds the cached tokens if
// there are more of them than of the prompt: some servers then count only uncached tokens as the
// prompt.
static double counted_in(const Json& usage)
{
    const Json& prompt = json::member(usage, "prompt_tokens");
    if (!prompt.is_number_unsigned())
        return 0;
    const auto count = prompt.get<double>();
    const Json& kept = json::member(json::member(usage, "prompt_tokens_details"), "cached_tokens");
    const double apart = kept.is_number_unsigned() ? kept.get<double>() : 0;
    return apart > count ? count + apart : count;
}

// Estimates the tokens of reasoning, which chat templates omit before the last prompt.
static double tokens_of_reasoning(const model::Messages& messages)
{
    double tokens = 0;
    for (const auto& message : messages)
        for (const char* field : model::reasoning_fields)
            if (const Json& value = model::field_of(*message, field); !value.is_null())
                tokens += estimated_tokens(value.dump());
    return tokens;
}

// Estimates the tokens of images. Servers count an image as 256 to 10,000 tokens, or the model gets
// text instead of it.
static double tokens_of_images(const model::Messages& messages)
{
    double tokens = 0;
    for (const auto& message : messages)
        for (const auto& image : model::images_of(*message))
            tokens += model::estimated_tokens_of(*image);
    return tokens;
}

// Smallest default context of servers, in tokens. Conversations below it are never cut.
static constexpr double smallest_window = 2048;

// Minimum count for the rest of a conversation that was cut. A smaller count means that the server
// counted only tokens that it had not cached.
static constexpr double smallest_rest = 1024;

bool CountedPrompts::was_cut(
    const model::Messages& messages, double estimated, double counted) const
{
    if (counted < smallest_rest)
        return false;
    const double expected = estimated * factor;
    const auto is_far_below
        = [&](double tokens) { return tokens > smallest_window && counted < tokens / 4; };
    if (is_far_below(expected) && is_far_below(expected - tokens_of_images(messages) * factor))
        return true;
    return estimated > last_estimated && counted < last_counted
        && counted + tokens_of_reasoning(messages) + tokens_of_images(messages) < last_counted;
}

void CountedPrompts::learn(double estimated, double counted)
{
    last_estimated = estimated;
    last_counted = counted;
    factor = std::clamp(counted / estimated, 0.25, 4.0);
}

std::optional<std::string> CountedPrompts::learn(
    const model::Messages& messages, double estimated, const Json& usage)
{
    const double counted = counted_in(usage);
    if (counted == 0)
        return {};
    if (!was_cut(messages, estimated, counted)) {
        learn(estimated, counted);
        return {};
    }
    if (std::exchange(has_told, true))
        return {};
    return "the server has read " + std::to_string(std::llround(counted))
        + " tokens of a conversation of about "
        + std::to_string(std::llround(std::max(estimated * factor, last_counted)))
        + ": it drops what does not fit its context; make that larger (num_ctx of Ollama, -c of "
          "llama-server), or keep within it by --context-window";
}

}
