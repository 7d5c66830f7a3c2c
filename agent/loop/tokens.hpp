#pragma once

#include "agent/model/message.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace agent::loop {

using namespace toolkit;

// Estimates the tokens of a text without a tokenizer: one for each 1.8 ASCII digits or capitals,
// for each 3.8 other ASCII characters, and for each 2.4 bytes of all others.
// docs/adr/0006-context.md describes the error.
double estimated_tokens(std::string_view text);

// Estimates the tokens of a message: its text, images, calls and reasoning.
double estimated_tokens_of(const model::Message& message);

// Estimates the tokens of a growing list of messages. Each message is estimated once, and again
// when it has changed, so that the work for a conversation grows linearly with its length.
class TokenSum {
public:
    // Returns the sum. `messages` must begin with the messages of the previous call, except for
    // reported changes. Throws INTERNAL "interrupted" between two messages if `cancel` is set;
    // `cancel` may be null.
    double of(const model::Messages& messages, system::Cancel* cancel);

    // Report that one message has changed, or that all messages from `index` on have changed or
    // were removed.
    void change(std::size_t index, const model::Message& message);
    void forget_from(std::size_t index);

    // Returns how many messages were estimated so far, for tests.
    std::size_t estimation_count() const { return estimations; }

private:
    double estimate(const model::Message& message);

    std::vector<double> known;
    double sum = 0;
    std::size_t estimations = 0;
};

}
