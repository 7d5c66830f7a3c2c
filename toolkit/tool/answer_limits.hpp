#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/tool/answer_text.hpp"

#include <algorithm>
#include <cstdint>

namespace toolkit::tool {

// What an answer takes at most in a conversation with a model, in bytes, unless the operator says
// otherwise.
inline constexpr std::int64_t usual_answer_bytes = 32 << 10;

// The maximums that a caller sets for the answer of one call: the field "answerLimits" of a request
// (docs/contract.md). 0: no maximum.
struct AnswerLimits {
    std::int64_t bytes = 0; // of the JSON
    std::int64_t image_bytes = 0; // of the JSON of a whole image
};

// Takes "answerLimits" out of a request and keeps it for the call. Throws BAD_REQUEST unless it is
// an object with two integers that are not negative.
void take_answer_limits(Json& request);

const AnswerLimits& answer_limits_of_call();

// Returns run(request), whose answer has about `request.*page` bytes at most, with a page that is
// small enough for the limit of this call: tries a smaller one until the answer fits.
template<class Request, class Run>
AnswerText answer_within_limits(Request request, std::int64_t Request::*page, const Run& run)
{
    const std::int64_t limit = answer_limits_of_call().bytes;
    if (limit == 0)
        return run(request);
    constexpr std::int64_t parts = 8; // one is left for the fields around the page
    constexpr int max_tries = 8;
    request.*page = std::clamp<std::int64_t>(limit - limit / parts, 1, request.*page);
    for (int count = 1;; ++count) {
        AnswerText answer = run(request);
        const auto size = static_cast<std::int64_t>(answer.size());
        if (size <= limit || request.*page <= 1 || count == max_tries)
            return answer;
        const double share = static_cast<double>(limit) / static_cast<double>(size);
        const double smaller = static_cast<double>(request.*page) * share;
        request.*page = std::max<std::int64_t>(1, static_cast<std::int64_t>(smaller) * 15 / 16);
    }
}

}
