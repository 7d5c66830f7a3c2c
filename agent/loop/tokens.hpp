#pragma once

#include "agent/model/message.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace agent::loop {

using namespace toolkit;

// How many tokens a text may have, without a tokenizer: one for 1.8 digits or capitals of ASCII,
// for 3.8 of its other characters, and for 2.4 bytes of all others. docs/adr/0006-context.md says
// how wrong that is.
double estimated_tokens(std::string_view text);

// Those of a message: its text, its images, its calls and its reasoning.
double estimated_tokens_of(const model::Message& message);

// The estimated tokens of a list of messages. A message is estimated when it is new or has changed,
// and at no other time, so that the work of a conversation grows with its length and not with its
// square.
class TokenSum {
public:
    // `messages` begin with those of the last call, apart from the changes that were told. Throws
    // INTERNAL "interrupted" between two messages; null: nothing interrupts.
    double of(const model::Messages& messages, system::Cancel* cancel);

    // This message is now another one; or all from this one on are.
    void change(std::size_t index, const model::Message& message);
    void forget_from(std::size_t index);

    std::size_t estimation_count() const { return estimations; }

private:
    double estimate(const model::Message& message);

    std::vector<double> known;
    double sum = 0;
    std::size_t estimations = 0;
};

}
