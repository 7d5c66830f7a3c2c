#include "agent/loop/tokens.hpp"

#include "toolkit/json/json.hpp"

namespace agent::loop {

using namespace toolkit;

static constexpr double message_frame = 4; // tokens that every message has besides its text

double estimated_tokens(std::string_view text)
{
    double tokens = 0;
    for (const char c : text) {
        const bool is_dense = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
        tokens += static_cast<signed char>(c) < 0 ? 1 / 2.4 : is_dense ? 1 / 1.8 : 1 / 3.8;
    }
    return tokens;
}

double estimated_tokens_of(const model::Message& message)
{
    double tokens = message_frame + estimated_tokens(message.text());
    for (const model::SharedImage& image : model::images_of(message))
        tokens += model::estimated_tokens_of(*image);
    if (!message.calls.empty())
        tokens += estimated_tokens(model::calls_json(message).dump());
    for (const char* field : {"reasoning_content", "reasoning", "reasoning_details"})
        if (const Json& value = model::field_of(message, field); !value.is_null())
            tokens += estimated_tokens(value.dump());
    return tokens;
}

double TokenSum::estimate(const model::Message& message)
{
    ++estimations;
    return estimated_tokens_of(message);
}

double TokenSum::of(const model::Messages& messages, system::Cancel* cancel)
{
    while (known.size() < messages.size()) {
        if (cancel != nullptr)
            cancel->check(); // may run a command of the chat, which may compute the sum as well
        if (known.size() >= messages.size())
            break;
        known.push_back(estimate(*messages[known.size()]));
        sum += known.back();
    }
    return sum;
}

void TokenSum::change(std::size_t index, const model::Message& message)
{
    if (index >= known.size())
        return;
    const double now = estimate(message);
    sum += now - known[index];
    known[index] = now;
}

void TokenSum::forget_from(std::size_t index)
{
    for (; known.size() > index; known.pop_back())
        sum -= known.back();
}

}
